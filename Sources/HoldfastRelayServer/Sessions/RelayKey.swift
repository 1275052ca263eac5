#if os(Linux)
internal import HoldfastCrypto
internal import HoldfastWire

/// The relay's own key and what is derived from it.
struct RelayKey: Sendable {
    /// Agrees the keys of sessions.
    let agreement: P256PrivateKey
    /// Seals tickets.
    let ticketKey: SecretBytes
    /// Marks challenges as the relay's.
    let challengeKey: HMACSHA256Key

    /// Derives the relay's keys.
    ///
    /// - Throws: ``CryptoError`` if the library failed.
    init(_ agreement: P256PrivateKey) throws(CryptoError) {
        self.agreement = agreement
        ticketKey = try Self.derive(agreement, "holdfast/relay-ticket/v1")
        challengeKey = HMACSHA256Key(try Self.derive(agreement, "holdfast/relay-challenge/v1"))
    }

    private static func derive(
        _ key: P256PrivateKey, _ label: String
    ) throws(CryptoError) -> SecretBytes {
        try HKDFSHA256.derive(
            inputKeyMaterial: key.scalar, salt: key.publicKey.bytes, info: Array(label.utf8),
            count: 32)
    }
}
#endif
