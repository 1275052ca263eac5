import HoldfastCore
public import HoldfastCrypto
public import HoldfastE2EE
public import HoldfastWire

/// What a phrase gives: the place of its backup, and keys.
///
/// It exists for the minute in which it is used and is kept nowhere.
///
/// Everything stands behind one slow derivation: whoever has a relay's whole database pays it for
/// every phrase that is tried.
///
/// - Note: Construction: Argon2id (RFC 9106) over the phrase's bytes with a constant salt, so that the
///   words alone find the backup; then HKDF-Expand (RFC 5869) with ``RecoveryLabel``s, and
///   DeriveKeyPair of RFC 9180, section 7.1.3, for key pairs.
public struct RecoveryKeys: Sendable {
    private let root: SecretBytes
    /// What the derivation cost.
    public let costs: RecoveryCosts

    /// Derives the keys, at the costs of a new phrase.
    ///
    /// It blocks for about 0.15 s.
    ///
    /// - Parameter phrase: the phrase.
    /// - Throws: ``RecoveryError/crypto(_:)`` if there is no memory.
    public init(_ phrase: RecoveryPhrase) throws(RecoveryError) {
        try self.init(phrase, costs: .standard, bounds: .standard)
    }

    /// Derives the keys at costs that a header names.
    ///
    /// - Parameters:
    ///   - phrase: the phrase.
    ///   - costs: what a header names.
    ///   - bounds: which costs are borne.
    /// - Throws: ``RecoveryError/costsOutOfBounds`` before any memory is taken; as
    ///   ``init(_:)``.
    package init(
        _ phrase: RecoveryPhrase, costs: RecoveryCosts, bounds: RecoveryBounds
    ) throws(RecoveryError) {
        let parameters = try bounds.parameters(costs)
        let salt = Array(SHA256.hash(RecoveryLabel.salt.bytes).prefix(16))
        root = try recovering { () throws(CryptoError) in
            try Argon2id.derive(
                password: phrase.entropy, salt: salt, parameters: parameters, count: 32)
        }
        self.costs = costs
    }

    /// Where the backup lies.
    ///
    /// - Returns: the locator.
    /// - Throws: ``RecoveryError/crypto(_:)``.
    public func locator() throws(RecoveryError) -> Locator {
        guard let locator = Locator(try expand(.locator, count: 16).copyBytes()) else {
            preconditionFailure("16 bytes were derived")
        }
        return locator
    }

    /// The key that authorises reading the backup and asking for a provisional place in the account.
    ///
    /// - Returns: a key pair for signatures.
    /// - Throws: ``RecoveryError/crypto(_:)``.
    public func locatorKey() throws(RecoveryError) -> P256PrivateKey { try key(.locatorKey) }

    /// The key that the account's log knows as its recovery key.
    ///
    /// - Returns: what signs log entries.
    /// - Throws: ``RecoveryError/crypto(_:)``.
    public func recoveryKey() throws(RecoveryError) -> RecoveryKey {
        RecoveryKey(try key(.sign))
    }

    /// The key that opens the backup's own key.
    func wrapKey(of account: AccountID) throws(RecoveryError) -> P256PrivateKey {
        try key(.wrap, account.bytes)
    }

    /// The key of the recovery recipient, which messages are encrypted to only if the person asked
    /// for it.
    ///
    /// - Parameter account: the account.
    /// - Returns: a key pair for key agreement.
    /// - Throws: ``RecoveryError/crypto(_:)``.
    public func recipientKey(of account: AccountID) throws(RecoveryError) -> P256PrivateKey {
        try key(.agree, account.bytes)
    }

    /// What tells whether a statement is this phrase's, 16 bytes.
    func check(of account: AccountID) throws(RecoveryError) -> SecretBytes {
        try expand(.check, account.bytes, count: 16)
    }

    func key(
        _ label: RecoveryLabel, _ inputs: [UInt8] = []
    ) throws(RecoveryError) -> P256PrivateKey {
        let seed = try expand(label, inputs, count: 32)
        return try recovering { () throws(CryptoError) in try P256PrivateKey(derivedFrom: seed) }
    }

    func expand(
        _ label: RecoveryLabel, _ inputs: [UInt8] = [], count: Int
    ) throws(RecoveryError) -> SecretBytes {
        try recovering { () throws(CryptoError) in
            try HKDFSHA256.expand(
                pseudoRandomKey: root, info: label.bytes + inputs, count: count)
        }
    }
}

extension RecoveryKeys: CustomStringConvertible, CustomReflectable {
    /// The type's name, and nothing of the keys (P10).
    public var description: String { "RecoveryKeys" }

    /// A mirror without children, so that `dump` and debuggers show no key (P10).
    public var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}
