#if os(Linux) && SecretService
import CSecret
import HoldfastCore
import HoldfastCrypto

/// The keyring at the other end of a connection, and the key for secrets agreed with it.
///
/// Secrets cross the bus encrypted, so that neither GLib's buffers nor whoever watches the bus hold
/// them; libsecret keeps the plain text in memory of its own that it wipes.
final class KeyringPeer {
    /// Its unique name on the bus.
    let name: String
    /// The object path of the session.
    let sessionPath: String
    /// Whether it is KeePassXC, which changes some texts.
    let isKeePass: Bool
    private let service: UnsafeMutablePointer<SecretService>

    /// Opens a session.
    ///
    /// - Throws: `UNSUPPORTED` if the keyring offers no encryption.
    init(
        _ name: String, isKeePass: Bool, on connection: OpaquePointer, _ limit: TimeLimit
    ) throws(KeychainError) {
        self.name = name
        self.isKeePass = isKeePass
        var error: UnsafeMutablePointer<GError>?
        let opened = limit.run { cancellable in
            holdfast_secret_service_open(connection, name, cancellable, &error)
        }
        guard let opened else { throw KeychainError(taking: error, gone: .keyringWentAway) }
        service = opened
        let isOpen = limit.run { cancellable in
            secret_service_ensure_session_sync(opened, cancellable, &error)
        }
        guard isOpen != 0, let path = secret_service_get_session_dbus_path(opened) else {
            throw KeychainError(taking: error, gone: .keyringWentAway)
        }
        sessionPath = String(cString: path)
        let algorithms = secret_service_get_session_algorithms(opened).map { String(cString: $0) }
        guard algorithms?.hasPrefix("dh-") == true else { throw KeychainError.noKeyringEncryption }
    }

    deinit {
        g_object_unref(service)
    }

    /// A secret as it crosses the bus.
    ///
    /// - Throws: `UNSUPPORTED` for one that KeePassXC refuses, in whatever form.
    func sealed(_ secret: SecretBytes) throws(KeychainError) -> Variant {
        if isKeePass, secret.withUnsafeBytes(KeePassText.holdsReference) {
            throw KeychainError.keyringRefusesReference
        }
        let value = secret.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return secret_value_new(
                start, gssize(bytes.count), secret.contentType(forKeePass: isKeePass))
        }
        guard let value else { throw KeychainError.strangeKeyring }
        // Its memory is wiped with the last reference.
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        guard let encoded = secret_service_encode_dbus_secret(service, value) else {
            throw KeychainError.strangeKeyring
        }
        return Variant(taking: encoded)
    }

    /// A secret that crossed the bus.
    func opened(_ variant: Variant) throws(KeychainError) -> SecretBytes {
        guard let value = secret_service_decode_dbus_secret(service, variant.pointer) else {
            throw KeychainError.strangeKeyring
        }
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        var count: gsize = 0
        let start = secret_value_get(value, &count)
        return SecretBytes(copying: UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
}

extension SecretBytes {
    /// What the bytes are said to be; libsecret gives no text out that is not said to be one, and
    /// KeePassXC keeps as they are only bytes that are not said to be one.
    fileprivate func contentType(forKeePass isKeePass: Bool) -> String {
        withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            // No text in the sense of C either: a byte 0 would end it.
            let isText = bytes.isEmpty || g_utf8_validate(start, gssize(bytes.count), nil) != 0
            let isKept = isText && (!isKeePass || KeePassText.keepsSecret(bytes))
            return isKept ? "text/plain" : "application/octet-stream"
        }
    }
}
#endif
