/// The receiving side of HPKE: opens a sender's messages, in the order in which they were sealed.
///
/// That something opens says that it was made for this recipient, not who made it. It cannot be
/// copied.
///
/// - Note: Standard: RFC 9180, sections 5.1.1 (SetupBaseR), 5.1.2 (SetupPSKR), 5.2 and 5.3. Vectors:
///   `Tests/HoldfastCryptoTests/Vectors/hpke`.
public struct HPKERecipient: ~Copyable, Sendable {
    private var context: HPKEContext

    /// Agrees with a sender's encapsulated key, by a private key in memory.
    ///
    /// - Parameters:
    ///   - encapsulated: The 65 bytes that the sender gave.
    ///   - key: The recipient's key.
    ///   - suite: The sender's suite.
    ///   - info: What the sender gave.
    ///   - preSharedKey: What the sender gave.
    /// - Throws: ``CryptoError`` with `invalidLength` or `invalidParameter` if the encapsulated key
    ///   is no point of the curve in its uncompressed form; with `libraryFailure` if the library
    ///   failed. A wrong key shows when a message is opened.
    public init(
        _ encapsulated: [UInt8], key: P256PrivateKey, suite: HPKESuite, info: [UInt8],
        preSharedKey: HPKEPreSharedKey? = nil
    ) throws(CryptoError) {
        let point = try P256PublicKey(encapsulated)
        try self.init(
            agreed: key.sharedSecret(with: point), encapsulated: point, recipient: key.publicKey,
            suite: suite, info: info, preSharedKey: preSharedKey)
    }

    /// Starts from what the recipient's key agreed on with the encapsulated one, at a number that
    /// is zero but in tests.
    init(
        agreed: SecretBytes, encapsulated: P256PublicKey, recipient: P256PublicKey,
        suite: HPKESuite, info: [UInt8], preSharedKey: HPKEPreSharedKey?,
        startingAt sequence: UInt64 = 0
    ) throws(CryptoError) {
        context = try HPKEContext(
            suite: suite,
            sharedSecret: DHKEM.sharedSecret(
                agreed: agreed, encapsulated: encapsulated, recipient: recipient),
            info: info, preSharedKey: preSharedKey, startingAt: sequence)
    }

    /// Opens the next message.
    ///
    /// - Parameters:
    ///   - sealed: Ciphertext and tag: 16 to 67,108,880 bytes.
    ///   - associatedData: What the sender gave.
    /// - Returns: The plaintext.
    /// - Throws: ``CryptoError`` with `authenticationFailed` if anything differs from what was
    ///   sealed: the keys, the suite, the texts that both sides give, the bytes, or their place in
    ///   the order; with `invalidLength` for a length outside these ranges, with
    ///   `invalidParameter` if the suite only exports, with `limitReached` after 2^64 - 1
    ///   messages. The next message is the same then.
    public mutating func open(
        _ sealed: [UInt8], associatedData: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        try context.open(sealed[...], associatedData: associatedData)
    }

    /// Opens the next message, which lies in a longer one.
    mutating func open(
        _ sealed: ArraySlice<UInt8>, associatedData: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        try context.open(sealed, associatedData: associatedData)
    }

    /// Derives a secret that the sender can derive too.
    ///
    /// - Parameters:
    ///   - exporterContext: What the sender gave.
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
