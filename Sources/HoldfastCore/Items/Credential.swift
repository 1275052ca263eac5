public import HoldfastCrypto

/// A user name and its password, kept as one item.
public struct Credential: Sendable, Equatable {
    /// Who signs in; not empty, no U+0000.
    public let userName: String
    /// The password, as UTF-8 or any other bytes.
    public let password: SecretBytes

    /// Makes a credential.
    ///
    /// - Parameters:
    ///   - userName: not empty, no U+0000, at most 65 535 bytes of UTF-8.
    ///   - password: any bytes; may be empty.
    /// - Throws: `INVALID_ARGUMENT` that names the rule the user name breaks.
    public init(userName: String, password: SecretBytes) throws(KeychainError) {
        guard !userName.isEmpty, !userName.unicodeScalars.contains("\u{0}") else {
            throw KeychainError(.invalidArgument, "a user name is not empty and holds no U+0000")
        }
        guard userName.utf8.count <= Int(UInt16.max) else {
            throw KeychainError(.invalidArgument, "the user name has more than 65535 bytes")
        }
        self.userName = userName
        self.password = password
    }
}

extension Credential {
    /// The item's bytes: the user name's byte count (2 bytes, big endian), the user name in UTF-8,
    /// the password.
    var encoded: SecretBytes {
        let name = Array(userName.utf8)
        return SecretBytes(count: 2 + name.count + password.count) { buffer in
            buffer[0] = UInt8(name.count >> 8)
            buffer[1] = UInt8(name.count & 0xff)
            UnsafeMutableRawBufferPointer(rebasing: buffer[2...]).copyBytes(from: name)
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[(2 + name.count)...])
            password.withUnsafeBytes { rest.copyMemory(from: $0) }
        }
    }

    init(decoding value: SecretBytes) throws(KeychainError) {
        let malformed = KeychainError(.dataCorrupted, "the item is not a well-formed credential")
        let parts: (name: String, password: SecretBytes)? = value.withUnsafeBytes { bytes in
            guard bytes.count >= 2 else { return nil }
            let nameEnd = 2 + (Int(bytes[0]) << 8 | Int(bytes[1]))
            guard nameEnd <= bytes.count else { return nil }
            let name = SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[2..<nameEnd]))
            let password = UnsafeRawBufferPointer(rebasing: bytes[nameEnd...])
            return name.utf8String().map { ($0, SecretBytes(copying: password)) }
        }
        guard let parts else { throw malformed }
        do {
            try self.init(userName: parts.name, password: parts.password)
        } catch {
            throw malformed
        }
    }
}
