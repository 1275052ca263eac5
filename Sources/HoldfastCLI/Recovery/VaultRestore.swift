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
        // What cannot be done without asking is said before the long work.
        let slot = try placeToTake(action)
        var device: VaultDevice?
        if slot != nil {
            device = try await VaultDevice.prepare(
                arguments, in: session, action, makesDirectory: false)
        }
        let vault = try await session.vaultForItems()
        let history = try await VaultDevice.historyConfiguration(in: session, action)
        let staging = HistoryRestore(into: history, ItemContents(vault))
        let mark = RestoreMark(vault)
        let isPermitted = arguments.has(BackupRestoreCommand.keep)
        try await session.recovering(at: door.place, action) { () async throws(RecoveryError) in
            try await mark.permit(staging, found.summary.generation, besideOthers: isPermitted)
        }
        let (record, report) = try await bringBack(staging, slot, device, action)
        if let record { try await goOn(record, action) }
        let items = try await session.attempt(action) { () async throws(KeychainError) in
            try await staging.restoredItems()
        }
        return RestoreOutcome(
            summary: found.summary, unreadable: report.unreadable, items: items, record: record,
            log: log)
    }

    /// Stages and verifies all of it, takes the device's place, and switches over.
    private func bringBack(
        _ staging: HistoryRestore, _ slot: SlotID?, _ device: VaultDevice?, _ action: String
    ) async throws(Failure) -> (IdentityRecord?, FoundBackup.Report) {
        let progress = Progress(on: session.streams.error, "pieces restored")
        defer { progress.end() }
        let (show, found, place) = (progress.show, found, door.place)
        let result = try await session.attempt(action) {
            () async throws(KeychainError) -> (IdentityRecord?, FoundBackup.Report) in
            do throws(RecoveryError) {
                guard let slot, let device else {
                    let report = try await found.restore(into: staging, occupied: .keep) {
                        show($0.stagedCount, $0.pieceCount)
                    }
                    return (nil, report)
                }
                let back = try await found.restore(
                    into: staging, inPlaceOf: slot, as: device.identity, occupied: .keep
                ) { show($0.stagedCount, $0.pieceCount) }
                return (back.identity, back.content)
            } catch .identity(let error) {
                throw device.map { KeychainError(error, of: $0.directory) }
                    ?? RecoveryError.identity(error).keychainError
            } catch {
                throw KeychainError(error, at: place)
            }
        }
        if let device, result.0 != nil { try await device.keepDirectory(action) }
        return result
    }

    // MARK: The place in the account

    /// Whose place this vault takes; `nil` if it takes none.
    private func placeToTake(_ action: String) throws(Failure) -> SlotID? {
        guard let log, !arguments.has(BackupRestoreCommand.dataOnly) else { return nil }
        let facts = log.log.facts
        if let word = arguments.value(of: BackupRestoreCommand.lostDevice) {
            return try DeviceReference.find(word, in: facts, action).record.slot
        }
        let devices = facts.activeDevices.filter { !$0.isRecoveryRecipient }
        let slots = Set(devices.map(\.slot) + found.summary.devices.map(\.slot))
        guard slots.count > 1 else { return slots.first }
        let names = devices.map { "\($0.id) (\(Quoted.text($0.name)))" }
        throw Failure(
            KeychainError(
                .invalidArgument, "there are several devices: \(names.joined(separator: ", "))",
                advice: "say which one is lost, or which one this is, with --lost"), action)
    }

    /// Has this device back up at the same place under the same words, and offer its prekeys.
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
        guard device.directory is RelayAccountDirectory else { return }
        let correspondence = try await Correspondence(device, record, arguments, action)
        correspondence.noteTrouble(await correspondence.keepUp())
    }
}
