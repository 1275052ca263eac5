#if os(Linux) && SecretService
import CSecret
import HoldfastCore

extension KeychainError {
    /// The error for what a call of GLib or libsecret left behind, which is released.
    ///
    /// Its text is left out: it may hold anything.
    ///
    /// - Parameters:
    ///   - error: as the call left it; `nil` if it failed without one.
    ///   - gone: what it means that an object is not there.
    init(taking error: UnsafeMutablePointer<GError>?, gone: KeychainError) {
        guard let error else {
            self = .strangeKeyring
            return
        }
        defer { g_error_free(error) }
        if let name = g_dbus_error_get_remote_error(error) {
            defer { g_free(name) }
            self = .keyring(answering: String(cString: name), gone: gone)
        } else {
            self = Self.of(domain: error.pointee.domain, code: error.pointee.code, gone: gone)
        }
    }

    private static func of(domain: GQuark, code: gint, gone: KeychainError) -> KeychainError {
        if domain == secret_error_get_quark() {
            switch SecretError(UInt32(bitPattern: code)) {
            case SECRET_ERROR_IS_LOCKED: return .keyringLocked
            case SECRET_ERROR_NO_SUCH_OBJECT: return gone
            default: return .strangeKeyring
            }
        }
        if domain == g_io_error_quark() {
            switch GIOErrorEnum(UInt32(bitPattern: code)) {
            case G_IO_ERROR_TIMED_OUT, G_IO_ERROR_CANCELLED: return .keyringTimeout
            case G_IO_ERROR_CLOSED, G_IO_ERROR_CONNECTION_CLOSED: return .keyringWentAway
            case G_IO_ERROR_INVALID_ARGUMENT: return .strangeKeyring
            default: break
            }
        }
        let name = g_quark_to_string(domain).map { String(cString: $0) } ?? "glib"
        return KeychainError(
            .unknown, "the keyring cannot be reached", nativeDomain: name, nativeCode: Int(code),
            advice: "look whether the session bus and the keyring's program run")
    }
}
#endif
