import HoldfastCore
import HoldfastE2EE
import HoldfastHistory
import HoldfastLinux
import HoldfastRecovery
import HoldfastWire

/// Brings a backup back onto this vault: staged and verified, then the device's place, then the
/// switch.
///
/// A death at any step leaves the vault as it was or as it is after, and the same once more goes on.
@MainActor
struct VaultRestore {
    let session: Session
    let arguments: ParsedArguments
    let door: BackupDoor
    let phrase: RecoveryPhrase
    let found: FoundBackup
    /// The account's log; `nil` if the account is left alone.
    let log: AccountLog?

    /// Does all of it.
    ///
    /// - Parameter action: what fails otherwise.
    /// - Returns: what came of it.
    /// - Throws: an error of the domain of conflicts if the vault holds messages; what is wrong with
    ///   the backup; what kept the vault, the relay or the directory from it.
    func run(_ action: String) async throws(Failure) -> RestoreOutcome {
        // Whatever may be asked of the person is asked before the long work.
        let place = try joinPlace(action)
        let history = try await VaultDevice.historyConfiguration(in: session, action)
        let vault = try await session.vaultForItems()
        let staging = HistoryRestore(into: history, ItemContents(vault))
        let wasInterrupted = try await session.attempt(action) {
            () async throws(KeychainError) in try await staging.settle()
        }
        var report: FoundBackup.Report?
        if !wasInterrupted { report = try await stage(staging, action) }
        let record = try await takePlace(place, action)
        if let record { try await goOn(record, action) }
        let items = try await session.attempt(action) { () async throws(KeychainError) in
            if !wasInterrupted { try await staging.switchOver() }
            return try await staging.restoredItems()
        }
        return RestoreOutcome(
            summary: found.summary, unreadable: report?.unreadable ?? [], items: items,
            record: record, log: log)
    }

    private func stage(
        _ staging: HistoryRestore, _ action: String
    ) async throws(Failure) -> FoundBackup.Report {
        let progress = Progress(on: session.streams.error, "pieces restored")
        defer { progress.end() }
        let (show, found) = (progress.show, found)
        let occupied: FoundBackup.Occupied =
            arguments.has(BackupRestoreCommand.keep) ? .keep : .refuse
        return try await session.recovering(at: door.place, action) {
            () async throws(RecoveryError) in
            try await found.stage(into: staging, occupied: occupied) {
                show($0.stagedCount, $0.pieceCount)
            }
        }
    }

    // MARK: The place in the account

    /// The place that this vault takes; `nil` if it takes none.
    private func joinPlace(_ action: String) throws(Failure) -> JoinPlace? {
        guard let log, !arguments.has(BackupRestoreCommand.dataOnly) else { return nil }
        let facts = log.log.facts
        if let word = arguments.value(of: DeviceRequestCommand.replace) {
            let member = try DeviceReference.find(word, in: facts, action)
            return .successor(of: member.record.id, reason: .lost)
        }
        if arguments.value(of: .deviceName) != nil || facts.activeDevices.isEmpty {
            return .new(named: try DeviceName.wanted(arguments, action))
        }
        guard let only = facts.activeDevices.first, facts.activeDevices.count == 1 else {
            let names = facts.activeDevices.map { "\($0.id) (\(Quoted.text($0.name)))" }
            throw Failure(
                KeychainError(
                    .invalidArgument,
                    "the account has several devices: \(names.joined(separator: ", "))",
                    advice: "say which one is lost with --replace, or --name this one as a new one"),
                action)
        }
        return .successor(of: only.id, reason: .lost)
    }

    /// Makes this vault's keys and takes the place, by the words' recovery key; one that it has
    /// already, from a run before this, it keeps.
    private func takePlace(
        _ place: JoinPlace?, _ action: String
    ) async throws(Failure) -> IdentityRecord? {
        guard let place else { return nil }
        let device = try await VaultDevice.prepare(
            arguments, in: session, action, makesDirectory: false)
        let account = found.summary.account
        let opening = try await device.run(action) { () async throws(IdentityError) in
            try await device.identity.open(.foreground, account: account)
        }
        if case .proceed = opening.decision, let record = opening.record {
            guard record.account == account else {
                throw Failure(
                    KeychainError(
                        .invalidArgument, "this vault is a device of another account",
                        advice: "restore into another vault: --vault DIR"), action)
            }
            return record
        }
        guard opening.permitsJoining else {
            throw try await device.failure(opening.decision, record: opening.record, action)
        }
        let signer = found.recoverySigner
        let record = try await device.run(action) { () async throws(IdentityError) in
            try await device.identity.join(as: place, signedBy: signer)
        }
        try await device.keepDirectory(action)
        return record
    }

    /// Has this device back up at the same place under the same words.
    private func goOn(_ record: IdentityRecord, _ action: String) async throws(Failure) {
        let device = try await VaultDevice.find(arguments, in: session, action)
        _ = try await device.opened(action)
        let log = try await session.attempt(action) { () async throws(KeychainError) in
            try await AccountLog.read(record.account, from: device.directory)
        }
        let here = try await VaultBackup(device, record, log, door.place, action)
        let acknowledgement = LossAcknowledgement(
            personAgreedThat: .lostPhraseMeansLostBackup, agreed: session.wallClock.now)
        let phrase = phrase
        _ = try await here.run(action) { () async throws(RecoveryError) in
            try await here.backup.switchOn(
                phrase, account: record.account, acknowledgement: acknowledgement)
        }
        try await here.keepPlace(action)
    }
}
