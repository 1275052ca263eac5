public import HoldfastCrypto
public import HoldfastWire

/// The public half of a phrase: what a device keeps of it, and what stands in front of a backup.
///
/// It is signed by the recovery key, so that the recovery key in the account's log vouches for the
/// others: any device of the account can begin a backup that only the phrase opens, and needs no
/// phrase for it. A flipped bit in it is damage, and so another phrase can be told from damage.
public struct RecoveryStatement: Sendable, Hashable {
    /// The account.
    public let account: AccountID
    /// What it costs to try a phrase.
    public let costs: RecoveryCosts
    /// Where the backup lies.
    public let locator: Locator
    /// Whose signature a relay accepts for reading it.
    public let locatorKey: P256PublicKey
    /// The recovery key, as the account's log has it.
    public let recoveryKey: P256PublicKey
    /// What a backup's key is wrapped to.
    public let wrapKey: P256PublicKey
    /// What the right phrase gives, 16 bytes.
    let check: [UInt8]
    /// The recovery key's, over all before it.
    private let signature: P256Signature

    /// Makes the statement of a phrase.
    ///
    /// - Parameters:
    ///   - keys: what the phrase gave.
    ///   - account: the account.
    /// - Throws: ``RecoveryError/crypto(_:)``.
    public init(_ keys: RecoveryKeys, account: AccountID) throws(RecoveryError) {
        let signer = try keys.signingKey()
        self.account = account
        costs = keys.costs
        locator = try keys.locator()
        locatorKey = try keys.locatorKey().publicKey
        recoveryKey = signer.publicKey
        wrapKey = try keys.wrapKey(of: account).publicKey
        check = try keys.check(of: account).copyBytes()
        let signed = Self.signedBytes(
            account, costs, locator, [locatorKey, recoveryKey, wrapKey], check)
        signature = try recovering { () throws(CryptoError) in
            try signer.signature(for: SignaturePurpose.recoveryStatement.message(for: signed))
        }
    }

    /// The structure's bytes.
    public var bytes: [UInt8] { signedBytes + signature.bytes }

    /// Reads the structure, and checks that it is whole.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``RecoveryError/newerFormat(_:)``; ``RecoveryError/damaged(_:)``.
    public init(_ bytes: [UInt8]) throws(RecoveryError) {
        self = try decoding(.statement) { () throws(WireError) in
            var reader = WireReader(bytes)
            let statement = try RecoveryStatement(from: &reader)
            try reader.expectEnd("RecoveryStatement")
            return statement
        }
        let isWhole = try recovering { () throws(CryptoError) in
            try SignaturePurpose.recoveryStatement.isSatisfied(
                by: signature, of: recoveryKey, over: signedBytes)
        }
        guard isWhole else { throw .damaged(BackupDamage(.statement, .changed)) }
    }

    /// Tells whether a phrase is the one of this statement.
    ///
    /// - Parameter keys: what the phrase gave, at this statement's costs.
    /// - Returns: whether it is; in time that does not depend on the check value.
    /// - Throws: ``RecoveryError/crypto(_:)``; nothing is known then.
    public func isOpened(by keys: RecoveryKeys) throws(RecoveryError) -> Bool {
        let isRight = try keys.check(of: account) == SecretBytes(check)
        // The check alone decides; with it the other keys cannot differ but by a forger's hand, who
        // would have had to have the phrase.
        guard isRight else { return false }
        return try keys.signingKey().publicKey == recoveryKey
    }

    private var signedBytes: [UInt8] {
        Self.signedBytes(account, costs, locator, [locatorKey, recoveryKey, wrapKey], check)
    }

    private static func signedBytes(
        _ account: AccountID, _ costs: RecoveryCosts, _ locator: Locator, _ keys: [P256PublicKey],
        _ check: [UInt8]
    ) -> [UInt8] {
        WireWriter.encode { writer in
            writer.put(version)
            writer.put(account.bytes)
            costs.write(to: &writer)
            writer.put(locator.bytes)
            for key in keys { writer.put(key.bytes) }
            writer.put(check)
        }
    }

    private init(from reader: inout WireReader) throws(WireError) {
        guard try reader.number16("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        account = try reader.identifier(AccountID.self, "account")
        costs = try RecoveryCosts(from: &reader)
        guard let locator = Locator(try reader.raw(Locator.byteCount, "locator")) else {
            throw WireError(.truncated, in: "locator")
        }
        self.locator = locator
        locatorKey = try reader.publicKey("locator_key")
        recoveryKey = try reader.publicKey("recovery_key")
        wrapKey = try reader.publicKey("wrap_key")
        check = try reader.raw(16, "check")
        signature = try reader.signature("signature")
    }

    private static let version: UInt16 = 1
}

extension RecoveryKeys {
    /// The recovery key as a private key, for the statement that it signs.
    fileprivate func signingKey() throws(RecoveryError) -> P256PrivateKey { try key(.sign) }
}
