import HoldfastCrypto
public import HoldfastWire

/// What stands in front of a backup: whose phrase opens it, and the backup's key, wrapped to it.
///
/// Whoever has the header and no phrase learns nothing but that; what changes when the phrase changes
/// is the header alone.
public struct BackupHeader: Sendable, Hashable {
    /// Most bytes of a header.
    public static let byteLimit = 4_096

    /// The public half of the phrase.
    public let statement: RecoveryStatement
    /// Which backup it is.
    public let lineage: SlotID
    /// The device that wrote it, and signed it.
    public let device: DeviceID
    /// When it did, by its own clock, in seconds since 1970.
    public let created: Int64
    /// The header as it is stored.
    public let bytes: [UInt8]
    private let wrapped: [UInt8]
    private let signature: P256Signature
    private let signedCount: Int

    /// Where it lies.
    public var place: HeaderPlace {
        HeaderPlace(locator: statement.locator, lineage: lineage)
    }

    /// Reads a header as far as that goes without a phrase.
    ///
    /// - Parameter bytes: the header as it is stored.
    /// - Throws: ``RecoveryError/newerFormat(_:)``; ``RecoveryError/damaged(_:)`` with the
    ///   statement or the header.
    public init(_ bytes: [UInt8]) throws(RecoveryError) {
        guard bytes.count <= Self.byteLimit else {
            throw .damaged(BackupDamage(.header, .trailing))
        }
        let parts = try decoding(.header) { () throws(WireError) in try Parts(bytes) }
        statement = try RecoveryStatement(parts.statement)
        lineage = parts.lineage
        device = parts.device
        created = parts.created
        wrapped = parts.wrapped
        signature = parts.signature
        signedCount =
            bytes.count - P256Signature.byteCount - HMACSHA256Key.tagByteCount
        self.bytes = bytes
    }

    /// Tells whether a phrase opens the backup.
    ///
    /// It blocks for about 0.15 s.
    ///
    /// - Parameter phrase: the phrase.
    /// - Returns: whether it does.
    /// - Throws: ``RecoveryError/costsOutOfBounds`` before any memory is taken;
    ///   ``RecoveryError/crypto(_:)``: nothing is known then.
    public func isOpened(by phrase: RecoveryPhrase) throws(RecoveryError) -> Bool {
        try statement.isOpened(
            by: RecoveryKeys(phrase, costs: statement.costs, bounds: .standard))
    }

    /// Whether a device signed it.
    ///
    /// - Parameter key: the device's key, as the account's log has it.
    /// - Returns: whether it did.
    /// - Throws: ``RecoveryError/crypto(_:)``; nothing is known then.
    private func isSigned(by key: P256PublicKey) throws(RecoveryError) -> Bool {
        try recovering { () throws(CryptoError) in
            try SignaturePurpose.backupHeader.isSatisfied(
                by: signature, of: key, over: Array(bytes[..<signedCount]))
        }
    }

    /// Checks that a device of the account signed it.
    ///
    /// - Throws: ``RecoveryError/unknownSigner(_:)``; ``RecoveryError/damaged(_:)`` if the signature
    ///   is none of the device's.
    func requireSigner(in log: DeviceLog) throws(RecoveryError) {
        guard let member = log.facts.members[device] else { throw .unknownSigner(device) }
        guard try isSigned(by: member.record.signingKey) else {
            throw .damaged(BackupDamage(.header, .changed))
        }
    }

    /// Opens the backup's key.
    ///
    /// - Parameter keys: what the phrase gave, which is this statement's.
    /// - Returns: the keys of the backup.
    /// - Throws: ``RecoveryError/damaged(_:)`` if the header is not what was written.
    func open(_ keys: RecoveryKeys) throws(RecoveryError) -> BackupKeys {
        let wrapKey = try keys.wrapKey(of: statement.account)
        let key: SecretBytes
        do throws(CryptoError) {
            key = try HPKE.open(
                wrapped, key: wrapKey, suite: .p256AES256GCM,
                info: Self.wrapInfo(statement.account, lineage),
                associatedData: Self.wrapData(statement, created, device))
        } catch {
            throw error.asDamage(of: .header)
        }
        guard key.count == BackupKeys.keyByteCount else {
            throw .damaged(BackupDamage(.header, .malformed))
        }
        let opened = try BackupKeys(key, account: statement.account, lineage: lineage)
        try check(opened)
        return opened
    }

    /// Checks that whoever has a backup's key wrote this header of it.
    func check(_ keys: BackupKeys) throws(RecoveryError) {
        let border = bytes.count - HMACSHA256Key.tagByteCount
        guard keys.isWhole(header: Array(bytes[..<border]), tag: Array(bytes[border...])) else {
            throw .damaged(BackupDamage(.header, .changed))
        }
    }
}

extension BackupHeader {
    /// Wraps a backup's key and has the device sign it.
    ///
    /// - Parameters:
    ///   - keys: the backup's keys.
    ///   - statement: whose phrase opens it.
    ///   - signer: the device.
    ///   - created: seconds since 1970.
    ///   - random: gives the ephemeral key.
    /// - Throws: ``RecoveryError/store(_:)`` if the device cannot sign.
    init(
        _ keys: BackupKeys, statement: RecoveryStatement, signer: any BackupSigner,
        created: Int64, random: any SecureRandom
    ) async throws(RecoveryError) {
        let wrapped = try recovering { () throws(CryptoError) in
            try HPKE.seal(
                keys.key, to: statement.wrapKey, suite: .p256AES256GCM,
                info: Self.wrapInfo(keys.account, keys.lineage),
                associatedData: Self.wrapData(statement, created, signer.device), random: random)
        }
        let signed = WireWriter.encode { writer in
            writer.put(Parts.magic)
            writer.put(Parts.format)
            writer.put(Parts.suite)
            writer.putVector(statement.bytes)
            writer.put(keys.lineage.bytes)
            writer.put(signer.device.bytes)
            writer.put(created)
            writer.putVector(wrapped)
        }
        let signature = try await signer.sign(signed, for: .backupHeader)
        let authenticated = signed + signature.bytes
        try self.init(authenticated + keys.tag(ofHeader: authenticated))
    }

    private static func wrapInfo(_ account: AccountID, _ lineage: SlotID) -> [UInt8] {
        RecoveryLabel.wrapInfo.bytes + account.bytes + lineage.bytes
    }

    private static func wrapData(
        _ statement: RecoveryStatement, _ created: Int64, _ device: DeviceID
    ) -> [UInt8] {
        WireWriter.encode { writer in
            writer.put(SHA256.hash(statement.bytes))
            writer.put(device.bytes)
            writer.put(created)
        }
    }

    private struct Parts {
        static let magic = Array("HFB1".utf8)
        static let format: UInt16 = 1
        /// HPKE with P-256, HKDF-SHA256 and AES-256-GCM; chunks by C2SP's chunked-encryption.
        static let suite: UInt16 = 1

        let statement: [UInt8]
        let lineage: SlotID
        let device: DeviceID
        let created: Int64
        let wrapped: [UInt8]
        let signature: P256Signature

        init(_ bytes: [UInt8]) throws(WireError) {
            var reader = WireReader(bytes)
            guard try reader.raw(4, "magic") == Self.magic else {
                throw WireError(.invalidValue, in: "magic")
            }
            guard try reader.number16("format") == Self.format else {
                throw WireError(.newerVersion, in: "format")
            }
            guard try reader.number16("suite") == Self.suite else {
                throw WireError(.newerVersion, in: "suite")
            }
            statement = try reader.vector(atMost: 1_024, "statement")
            lineage = try reader.slot("lineage")
            device = try reader.identifier(DeviceID.self, "device")
            created = Int64(bitPattern: try reader.number64("created"))
            wrapped = try reader.vector(atMost: 256, "wrapped")
            signature = try reader.signature("signature")
            _ = try reader.raw(HMACSHA256Key.tagByteCount, "tag")
            try reader.expectEnd("BackupHeader")
        }
    }
}

/// Under what a header lies: a phrase's place, and the backup it belongs to.
public struct HeaderPlace: Sendable, Hashable {
    /// Where the phrase's backups lie.
    public let locator: Locator
    /// Which backup.
    public let lineage: SlotID

    /// Names a place.
    ///
    /// - Parameters:
    ///   - locator: where the phrase's backups lie.
    ///   - lineage: which backup.
    public init(locator: Locator, lineage: SlotID) {
        self.locator = locator
        self.lineage = lineage
    }
}

extension CryptoError {
    /// Says what sealed bytes that do not open mean, and keeps what is no fault of theirs.
    func asDamage(of part: BackupDamage.Part, index: Int? = nil) -> RecoveryError {
        switch reason {
        case .authenticationFailed, .invalidParameter:
            .damaged(BackupDamage(part, .changed, index: index))
        case .invalidLength: .damaged(BackupDamage(part, .truncated, index: index))
        case .limitReached, .outOfMemory, .randomnessUnavailable, .libraryFailure: .crypto(self)
        }
    }
}
