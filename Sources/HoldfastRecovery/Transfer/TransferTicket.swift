import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
public import HoldfastWire

/// What a device shows the new one that takes over its history: where that lies and, sealed for the new
/// device alone, the phrase that opens it.
///
/// It is scanned from screen to screen, or sent and the ``comparison`` of both sides read aloud. Whoever
/// else sees it learns nothing.
///
/// - Note: Every byte is in `docs/formats/transfer.md`.
public struct TransferTicket: Sendable, Hashable {
    /// The account of both devices.
    public let account: AccountID
    /// The device whose history it is.
    public let source: DeviceID
    /// The device that it is for.
    public let target: DeviceID
    /// Under what the history lies.
    public let lineage: SlotID
    /// When it was made, in seconds since 1970, by the source's clock.
    public let created: Int64
    let sealed: [UInt8]
    let signature: P256Signature

    /// Thirty digits in six groups, the same on both sides if the ticket is the same.
    ///
    /// It takes some milliseconds.
    public var comparison: [String] { SafetyNumber.comparison(of: bytes, with: target) }

    var hash: [UInt8] { SHA256.hash(bytes) }

    /// Seals a one-time phrase for a device and signs the ticket.
    init(
        _ entropy: SecretBytes, of account: AccountID, lineage: SlotID, to target: DeviceRecord,
        created: Int64, by signer: any BackupSigner, random: any SecureRandom
    ) async throws(RecoveryError) {
        self.account = account
        source = signer.device
        self.target = target.id
        self.lineage = lineage
        self.created = created
        let info = Self.info(account, signer.device, target.id, lineage)
        sealed = try recovering { () throws(CryptoError) in
            try HPKE.seal(
                entropy, to: target.agreementKey, suite: .p256AES256GCM, info: info,
                associatedData: [], random: random)
        }
        let head = Self.head(account, source, self.target, lineage, created, sealed)
        signature = try await signer.sign(head, for: .transfer)
    }

    /// The phrase, opened by the device that it is for.
    ///
    /// - Throws: ``RecoveryError/unknownSigner(_:)`` if the source is no active device of the account;
    ///   ``RecoveryError/damaged(_:)`` if it is not signed, not for this device or does not open.
    func phrase(
        openedBy keys: IdentityKeys, in log: DeviceLog
    ) async throws(RecoveryError) -> RecoveryPhrase {
        guard account == log.account, target == keys.record.device.id else {
            throw .damaged(BackupDamage(.header, .misplaced))
        }
        try checkSource(in: log)
        let entropy: SecretBytes
        do throws(HPKEFailure<IdentityKeyError>) {
            entropy = try await HPKE.open(
                sealed, keptKey: keys.agreementKey, suite: .p256AES256GCM,
                info: Self.info(account, source, target, lineage), associatedData: [],
                preSharedKey: nil)
        } catch {
            switch error {
            case .key(let error): throw .store(error.asStoreError)
            case .crypto(let error): throw error.asDamage(of: .header)
            }
        }
        guard let phrase = RecoveryPhrase(entropy: entropy) else {
            throw .damaged(BackupDamage(.header, .malformed))
        }
        return phrase
    }

    private func checkSource(in log: DeviceLog) throws(RecoveryError) {
        guard let member = log.facts.members[source], member.isActive else {
            throw .unknownSigner(source)
        }
        let head = Self.head(account, source, target, lineage, created, sealed)
        let isSigned = try recovering { () throws(CryptoError) in
            try SignaturePurpose.transfer.isSatisfied(
                by: signature, of: member.record.signingKey, over: head)
        }
        guard isSigned else { throw .damaged(BackupDamage(.header, .changed)) }
    }

    private static func info(
        _ account: AccountID, _ source: DeviceID, _ target: DeviceID, _ lineage: SlotID
    ) -> [UInt8] {
        RecoveryLabel.transfer.bytes + account.bytes + source.bytes + target.bytes
            + lineage.bytes
    }
}

extension TransferTicket {
    private static let magic = Array("HFTT".utf8)
    private static let version: UInt16 = 1
    private static let sealedLimit = 256

    /// The ticket as it is shown or sent.
    public var bytes: [UInt8] {
        Self.head(account, source, target, lineage, created, sealed) + signature.bytes
    }

    /// Reads a ticket, without checking its signature.
    ///
    /// - Parameter bytes: what was scanned or received.
    /// - Throws: ``HoldfastWire/WireError``: it is no ticket, a damaged or a newer one.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.raw(4, "magic") == Self.magic else {
            throw WireError(.invalidValue, in: "magic")
        }
        guard try reader.number16("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        account = try reader.identifier(AccountID.self, "account")
        source = try reader.identifier(DeviceID.self, "source")
        target = try reader.identifier(DeviceID.self, "target")
        lineage = try reader.slot("lineage")
        created = Int64(bitPattern: try reader.number64("created"))
        sealed = try reader.vector(atMost: Self.sealedLimit, "sealed")
        signature = try reader.signature("signature")
        try reader.expectEnd("TransferTicket")
    }

    private static func head(
        _ account: AccountID, _ source: DeviceID, _ target: DeviceID, _ lineage: SlotID,
        _ created: Int64, _ sealed: [UInt8]
    ) -> [UInt8] {
        WireWriter.encode { writer in
            writer.put(magic)
            writer.put(version)
            writer.put(account.bytes)
            writer.put(source.bytes)
            writer.put(target.bytes)
            writer.put(lineage.bytes)
            writer.put(created)
            writer.putVector(sealed)
        }
    }
}
