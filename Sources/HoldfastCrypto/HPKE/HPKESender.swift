/// The sending side of HPKE: seals any number of messages, in order, for one recipient.
///
/// It says nothing about who sends: sign what it gives, or use a pre-shared key. It cannot be
/// copied, so that no nonce is used twice.
///
/// - Note: Standard: RFC 9180, sections 5.1.1 (SetupBaseS), 5.1.2 (SetupPSKS), 5.2 and 5.3. Vectors:
///   `Tests/HoldfastCryptoTests/Vectors/hpke`.
public struct HPKESender: ~Copyable, Sendable {
    /// The encapsulated key, 65 bytes, which the recipient needs to open.
    public let encapsulated: [UInt8]
    private var context: HPKEContext

    /// Draws an ephemeral key and agrees with the recipient's.
    ///
    /// - Parameters:
    ///   - recipient: The recipient's public key, which is on the curve because it exists.
    ///   - suite: The suite, which the recipient must know.
    ///   - info: 0 or more bytes that name the use; the recipient must give the same.
    ///   - preSharedKey: A secret that the recipient has too, or `nil` for the mode without.
    ///   - random: Gives the ephemeral key.
    /// - Throws: ``CryptoError`` with `randomnessUnavailable`, or with `libraryFailure` if the
    ///   library failed.
    public init(
        to recipient: P256PublicKey, suite: HPKESuite, info: [UInt8],
        preSharedKey: HPKEPreSharedKey? = nil, random: any SecureRandom
    ) throws(CryptoError) {
        try self.init(
            to: recipient, suite: suite, info: info, preSharedKey: preSharedKey,
            ephemeral: P256PrivateKey(random: random))
    }

    /// Starts from an ephemeral key, which must serve once, at a number that is zero but in tests.
    init(
        to recipient: P256PublicKey, suite: HPKESuite, info: [UInt8],
        preSharedKey: HPKEPreSharedKey?, ephemeral: P256PrivateKey, startingAt sequence: UInt64 = 0
    ) throws(CryptoError) {
        context = try HPKEContext(
            suite: suite,
            sharedSecret: DHKEM.encapsulate(to: recipient, ephemeral: ephemeral), info: info,
            preSharedKey: preSharedKey, startingAt: sequence)
        encapsulated = ephemeral.publicKey.bytes
    }

    /// Seals the next message.
    ///
    /// - Parameters:
    ///   - plaintext: 0 to 67,108,864 bytes.
    ///   - associatedData: 0 to 67,108,864 bytes; authenticated, not part of the result.
    /// - Returns: The ciphertext and its tag, 16 bytes more than the plaintext.
    /// - Throws: ``CryptoError`` with `invalidLength` for a length outside these ranges, with
    ///   `invalidParameter` if the suite only exports, with `limitReached` after 2^64 - 1
    ///   messages, with `libraryFailure` if the library failed. The next message is the same then.
    public mutating func seal(
        _ plaintext: SecretBytes, associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try context.seal(plaintext, associatedData: associatedData)
    }

    /// Derives a secret that the recipient can derive too.
    ///
    /// - Parameters:
    ///   - exporterContext: 0 or more bytes that name the use.
    ///   - count: 1 to 8,160 bytes.
    /// - Returns: `count` bytes.
    /// - Throws: ``CryptoError`` with `invalidLength` if `count` is outside the range.
    /// - Note: Standard: RFC 9180, section 5.3.
    public func export(
        _ exporterContext: [UInt8], count: Int
    ) throws(CryptoError) -> SecretBytes {
        try context.export(exporterContext, count: count)
    }
}
