import Holdfast
import HoldfastCrypto
import HoldfastE2EE
import HoldfastHistory
import HoldfastLab
import HoldfastWire
import Synchronization

/// Messages that come in: checked, opened, and durable before the server may forget them.
enum HistoryBenchmark {
    static let all = [
        Benchmark(
            id: "inbox-vs-sqlite",
            what: "a message of grade C taken in: verified, opened, stored ÷ raw SQLite WAL/FULL"
                + " commit of one row",
            unit: .writesPerSecond, bar: nil
        ) { workshop in
            let letters = try Letters(workshop, count: (rounds + 1) * batch)
            let raw = try RawSQLite(
                path: workshop.path("raw-history.db"), count: 1_000, valueByteCount: 600)
            let bytes = [UInt8](repeating: 1, count: 600)
            return try .alternating(
                rounds: rounds, operations: (batch, batch), ours: letters.take,
                peer: { _ in try raw.writeAny(bytes) })
        }
    ]

    private static let rounds = 20
    private static let batch = 50
}

/// What is made on another thread.
private final class Box: Sendable {
    let content = Mutex<(MessageInbox, DeviceLog, [[UInt8]])?>(nil)
}

/// Messages for one device, and its inbox.
private final class Letters {
    private let deliveries: [[UInt8]]
    private let senderLog: DeviceLog
    private let inbox: MessageInbox

    init(_ workshop: Workshop, count: Int) throws {
        let directory = MemoryDirectory()
        let (ada, bo) = (Correspondent(directory), Correspondent(directory))
        let history = HistoryDatabase(
            HistoryConfiguration(folder: workshop.path("history"), store: bo.store))
        let box = Box()
        try waiting {
            let (sender, senderLog) = try await ada.identity()
            let (reader, readerLog) = try await bo.identity()
            try await history.make()
            let inbox = MessageInbox(
                reader, log: readerLog, history: history,
                prekeys: PrekeyKeeper(reader, database: history, store: bo.store))
            let sealer = try MessageSealer(device: sender.record.device, log: senderLog)
            let recipient = try MessageRecipient(
                contact: ContactPin(firstContact: readerLog), log: readerLog, prekeys: [:],
                policy: GradePolicy(consent: .thisMessage))
            var deliveries: [[UInt8]] = []
            for number in 0..<count {
                let draft = try MessageDraft(
                    SecretBytes(utf8: "Meet at \(number), gate B"),
                    created: UnixTime(seconds: 1_900_000_000), random: SystemRandom())
                let unsigned = try sealer.seal(
                    draft, counter: UInt64(number) + 1, for: [recipient], random: SystemRandom())
                let envelope = try unsigned.signed(
                    try await sender.signature(for: unsigned.messageToSign),
                    by: sender.record.device)
                guard let part = envelope.deliveries().first else {
                    throw BenchFailure("a message has no wrap")
                }
                deliveries.append(DeliveredMessage(part, of: envelope.message).bytes)
            }
            let made = (inbox, senderLog, deliveries)
            box.content.withLock { $0 = made }
        }
        guard let (inbox, senderLog, deliveries) = box.content.withLock({ $0 }) else {
            throw BenchFailure("nobody has written")
        }
        self.inbox = inbox
        self.senderLog = senderLog
        self.deliveries = deliveries
    }

    /// Takes the next message in.
    func take(_ number: Int) throws {
        let (inbox, log, bytes) = (inbox, senderLog, deliveries[number])
        try waiting {
            let outcome = await inbox.take(bytes) { _ in log }
            guard case .stored = outcome.verdict else {
                throw BenchFailure("a message was not stored")
            }
        }
    }
}

/// A person with one device, whose keys lie in memory.
private struct Correspondent {
    let store = MemoryStore()
    private let parts: IdentityParts
    private let directory: MemoryDirectory

    init(_ directory: MemoryDirectory) {
        let container = MemoryContainer()
        self.directory = directory
        parts = IdentityParts(
            keys: SoftwareKeyStore(over: store), store: store,
            database: ContainerIdentityDatabase(container), directory: directory,
            container: container, pause: .zero)
    }

    func identity() async throws -> (IdentityKeys, DeviceLog) {
        let identity = DeviceIdentity(parts)
        _ = try await identity.open(.foreground)
        let record = try await identity.begin(named: "bench", recovery: nil)
        let entries = try await directory.entries(of: record.account, from: 0)
        guard let first = entries.first else { throw BenchFailure("an account has no log") }
        return (
            IdentityKeys(record, in: parts), try DeviceLog(genesis: first, of: record.account)
        )
    }
}
