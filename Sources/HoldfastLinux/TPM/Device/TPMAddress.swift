#if os(Linux) && TPM
import Glibc
import HoldfastCore

/// Where the TPM is, in the words of its library: a kind, and what the kind needs to know.
struct TPMAddress: Sendable, Equatable {
    /// For the library: `device:/dev/tpmrm0`.
    let text: String
    /// What comes before the first colon.
    let kind: Kind

    /// The ways to a TPM that are taken.
    ///
    /// The library would load any file as one, so only its own four are let through.
    enum Kind: String, CaseIterable {
        /// A device of the kernel.
        case device
        /// The resource manager as a daemon on the system's bus.
        case tabrmd
        /// A TPM in software.
        case swtpm
        /// Microsoft's simulator.
        case mssim
    }

    /// Takes an address.
    ///
    /// - Parameter text: the kind, and after a colon its settings.
    /// - Throws: `INVALID_ARGUMENT` for another kind, an empty device or a zero character.
    init(_ text: String) throws(KeychainError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = parts.first.flatMap({ Kind(rawValue: String($0)) }),
            !text.utf8.contains(0), kind != .device || parts.count == 2 && parts[1].hasPrefix("/")
        else {
            throw KeychainError(
                .invalidArgument, "this is no address of a TPM",
                advice: "write device:/dev/tpmrm0, swtpm:path=SOCKET, tabrmd: or mssim:…")
        }
        self.text = text
        self.kind = kind
    }

    /// Says why a device cannot be used, which the library does not.
    ///
    /// - Throws: `HARDWARE_UNAVAILABLE` with the system's number.
    func requireAccess() throws(KeychainError) {
        guard kind == .device else { return }
        let path = String(text.dropFirst(Kind.device.rawValue.count + 1))
        guard access(path, R_OK | W_OK) != 0 else { return }
        let error = Errno.current
        let isMissing = error.code == ENOENT || error.code == ENOTDIR
        throw KeychainError(
            .hardwareUnavailable,
            isMissing ? "this machine has no TPM 2.0" : "the TPM may not be used: \(error.text)",
            nativeDomain: "errno", nativeCode: Int(error.code),
            advice: isMissing
                ? "check that it is switched on in the firmware"
                : "add the user to the group of the TPM's device (tss), and log in anew")
    }
}
#endif
