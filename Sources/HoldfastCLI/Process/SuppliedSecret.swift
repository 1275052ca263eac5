import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Secrets that a program hands over: through a descriptor, or in the service manager's directory.
enum SuppliedSecret {
    /// Most bytes of a passcode or passphrase.
    static let maximumByteCount = 1024

    /// The vault's passcode, where one is supplied.
    ///
    /// - Parameters:
    ///   - descriptor: the value of `--passcode-fd`, which goes first.
    ///   - environment: `CREDENTIALS_DIRECTORY` is looked at (systemd.exec(5)).
    /// - Returns: the passcode, one newline at its end dropped; `nil` if none is supplied.
    /// - Throws: `INVALID_ARGUMENT` if it is empty or too long, `UNKNOWN` if it cannot be read.
    static func passcode(
        descriptor: Int32?, environment: Environment
    ) throws(KeychainError) -> SecretBytes? {
        if let descriptor { return try secret(descriptor, "the passcode") }
        guard let directory = environment.value(of: "CREDENTIALS_DIRECTORY"), !directory.isEmpty
        else { return nil }
        let path = Array(directory) + Array("/holdfast.passcode".utf8)
        let file = (path + [0]).withUnsafeBufferPointer { path in
            path.withMemoryRebound(to: CChar.self) { path in
                path.baseAddress.map { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) } ?? -1
            }
        }
        if file < 0 {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw KeychainError(errno: errno)
        }
        defer { close(file) }
        return try secret(file, "the passcode")
    }

    /// Reads a secret up to the end of a descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: an open descriptor; stays open.
    ///   - what: what it is, for the message.
    /// - Returns: what was read, one newline at its end dropped.
    /// - Throws: `INVALID_ARGUMENT` if it is empty or over 1024 bytes, `UNKNOWN` if it cannot be
    ///   read.
    static func secret(
        _ descriptor: Int32, _ what: String
    ) throws(KeychainError) -> SecretBytes {
        guard let read = try Descriptor.readAll(descriptor, limit: maximumByteCount + 1) else {
            throw KeychainError(.invalidArgument, "\(what) has more than \(maximumByteCount) bytes")
        }
        read.dropNewline()
        guard (1...maximumByteCount).contains(read.count) else {
            throw KeychainError(
                .invalidArgument, "\(what) has to have 1 to \(maximumByteCount) bytes")
        }
        return read.secret
    }
}

extension SecretBuffer {
    /// Drops one newline from the end, if there is one.
    func dropNewline() {
        let hasNewline = withUnsafeBytes { $0.last == UInt8(ascii: "\n") }
        if hasNewline { removeLast(1) }
    }
}
