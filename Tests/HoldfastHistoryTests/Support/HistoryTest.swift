import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastWire

@testable import HoldfastHistory

/// A history in a folder, with the item store that keeps its key.
struct HistoryTest {
    let folder: Folder
    let store: MemoryStore
    let clock = ManualWallClock(now: UnixTime(seconds: 1_900_000_000))
    let sample: HistorySample
    private let random: any SecureRandom

    init(
        store: MemoryStore = MemoryStore(), random: any SecureRandom = SystemRandom(),
        isOnDisk: Bool = false
    ) throws {
        folder = try Folder(isOnDisk: isOnDisk)
        self.store = store
        self.random = random
        sample = try HistorySample()
    }

    var path: String { folder.path + "/history" }
    var file: String { path + "/history.db" }

    /// The history as a new process opens it.
    func open(
        at path: String? = nil, store: (any ItemStore)? = nil, layer: String? = nil
    ) -> HistoryDatabase {
        HistoryDatabase(configuration(at: path, store: store, layer: layer))
    }

    func configuration(
        at path: String? = nil, store: (any ItemStore)? = nil, layer: String? = nil
    ) -> HistoryConfiguration {
        var configuration = HistoryConfiguration(
            folder: path ?? self.path, store: store ?? self.store, random: random,
            wallClock: clock)
        configuration.fileLayer = layer
        return configuration
    }

    func made() async throws -> HistoryDatabase {
        let history = open()
        try await history.make()
        return history
    }

    /// A draft of the sample; its name is the number's.
    func draft(_ number: UInt64, byteCount: Int = 40) throws -> MessageDraft {
        MessageDraft(
            id: try sample.message(number), body: try sample.body(number, byteCount: byteCount),
            created: UnixTime(seconds: 1_900_000_000))
    }

    func envelope(_ number: UInt64, attempt: UInt16 = 0) throws -> Envelope {
        try sample.envelope(number, attempt: attempt)
    }
}

/// What a history holds, as far as anybody can ask: for comparison.
struct HistoryView: Equatable {
    var identity: [UInt8]?
    var state: PrekeyState?
    var prekeys: Set<PrekeyRow> = []
    var traces: [UInt64: PrekeyTrace] = [:]
    var known: [UInt64: KnownMessage] = [:]
    var owners: [UInt64: MessageID] = [:]
    var receipts: Set<SignedReceipt> = []
    var conversations: [Conversation] = []
    var entries: [String] = []
    var waiting: [MessageID] = []
    var outgoing: [UInt64: String] = [:]
    var envelopes: [UInt64: ContentHash] = [:]

    typealias ContentHash = [UInt8]

    /// Reads all that there is of the sample's first messages and prekeys.
    init(
        _ history: HistoryDatabase, _ sample: HistorySample, upTo limit: UInt64
    ) async throws {
        identity = try await history.readIdentity()
        state = try await history.prekeyState()
        prekeys = Set(try await history.prekeyRows())
        for number in 0..<limit {
            let message = try sample.message(number)
            traces[number] = try await history.prekey(try sample.prekey(number))
            let recollection = try await history.recollection(
                of: message, from: sample.device.id, counter: number + 1)
            known[number] = recollection.known
            owners[number] = recollection.counterOwner
            outgoing[number] = try await history.outgoingMessage(message).map(Self.words)
            envelopes[number] = try await history.envelope(of: message).map { SHA256.hash($0) }
        }
        receipts = Set(try await history.waitingReceipts())
        conversations = try await history.conversations()
        for conversation in conversations {
            entries += try await history.entries(of: conversation.account, after: 0, limit: 500)
                .map(Self.words)
        }
        waiting = try await history.waitingMessages().map(\.id)
    }

    init() {}

    static func words(_ entry: ConversationEntry) -> String {
        switch entry.message {
        case .received(let message):
            switch message.content {
            case .unopened(let reason):
                "\(entry.place) unopened \(message.header.message) \(reason)"
            case .opened(let body, _, _, _):
                "\(entry.place) \(message.header.message) \(words(body))"
            }
        case .sent(let message): "\(entry.place) sent \(message.id)"
        }
    }

    private static func words(_ message: OutgoingMessage) -> String {
        "\(message.state) \(message.refusals) \(words(message.draft.body)) "
            + "\(message.entry.contacts) \(message.entry.envelopes.count)"
    }

    private static func words(_ body: MessageBody) -> String {
        "\(body.content.count) \(body.contentID)"
    }
}
