import HoldfastCore
public import HoldfastE2EE
public import HoldfastWire

extension FoundBackup {
    /// What came back on a new phone.
    public struct Return: Sendable, Hashable {
        /// Who the device is now.
        public let identity: IdentityRecord
        /// The content.
        public let content: Report
    }

    /// Restores the backup and puts this device in the place of the one that was lost.
    ///
    /// In this order: the identity is opened and the account's log compared with the backup's;
    /// every piece is verified in staging; this device gets new keys and its entry in the log,
    /// which puts the old key out; the content takes its place in one step. An error or a death leaves
    /// the old state or the new one (P2), and the same call goes on: with the same new keys, and
    /// where the device has its place already, without another entry.
    ///
    /// A device that is in the account stays who it is, and gets the content. One whose own key has
    /// survived signs itself in; the phrase signs for any other. Who vouched, the next opening's
    /// ``IdentityOpening/continuity`` says; contacts keep what they have verified.
    ///
    /// - Parameters:
    ///   - staging: where to; its last step leaves the entry of the identity's database as it is.
    ///   - slot: whose place it is: one of the summary's devices. A device that the account has put
    ///     out in the meantime gets a place of its own, under that name.
    ///   - reason: why the old key goes, if the key is not known to be this device's own.
    ///   - identity: this device's identity; it is opened here, with the person there.
    ///   - occupied: what is done about content that is there already.
    ///   - progress: is told after each piece.
    /// - Returns: who the device is now, and what was restored.
    /// - Throws: as ``restore(into:occupied:progress:)``; ``RecoveryError/rolledBack(known:found:)``
    ///   if the account's log knows of a newer generation; ``RecoveryError/identity(_:)`` with
    ///   `notPermitted` if the device cannot be given a key now, with `log` if the account's log is
    ///   not a continuation of the backup's, and with what ``DeviceIdentity/join(as:signedBy:)``
    ///   throws.
    public func restore(
        into staging: any RestoreStaging, inPlaceOf slot: SlotID, reason: RemovalReason = .lost,
        as identity: DeviceIdentity, occupied: Occupied = .refuse,
        progress: @Sendable (Progress) -> Void = { _ in }
    ) async throws(RecoveryError) -> Return {
        let account = summary.account
        let opening = try await atIdentity { () throws(IdentityError) in
            try await identity.open(.foreground, account: account)
        }
        try expectAccount(opening)
        try compare(
            try await atIdentity { () throws(IdentityError) in try await identity.accountLog() })
        let report = try await stage(into: staging, occupied: occupied, progress: progress)
        let record = try await takePlace(slot, reason, opening, identity)
        try await atStore { () throws(KeychainError) in try await staging.switchOver() }
        return Return(identity: record, content: report)
    }

    private func expectAccount(_ opening: IdentityOpening) throws(RecoveryError) {
        guard opening.account == summary.account else {
            throw .identity(.joining(.otherAccount))
        }
        switch opening.decision {
        case .proceed, .reinstalled, .rolledBack: return
        default:
            guard opening.permitsJoining else {
                throw .identity(.notPermitted(opening.decision))
            }
        }
    }

    /// Believes a log only as a continuation of the one that the backup was signed under.
    private func compare(_ current: DeviceLog) throws(RecoveryError) {
        switch current.relation(to: log.head) {
        case .same, .older: break
        case .newer: throw .identity(.log(LogError(.wrongSequence, at: log.head.sequence)))
        case .forked: throw .identity(.log(LogError(.fork, at: log.head.sequence)))
        }
        guard let checkpoint = current.facts.checkpoint,
            checkpoint.lineage == summary.generation.lineage,
            checkpoint.generation > summary.generation.generation
        else { return }
        throw .rolledBack(
            known: checkpoint.generation, found: summary.generation.generation)
    }

    private func takePlace(
        _ slot: SlotID, _ reason: RemovalReason, _ opening: IdentityOpening,
        _ identity: DeviceIdentity
    ) async throws(RecoveryError) -> IdentityRecord {
        let recovery = recoverySigner
        switch opening.decision {
        case .proceed:
            guard let record = opening.record else { break }
            return record
        case .reinstalled, .rolledBack:
            return try await atIdentity { () throws(IdentityError) in
                try await identity.renew()
            }
        default: break
        }
        let place = try await place(slot, reason, opening, identity)
        return try await atIdentity { () throws(IdentityError) in
            try await identity.join(as: place, signedBy: recovery)
        }
    }

    private func place(
        _ slot: SlotID, _ reason: RemovalReason, _ opening: IdentityOpening,
        _ identity: DeviceIdentity
    ) async throws(RecoveryError) -> JoinPlace {
        if let own = opening.ownPlace, opening.record?.device.slot == slot { return own }
        let current = try await atIdentity { () throws(IdentityError) in
            try await identity.accountLog()
        }
        if let device = current.facts.activeDevices.first(where: { $0.slot == slot }) {
            return .successor(of: device.id, reason: reason)
        }
        guard let device = summary.devices.first(where: { $0.slot == slot }) else {
            throw .identity(.joining(.unknownDevice))
        }
        return .new(named: device.name)
    }
}

/// Runs a body that speaks with the device's identity.
private func atIdentity<R: Sendable>(
    _ body: () async throws(IdentityError) -> R
) async throws(RecoveryError) -> R {
    do throws(IdentityError) {
        return try await body()
    } catch {
        throw .identity(error)
    }
}
