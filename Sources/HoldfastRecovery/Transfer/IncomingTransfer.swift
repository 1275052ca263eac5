import HoldfastCrypto
public import HoldfastE2EE
public import HoldfastWire

/// A history that another device of the account hands to this one, found and verified.
public struct IncomingTransfer: Sendable {
    /// The ticket.
    public let ticket: TransferTicket
    private let found: FoundBackup
    private let keys: IdentityKeys
    private let target: any BackupTarget

    /// What it is.
    public var summary: BackupSummary { found.summary }

    /// Opens a ticket and looks for its history.
    ///
    /// - Parameters:
    ///   - ticket: what was scanned, or sent and compared.
    ///   - target: where the source has put it.
    ///   - keys: this device's keys.
    ///   - log: the account's log, verified.
    /// - Returns: the history; nothing is written.
    /// - Throws: ``RecoveryError/unknownSigner(_:)`` or ``RecoveryError/damaged(_:)`` for a ticket that
    ///   is not the source's, or not for this device; as ``FoundBackup/find(_:at:witness:)``.
    public static func find(
        _ ticket: TransferTicket, at target: any BackupTarget, for keys: IdentityKeys,
        in log: DeviceLog
    ) async throws(RecoveryError) -> IncomingTransfer {
        try await find(ticket, at: target, for: keys, in: log, bounds: .standard)
    }

    /// The same with other bounds for the costs, for tests.
    ///
    /// - Parameters:
    ///   - ticket: what was scanned.
    ///   - target: where the source has put it.
    ///   - keys: this device's keys.
    ///   - log: the account's log.
    ///   - bounds: which costs are borne.
    /// - Returns: the history.
    /// - Throws: as ``find(_:at:for:in:)``.
    package static func find(
        _ ticket: TransferTicket, at target: any BackupTarget, for keys: IdentityKeys,
        in log: DeviceLog, bounds: RecoveryBounds
    ) async throws(RecoveryError) -> IncomingTransfer {
        let phrase = try await ticket.phrase(openedBy: keys, in: log)
        let found = try await FoundBackup.find(
            phrase, at: target, witness: RestoreWitness(log: log), bounds: bounds)
        guard found.summary.generation.lineage == ticket.lineage,
            found.generation.manifest.device == ticket.source
        else { throw .damaged(BackupDamage(.header, .misplaced)) }
        return IncomingTransfer(ticket: ticket, found: found, keys: keys, target: target)
    }

    /// Stages all of the history, verifies it, puts it in its place, and tells the source.
    ///
    /// Nothing is switched before all is verified (P2). A death is gone on with by the same call, also
    /// where only the word to the source is missing.
    ///
    /// - Parameters:
    ///   - staging: where to.
    ///   - occupied: what is done about content that is there already.
    ///   - progress: is told after each piece.
    /// - Returns: what was taken.
    /// - Throws: as ``FoundBackup/restore(into:occupied:progress:)``; the source keeps what it has.
    public func take(
        into staging: any RestoreStaging, occupied: FoundBackup.Occupied = .refuse,
        progress: @Sendable (FoundBackup.Progress) -> Void = { _ in }
    ) async throws(RecoveryError) -> FoundBackup.Report {
        let report = try await found.restore(
            into: staging, occupied: occupied, progress: progress)
        try await confirm()
        return report
    }

    /// Tells the source once more that all of it was verified and taken, where that did not arrive.
    ///
    /// - Throws: ``RecoveryError/target(_:)``, ``RecoveryError/store(_:)``.
    public func confirm() async throws(RecoveryError) {
        let receipt = try await TransferReceipt(
            ticket, summary.generation, by: IdentityBackupSigner(keys))
        let (target, ticket, bytes) = (target, ticket, receipt.bytes)
        let hash = Digest256(known: SHA256.hash(bytes))
        _ = try await atTarget { () throws(BackupTargetError) in
            try await target.keepChunk(
                bytes, hash: hash, named: TransferReceipt.name(of: ticket), of: ticket.lineage)
        }
    }
}
