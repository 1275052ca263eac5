/// Sealing one message for the holder of a key: HPKE with P-256.
///
/// A message that opens was made for this recipient, by anybody who knows the recipient's public
/// key (or, with a pre-shared key, by anybody who knows that too). Who made it, a signature over the
/// sealed bytes says. Nothing protects against the same bytes being delivered twice, and the length
/// shows.
///
/// The modes with a sender's key are left out on purpose: whoever steals the recipient's key can
/// forge messages of any sender to it (RFC 9180, section 9.1.1).
///
/// - Note: Standard: RFC 9180, section 6.1; ``HPKESender`` and ``HPKERecipient`` have the contexts
///   of section 5. Vectors: `Tests/HoldfastCryptoTests/Vectors/hpke`.
public enum HPKE {
    /// Seals one message.
    ///
    /// - Parameters:
    ///   - plaintext: 0 to 67,108,864 bytes.
    ///   - recipient: The recipient's public key, which is on the curve because it exists.
    ///   - suite: The suite, which the recipient must know.
    ///   - info: 0 or more bytes that name the use; the recipient must give the same.
    ///   - associatedData: 0 to 67,108,864 bytes; authenticated, not part of the result.
    ///   - preSharedKey: A secret that the recipient has too, or `nil` for the mode without.
    ///   - random: Gives the ephemeral key.
    /// - Returns: The encapsulated key, 65 bytes; then the ciphertext, as long as the plaintext;
    ///   then its tag, 16 bytes.
    /// - Throws: ``CryptoError`` with `invalidLength` for a length outside these ranges, with
    ///   `invalidParameter` if the suite only exports, with `randomnessUnavailable`, or with
    ///   `libraryFailure` if the library failed.
    public static func seal(
        _ plaintext: SecretBytes, to recipient: P256PublicKey, suite: HPKESuite, info: [UInt8],
        associatedData: [UInt8], preSharedKey: HPKEPreSharedKey? = nil, random: any SecureRandom
    ) throws(CryptoError) -> [UInt8] {
        var sender = try HPKESender(
            to: recipient, suite: suite, info: info, preSharedKey: preSharedKey, random: random)
        return try sender.encapsulated + sender.seal(plaintext, associatedData: associatedData)
    }

    /// Opens one message, by a private key in memory.
    ///
    /// - Parameters:
    ///   - sealed: What ``seal(_:to:suite:info:associatedData:preSharedKey:random:)`` gave.
    ///   - key: The recipient's key.
    ///   - suite: The sender's suite.
    ///   - info: What the sender gave.
    ///   - associatedData: What the sender gave.
    ///   - preSharedKey: What the sender gave.
    /// - Returns: The plaintext.
    /// - Throws: ``CryptoError`` with `authenticationFailed` if anything differs from what was
    ///   sealed; with `invalidLength` for fewer bytes than any message has, with
    ///   `invalidParameter` if the encapsulated key is no point of the curve or the suite only
    ///   exports; with `libraryFailure` if the library failed.
    public static func open(
        _ sealed: [UInt8], key: P256PrivateKey, suite: HPKESuite, info: [UInt8],
        associatedData: [UInt8], preSharedKey: HPKEPreSharedKey? = nil
    ) throws(CryptoError) -> SecretBytes {
        let (encapsulated, ciphertext) = try split(sealed, suite)
        var recipient = try HPKERecipient(
            encapsulated, key: key, suite: suite, info: info, preSharedKey: preSharedKey)
        return try recipient.open(ciphertext, associatedData: associatedData)
    }

    /// Opens one message, by a private key wherever it is kept.
    ///
    /// The key is asked once, and only for bytes that a message can have.
    ///
    /// - Parameters:
    ///   - sealed: What ``seal(_:to:suite:info:associatedData:preSharedKey:random:)`` gave.
    ///   - key: The recipient's key, such as one in secure hardware.
    ///   - suite: The sender's suite.
    ///   - info: What the sender gave.
    ///   - associatedData: What the sender gave.
    ///   - preSharedKey: What the sender gave.
    /// - Returns: The plaintext.
    /// - Throws: ``HPKEFailure/key(_:)`` with what the key's keeper threw;
    ///   ``HPKEFailure/crypto(_:)`` as ``open(_:key:suite:info:associatedData:preSharedKey:)``.
    public static func open<Key: AgreementKey>(
        _ sealed: [UInt8], keptKey key: Key, suite: HPKESuite, info: [UInt8],
        associatedData: [UInt8], preSharedKey: HPKEPreSharedKey? = nil
    ) async throws(HPKEFailure<Key.AgreementFailure>) -> SecretBytes {
        let (encapsulated, ciphertext) = try HPKEFailure<Key.AgreementFailure>.crypto {
            () throws(CryptoError) in try split(sealed, suite)
        }
        var recipient = try await HPKERecipient(
            encapsulated, keptKey: key, suite: suite, info: info, preSharedKey: preSharedKey)
        do {
            return try recipient.open(ciphertext, associatedData: associatedData)
        } catch {
            throw .crypto(error)
        }
    }

    /// Takes the encapsulated key off the front, once the length and the suite can be right.
    private static func split(
        _ sealed: [UInt8], _ suite: HPKESuite
    ) throws(CryptoError) -> (encapsulated: [UInt8], ciphertext: ArraySlice<UInt8>) {
        guard suite.algorithm != nil else {
            throw CryptoError(.invalidParameter, "A suite of HPKE that only exports opens nothing.")
        }
        let count = HPKESuite.encapsulatedByteCount
        guard sealed.count >= count + suite.tagByteCount else {
            throw CryptoError(.invalidLength, "A message of HPKE has 81 bytes or more.")
        }
        return (Array(sealed[..<count]), sealed[count...])
    }
}
