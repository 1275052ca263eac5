import HoldfastCore
import HoldfastCrypto
public import HoldfastWire

/// Hands this device's history to a new device of the account, without the phrase.
///
/// The history goes to the relay as a backup of its own, under a phrase that is drawn for it and kept
/// nowhere: it reaches the new device sealed, in a ``TransferTicket``. Nothing of this device's history
/// is removed here; ``isTaken(_:in:)`` says when the new device has verified and taken all of it.
public struct OutgoingTransfer: Sendable {
    private let backup: DeviceBackup

    /// Takes what the history is sent with; nothing is read or written.
    ///
    /// - Parameter configuration: as for ``DeviceBackup``; the two do not meddle with each other.
    public init(_ configuration: DeviceBackup.Configuration) {
        var own = configuration
        own.itemName = "transfer"
        backup = DeviceBackup(own)
    }

    /// Sends the history, and makes the ticket for the new device.
    ///
    /// One that was begun before and did not come to its end is given up first.
    ///
    /// - Parameters:
    ///   - source: what there is to hand over.
    ///   - origin: this device; its log has let the new device in.
    ///   - target: the new device.
    /// - Returns: the ticket, to be shown or sent to the new device.
    /// - Throws: ``RecoveryError/unknownSigner(_:)`` if the new device is no active one of the account;
    ///   as ``DeviceBackup/run(_:from:onConflict:)``. The call can be repeated.
    public func begin(
        _ source: any BackupSource, from origin: BackupOrigin, to target: DeviceID
    ) async throws(RecoveryError) -> TransferTicket {
        try await begin(source, from: origin, to: target, costs: .standard)
    }

    /// The same at other costs, for tests.
    ///
    /// - Parameters:
    ///   - source: what there is to hand over.
    ///   - origin: this device.
    ///   - target: the new device.
    ///   - costs: what the derivation costs.
    /// - Returns: the ticket.
    /// - Throws: as ``begin(_:from:to:)``.
    package func begin(
        _ source: any BackupSource, from origin: BackupOrigin, to target: DeviceID,
        costs: RecoveryCosts
    ) async throws(RecoveryError) -> TransferTicket {
        guard let member = origin.log.facts.members[target], member.isActive else {
            throw .unknownSigner(target)
        }
        try await abandon()
        let configuration = backup.configuration
        let (random, now) = (configuration.random, configuration.clock.now)
        let entropy = try recovering { () throws(CryptoError) in try random.secret(32) }
        guard let phrase = RecoveryPhrase(entropy: entropy) else {
            preconditionFailure("32 bytes are a phrase")
        }
        // No phrase of a person's is lost with it: the history stays on this device.
        _ = try await backup.switchOn(
            phrase, costs: costs, account: origin.log.account,
            acknowledgement: LossAcknowledgement(
                personAgreedThat: .lostPhraseMeansLostBackup, agreed: now),
            other: .beginBeside)
        let report = try await backup.run(source, from: origin)
        return try await TransferTicket(
            entropy, of: origin.log.account, lineage: report.generation.lineage,
            to: member.record, created: now.seconds, by: configuration.signer, random: random)
    }

    /// Whether the new device has verified the history and taken it.
    ///
    /// - Parameters:
    ///   - ticket: the ticket.
    ///   - log: the account's log, verified.
    /// - Returns: `false` as long as it has not said so; only its signature is believed.
    /// - Throws: ``RecoveryError/notEnrolled`` if no transfer is under way;
    ///   ``RecoveryError/damaged(_:)`` or ``RecoveryError/unknownSigner(_:)`` for a false receipt;
    ///   ``RecoveryError/target(_:)``.
    public func isTaken(
        _ ticket: TransferTicket, in log: DeviceLog
    ) async throws(RecoveryError) -> Bool {
        guard let known = try await backup.requireEnrolment().known,
            known.lineage == ticket.lineage
        else { throw .notEnrolled }
        let target = backup.configuration.target
        let stored = try await atTarget { () throws(BackupTargetError) in
            try await target.chunk(TransferReceipt.name(of: ticket), of: ticket.lineage)
        }
        guard let stored else { return false }
        let receipt = try decoding(.chunk) { () throws(WireError) in
            try TransferReceipt(stored)
        }
        try receipt.check(ticket, known, in: log)
        return true
    }

    /// Removes what was sent, once the new device has taken it.
    ///
    /// - Parameters:
    ///   - ticket: the ticket.
    ///   - log: the account's log, verified.
    /// - Throws: ``RecoveryError/unfinished`` if the new device has not taken it: nothing is removed
    ///   then; as ``isTaken(_:in:)``.
    public func finish(_ ticket: TransferTicket, in log: DeviceLog) async throws(RecoveryError) {
        guard try await isTaken(ticket, in: log) else { throw .unfinished }
        try await abandon()
    }

    /// Gives a transfer up, and removes what was sent of it; none is no error.
    ///
    /// - Throws: ``RecoveryError/store(_:)``, ``RecoveryError/target(_:)``; it can be repeated.
    public func abandon() async throws(RecoveryError) {
        guard let enrolment = try await backup.enrolment() else { return }
        let target = backup.configuration.target
        try await atTarget { () throws(BackupTargetError) in
            try await target.removeHeader(at: enrolment.place)
            try await target.removeLineage(enrolment.lineage)
        }
        try await backup.switchOff()
    }
}
