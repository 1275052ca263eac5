#if Network && Server
import HoldfastCore
import HoldfastCrypto
import HoldfastCurl
import HoldfastE2EE
import HoldfastRelayClient
import HoldfastWire

@testable import HoldfastLab

/// A device with an app on it that speaks to a relay.
final class Phone {
    let store = MemoryStore()
    let container = MemoryContainer()
    let history = MemoryHistory()
    let ledger: Ledger
    let transport: TamperingTransport
    let address: RelayAddress
    let wallClock: SettableClock
    let clock = SleeplessClock()
    let directory: RelayDirectory
    let identity: DeviceIdentity
    private(set) var account: AccountID?

    private(set) var app: App?

    /// What an app's process holds.
    struct App {
        let record: IdentityRecord
        let session: RelaySession
        let logs: AccountLogs
        let keeper: PrekeyKeeper
        let desk: PrekeyDesk
        let post: MessagePost
    }

    init(_ relay: RelayAddress, base: (any RelayTransport)? = nil) throws {
        address = relay
        transport = TamperingTransport(try base ?? CurlTransport(to: relay))
        wallClock = SettableClock(SystemWallClock().now.seconds)
        store.answerPrompts(.confirmed)
        ledger = Ledger(history)
        directory = RelayDirectory(over: transport, clock: clock)
        identity = DeviceIdentity(
            IdentityParts(
                keys: SoftwareKeyStore(over: store), store: store, database: history,
                directory: directory, container: container, presence: .biometryCurrentSet,
                wallClock: wallClock, pause: .zero))
    }

    /// Begins an account.
    func begin(_ name: String) async throws {
        _ = try await identity.open(.foreground)
        start(try await identity.begin(named: name, recovery: nil))
        _ = try await identity.open(.foreground)
    }

    /// Joins another device's account, which lets it in.
    func join(_ other: Phone, _ name: String) async throws {
        _ = try await identity.open(.foreground, account: other.account)
        let request = try await identity.askToJoin(as: .new(named: name))
        _ = try await other.identity.open(.foreground)
        _ = try await other.identity.approve(
            JoinRequest(request.bytes), prompt: Prompt(title: "Let it in?"))
        guard let record = try await identity.open(.foreground).record else {
            throw WireError(.invalidValue, in: "record")
        }
        start(record)
    }

    /// A new process of the app.
    func start(_ record: IdentityRecord, knownKey: P256PublicKey? = nil) {
        account = record.account
        let keys = IdentityKeys(
            record, keys: SoftwareKeyStore(over: store),
            agreementKeys: SoftwareKeyStore(over: store))
        let session = RelaySession(
            keys, at: address, over: transport, knownKey: knownKey, wallClock: wallClock,
            clock: clock)
        let logs = AccountLogs(directory, memory: ledger)
        var schedule = PrekeySchedule()
        schedule.oneTimeCount = 8
        schedule.oneTimeLowWater = 4
        let keeper = PrekeyKeeper(
            keys, database: history, store: store, wallClock: wallClock, schedule: schedule)
        app = App(
            record: record, session: session, logs: logs, keeper: keeper,
            desk: PrekeyDesk(session, keeper: keeper),
            post: MessagePost(
                keys, session: session, logs: logs, ledger: ledger, counter: identity,
                wallClock: wallClock))
    }

    /// Puts a new key in the place of the present one.
    func renew() async throws {
        _ = try await identity.open(.foreground)
        start(try await identity.renew())
        _ = try await identity.open(.foreground)
    }

    /// The device's identity, whose directory asks for the message counter too.
    func identity(asking session: RelaySession) -> DeviceIdentity {
        DeviceIdentity(
            IdentityParts(
                keys: SoftwareKeyStore(over: store), store: store, database: history,
                directory: directory.asking(session), container: container,
                presence: .biometryCurrentSet, wallClock: wallClock, pause: .zero))
    }

    /// Starts the app anew on the same device.
    func restart() throws {
        start(try running.record)
    }

    var running: App {
        get throws {
            guard let app else { throw WireError(.invalidValue, in: "app") }
            return app
        }
    }

    var id: DeviceID {
        get throws { try running.record.device.id }
    }

    /// Writes a message.
    func write(_ text: String, to contacts: [Phone]) async throws -> MessageID {
        let draft = try MessageDraft(
            SecretBytes(utf8: text), created: wallClock.now, random: SystemRandom())
        await ledger.add(draft, to: contacts.compactMap(\.account))
        return draft.id
    }

    /// Writes a message and sends it.
    @discardableResult
    func send(
        _ text: String, to contacts: [Phone], policies: [AccountID: GradePolicy] = [:]
    ) async throws -> PostedMessage {
        try await running.post.send(
            try await write(text, to: contacts), policies: policies)
    }

    /// Fetches all that waits, and gives what is new.
    @discardableResult
    func receive() async throws -> (texts: [String], batches: [InboxBatch]) {
        let reader = try await reader()
        var (texts, batches): ([String], [InboxBatch]) = ([], [])
        repeat {
            let batch = try await reader.fetch()
            for case .stored(let message) in batch.messages.map(\.verdict) {
                texts.append(message.body.content.utf8String() ?? "?")
            }
            batches.append(batch)
        } while batches.last?.isLast == false && batches.count < 20
        return (texts, batches)
    }

    func reader() async throws -> InboxReader {
        let app = try running
        let keys = IdentityKeys(
            app.record, keys: SoftwareKeyStore(over: store),
            agreementKeys: SoftwareKeyStore(over: store))
        let inbox = MessageInbox(
            keys, log: try await app.logs.log(of: app.record.account), history: history,
            prekeys: app.keeper, wallClock: wallClock)
        return InboxReader(
            app.session, into: inbox, logs: app.logs, receipts: ledger,
            account: app.record.account)
    }
}

/// A clock that shows what it is told to.
final class SettableClock: WallClock {
    private let seconds: Locked<Int64>

    init(_ seconds: Int64) { self.seconds = Locked(seconds) }

    var now: UnixTime { UnixTime(seconds: seconds.withLock { $0 }) }
    func set(_ value: Int64) { seconds.withLock { $0 = value } }
}

extension InboxBatch {
    /// Why messages wait or were dropped.
    var failures: [OpenFailure] {
        messages.compactMap { outcome in
            switch outcome.verdict {
            case .waiting(let failure), .dropped(let failure): failure
            case .stored, .duplicate, .notOpened: nil
            }
        }
    }

    var duplicateCount: Int {
        messages.count { outcome in
            guard case .duplicate = outcome.verdict else { return false }
            return true
        }
    }
}
#endif
