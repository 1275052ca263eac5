extension HPKERecipient {
    /// Agrees with a sender's encapsulated key, by a private key wherever it is kept.
    ///
    /// The key is asked once, and only after the encapsulated key proved to be a point.
    ///
    /// - Parameters:
    ///   - encapsulated: The 65 bytes that the sender gave.
    ///   - key: The recipient's key, such as one in secure hardware.
    ///   - suite: The sender's suite.
    ///   - info: What the sender gave.
    ///   - preSharedKey: What the sender gave.
    /// - Throws: ``HPKEFailure/key(_:)`` with what the key's keeper threw; ``HPKEFailure/crypto(_:)``
    ///   with `invalidLength` or `invalidParameter` if the encapsulated key is no point of the curve
    ///   in its uncompressed form, with `invalidLength` if the keeper gave other than 32 bytes.
    public init<Key: AgreementKey>(
        _ encapsulated: [UInt8], keptKey key: Key, suite: HPKESuite, info: [UInt8],
        preSharedKey: HPKEPreSharedKey? = nil
    ) async throws(HPKEFailure<Key.AgreementFailure>) {
        let point = try HPKEFailure<Key.AgreementFailure>.crypto { () throws(CryptoError) in
            try P256PublicKey(encapsulated)
        }
        let agreed = try await Self.agree(key, with: point)
        do {
            try self.init(
                agreed: agreed, encapsulated: point, recipient: key.publicKey, suite: suite,
                info: info, preSharedKey: preSharedKey)
        } catch {
            throw .crypto(error)
        }
    }

    private static func agree<Key: AgreementKey>(
        _ key: Key, with peer: P256PublicKey
    ) async throws(HPKEFailure<Key.AgreementFailure>) -> SecretBytes {
        do {
            return try await key.sharedSecret(with: peer)
        } catch {
            throw .key(error)
        }
    }
}
