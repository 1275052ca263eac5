import HoldfastCore
import HoldfastE2EE
import HoldfastHistory
import HoldfastLinux
import HoldfastRecovery
import HoldfastRelayClient
import HoldfastWire

/// A vault's device as it is backed up: its identity in order, what there is to back up, and where.
@MainActor
struct VaultBackup {
    let device: VaultDevice
    let record: IdentityRecord
    let log: AccountLog
    let place: BackupPlace
    /// What the backup is made with.
    let configuration: DeviceBackup.Configuration
    let backup: DeviceBackup
    private let history: HistoryConfiguration
    /// Counts pieces as they come and go.
    let progress: TargetProgress

    private var session: Session { device.session }

    /// Opens the backup of the vault that a command line names.
    ///
    /// - Parameters:
    ///   - arguments: where the account is, and `--to` if the command takes it.
    ///   - session: the surroundings.
    ///   - action: what fails otherwise.
    /// - Returns: the backup, which nothing was asked of yet.
    /// - Throws: status 1 if the vault is no device; the decision's error if it is not in order;
    ///   `INVALID_ARGUMENT` if no place is known.
    static func open(
        _ arguments: ParsedArguments, in session: Session, _ action: String
    ) async throws(Failure) -> VaultBackup {
        let device = try await VaultDevice.find(arguments, in: session, action)
        let (record, log) = try await device.inOrder(action)
        let named = try BackupPlace.file(arguments, .backupTo)
        let vault = device.vault
        let known = try await session.attempt(action) { () async throws(KeychainError) in
            try await BackupPlace.remembered(in: vault)
        }
        let place = named ?? known
        return try await VaultBackup(device, record, log, place, action)
    }

    /// Takes a device that is in order.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - record: its identity.
    ///   - log: its account's log.
    ///   - place: where the backup is; `nil` for the relay, if the account is at one.
    ///   - action: what fails otherwise.
    /// - Throws: as ``open(_:in:_:)``.
    init(
        _ device: VaultDevice, _ record: IdentityRecord, _ log: AccountLog,
        _ place: BackupPlace?, _ action: String
    ) async throws(Failure) {
        let keys = IdentityKeys(record, in: device.parts)
        (self.place, progress) = try Self.target(place, device, keys, action)
        self.device = device
        self.record = record
        self.log = log
        configuration = DeviceBackup.Configuration(
            store: device.vault, target: progress, signer: IdentityBackupSigner(keys),
            clock: device.session.wallClock)
        backup = DeviceBackup(configuration)
        history = try await device.historyConfiguration(action)
    }

    /// This device, as whoever restores the backup is told.
    var origin: BackupOrigin {
        BackupOrigin(
            slot: record.device.slot, deviceName: record.device.name, log: log.log)
    }

    /// What there is to back up, as it is at the first question.
    var source: HistoryBackupSource {
        HistoryBackupSource(history, ItemContents(device.vault), log: log.entries)
    }

    /// Runs a body that speaks to the backup; what it throws then says what was being done.
    func run<R>(
        _ action: String, _ what: String? = nil,
        _ body: () async throws(RecoveryError) -> R
    ) async throws(Failure) -> R {
        progress.begin(what, on: session.streams.error)
        defer { progress.end() }
        return try await session.recovering(at: place, action, body)
    }

    /// Backs up what there is, and says what was written.
    ///
    /// - Parameters:
    ///   - action: what fails otherwise.
    ///   - policy: what is done about another device that was faster.
    /// - Returns: what was written.
    /// - Throws: what kept the backup from being made; the one before is the newest then.
    func backUp(
        _ action: String, onConflict policy: DeviceBackup.ConflictPolicy = .merge
    ) async throws(Failure) -> BackupReport {
        let source = source
        return try await run(action, "pieces sent") { () async throws(RecoveryError) in
            try await backup.run(source, from: origin, onConflict: policy)
        }
    }

    private static func target(
        _ place: BackupPlace?, _ device: VaultDevice, _ keys: IdentityKeys, _ action: String
    ) throws(Failure) -> (BackupPlace, TargetProgress) {
        switch place {
        case .file(let path):
            return (.file(path), TargetProgress(FileBackupTarget(path: path)))
        case .relay, nil:
            guard let directory = device.directory as? RelayAccountDirectory else {
                throw Failure(
                    KeychainError(
                        .invalidArgument, "nothing says where the backup goes",
                        advice: "name a file with --to"), action)
            }
            let session = RelaySession(
                keys, at: directory.relay.address, over: directory.transport,
                knownKey: directory.relay.key, patience: .ofCommand,
                wallClock: device.session.wallClock)
            return (.relay, TargetProgress(RelayBackupTarget(session)))
        }
    }
}

extension VaultDevice {
    /// Where the history of messages is, or would be.
    func historyConfiguration(_ action: String) async throws(Failure) -> HistoryConfiguration {
        try await Self.historyConfiguration(in: session, action)
    }

    /// The same for a vault that need be no device.
    static func historyConfiguration(
        in session: Session, _ action: String
    ) async throws(Failure) -> HistoryConfiguration {
        let (vault, clock) = (try session.vault(), session.wallClock)
        return try await session.attempt(action) { () async throws(KeychainError) in
            HistoryConfiguration(
                folder: folder(try await vault.status()) + "/history", store: vault,
                wallClock: clock)
        }
    }
}

extension OptionDeclaration {
    static let backupTo = Self(
        "to", value: "FILE", "back up into FILE instead of at the account's relay",
        completion: .file)
}
