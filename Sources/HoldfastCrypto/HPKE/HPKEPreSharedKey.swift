/// A secret that both sides of HPKE have already, with its name: what is sealed with it opens for
/// whoever has it and the recipient's private key.
///
/// - Note: Standard: RFC 9180, sections 5.1.2 and 9.5.
public struct HPKEPreSharedKey: Sendable {
    /// Fewest bytes of a pre-shared key.
    public static let minimumByteCount = 32

    /// The secret.
    public let key: SecretBytes
    /// Its name, which is no secret; both sides must have the same.
    public let id: [UInt8]

    /// Takes a secret and its name.
    ///
    /// - Parameters:
    ///   - key: 32 bytes or more of full entropy: whoever can guess it can try each guess.
    ///   - id: 1 or more bytes.
    /// - Throws: ``CryptoError`` with `invalidLength` for a shorter key or an empty name.
    public init(_ key: SecretBytes, id: [UInt8]) throws(CryptoError) {
        guard key.count >= Self.minimumByteCount else {
            throw CryptoError(.invalidLength, "A pre-shared key of HPKE has 32 bytes or more.")
        }
        guard !id.isEmpty else {
            throw CryptoError(.invalidLength, "A pre-shared key of HPKE has a name.")
        }
        self.key = key
        self.id = id
    }
}
