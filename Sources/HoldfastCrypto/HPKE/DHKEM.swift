/// The KEM of HPKE's suites: DHKEM(P-256, HKDF-SHA256).
///
/// - Note: Standard: RFC 9180, sections 4.1 and 7.1.
enum DHKEM {
    static let sharedSecretByteCount = 32

    /// Encap, with the ephemeral key that the caller drew; it must serve once.
    static func encapsulate(
        to recipient: P256PublicKey, ephemeral: P256PrivateKey
    ) throws(CryptoError) -> SecretBytes {
        try sharedSecret(
            agreed: ephemeral.sharedSecret(with: recipient),
            encapsulated: ephemeral.publicKey, recipient: recipient)
    }

    /// The end of Decap: derives the shared secret of what the recipient's key agreed on.
    ///
    /// - Throws: `invalidLength` if the key's keeper gave another number of bytes than 32.
    static func sharedSecret(
        agreed: SecretBytes, encapsulated: P256PublicKey, recipient: P256PublicKey
    ) throws(CryptoError) -> SecretBytes {
        guard agreed.count == P256PrivateKey.sharedSecretByteCount else {
            throw CryptoError(.invalidLength, "An agreement with P-256 gives 32 bytes.")
        }
        return try SecretBytes(count: sharedSecretByteCount) { (output) throws(CryptoError) in
            labels.extract(into: output, salt: noSalt, label: "eae_prk") { $0.absorb(agreed) }
            // The state has absorbed the key before the output is written over it.
            try labels.expand(
                into: output, HMACSHA256State(key: UnsafeRawBufferPointer(output)),
                label: "shared_secret", info: encapsulated.bytes + recipient.bytes)
        }
    }

    /// `suite_id` of the KEM: "KEM", then its number.
    static let labels = LabeledHKDF(suiteID: Array("KEM".utf8) + [0x00, 0x10])
    static var noSalt: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
}
