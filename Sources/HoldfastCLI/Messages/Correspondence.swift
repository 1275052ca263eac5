import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastHistory
import HoldfastLinux
import HoldfastRelayClient
import HoldfastWire

/// A vault's device as it writes and receives: its identity in order, its history, and the relay.
@MainActor
struct Correspondence {
    let device: VaultDevice
    let record: IdentityRecord
    let keys: IdentityKeys
    let history: HistoryDatabase
    /// The relay as it was known when the command began.
    let relay: RelayPlace
    /// This device's session there.
    let line: RelaySession
    let logs: AccountLogs
    let ledger: VaultLedger
    let post: MessagePost
    private let keeper: PrekeyKeeper
    private let folder: String

    private var session: Session { device.session }

    /// Opens the device of the vault that a command line names.
    ///
    /// - Parameters:
    ///   - arguments: `--relay`, `--ca`, `--new-relay-key` and `--accept-history` are looked at.
    ///   - session: the surroundings.
    ///   - action: what fails otherwise.
    /// - Returns: the device, which nothing was asked of the relay for yet but its log.
    /// - Throws: status 1 if the vault is no device; the decision's error if it is not in order;
    ///   `DATA_CORRUPTED` for a history that is lost, or older than it was.
    static func open(
        _ arguments: ParsedArguments, in session: Session, _ action: String
    ) async throws(Failure) -> Correspondence {
        // First of all, since the other program goes on with all that was given.
        _ = try session.connector(action)
        let device = try await VaultDevice.find(arguments, in: session, action)
        let opening = try await device.opened(action)
        guard case .proceed = opening.decision, let record = opening.record else {
            throw try await device.failure(opening.decision, record: opening.record, action)
        }
        return try await Correspondence(device, record, arguments, action)
    }

    /// Takes a device that is in order.
    ///
    /// - Throws: as ``open(_:in:_:)``.
    init(
        _ device: VaultDevice, _ record: IdentityRecord, _ arguments: ParsedArguments,
        _ action: String
    ) async throws(Failure) {
        guard let directory = device.directory as? RelayAccountDirectory else {
            throw Failure(
                KeychainError(
                    .invalidArgument,
                    "the account is in a directory file, and messages need a relay",
                    advice: "'holdfast device register --relay URL' takes it to one"), action)
        }
        let session = device.session
        (folder, history) = try await Self.history(of: device, arguments, action)
        self.device = device
        self.record = record
        relay = directory.relay
        keys = IdentityKeys(record, in: device.parts)
        line = RelaySession(
            keys, at: relay.address, over: directory.transport,
            knownKey: arguments.has(.newRelayKey) ? nil : relay.key, patience: .ofCommand,
            wallClock: session.wallClock)
        logs = AccountLogs(directory, memory: HeadBook(device.vault))
        ledger = VaultLedger(history, ContactBook(device.vault))
        keeper = PrekeyKeeper(
            keys, database: history, store: device.vault, wallClock: session.wallClock)
        post = MessagePost(
            keys, session: line, logs: logs, ledger: ledger, counter: device.identity,
            wallClock: session.wallClock)
    }

    /// The history beside the device secret; it is made where there never was one.
    private static func history(
        of device: VaultDevice, _ arguments: ParsedArguments, _ action: String
    ) async throws(Failure) -> (String, HistoryDatabase) {
        let isAccepted = arguments.has(.acceptHistory)
        let (vault, clock) = (device.vault, device.session.wallClock)
        return try await device.session.attempt(action) { () async throws(KeychainError) in
            let folder = VaultDevice.folder(try await vault.status()) + "/history"
            let history = HistoryDatabase(
                HistoryConfiguration(folder: folder, store: vault, wallClock: clock))
            switch try await history.standing() {
            case .current: break
            case .missing:
                if !isAccepted, try await history.isLost() { throw lost("is gone") }
                try await history.make()
            case .older(let count):
                guard isAccepted else {
                    throw lost("is an old copy: its last \(count) changes are missing")
                }
                try await history.acceptStanding()
            case .other:
                guard isAccepted else { throw lost("is not the one that was used last") }
                try await history.acceptStanding()
            }
            return (folder, history)
        }
    }

    nonisolated private static func lost(_ what: String) -> KeychainError {
        KeychainError(
            .dataCorrupted, "the history of messages \(what)",
            advice: "put its files back, or go on without what is missing: --accept-history")
    }

    // MARK: Upkeep

    /// Sees to it that the relay has prekeys of this device, and remembers the relay's key.
    ///
    /// - Returns: why it could not be done; the next command does it.
    func keepUp() async -> KeychainError? {
        let failure: KeychainError?
        do throws(PrekeyDeskError) {
            try await PrekeyDesk(line, keeper: keeper).maintain()
            failure = nil
        } catch {
            failure = KeychainError(error, at: relay.address)
        }
        do throws(KeychainError) {
            try await keepRelayKey()
        } catch {
            return failure ?? error
        }
        await sayClock()
        return failure
    }

    private func keepRelayKey() async throws(KeychainError) {
        guard let key = await line.relayKey, key != relay.key else { return }
        var place = relay
        place.key = key
        try await DirectoryPlace.remember(.relay(place), in: device.vault)
    }

    /// A clock that is off by less than a day keeps nothing back, and should be known.
    private func sayClock() async {
        guard let ahead = await line.clockAhead, ahead.magnitude > Self.clockTolerance else {
            return
        }
        session.note("warning: this machine's clock is \(ClockText.apart(ahead)) the relay's")
    }

    private static let clockTolerance: UInt64 = 300

    /// What reads the inbox.
    func reader() async throws(LogsError) -> InboxReader {
        let inbox = MessageInbox(
            keys, log: try await logs.log(of: record.account), history: history, prekeys: keeper,
            wallClock: session.wallClock)
        return InboxReader(
            line, into: inbox, logs: logs, receipts: ledger, account: record.account)
    }

    /// Has one process at a time do something to this history.
    func lock(
        _ name: String, whileBusy busy: String, patience: Duration = .zero
    ) async throws(KeychainError) -> FolderLock {
        try await FolderLock(folder + "/" + name, whileBusy: busy, patience: patience)
    }
}

extension OptionDeclaration {
    static let acceptHistory = Self(
        "accept-history", "go on with a history of messages of which a part is missing")
}

extension [OptionDeclaration] {
    /// What the commands about messages have in common.
    static let ofMessages: [OptionDeclaration] = [
        .relay, .authorities, .newRelayKey, .acceptHistory,
    ]
}
