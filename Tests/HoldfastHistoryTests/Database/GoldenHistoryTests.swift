import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastHistory

/// A history of format 1 that every later version must open.
///
/// `HOLDFAST_RECORD_GOLDEN=1` makes it anew, which is right only before a format is released.
@Suite("The golden history")
struct GoldenHistoryTests {
    private static let folder =
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        + "/Fixtures/history-1"
    private static let limit: UInt64 = 9

    /// The history, made in this order; a later version must give the same answers to a copy of the
    /// fixture as to one that it makes itself.
    private static func live(_ history: HistoryDatabase, _ test: HistoryTest) async throws {
        let sample = test.sample
        try await history.writeIdentity(Array("golden identity".utf8))
        try await history.apply(try sample.adding(0...3))
        _ = try await history.commit(try sample.opened(0, spent: try sample.prekey(0)))
        _ = try await history.commit(try sample.opened(1, byteCount: 1_050_000))
        try await history.commit(try sample.failed(2))
        try await history.commit(try sample.failed(3))
        _ = try await history.commit(try sample.opened(3, attempt: 1))
        for number in 4...7 as ClosedRange<UInt64> {
            try await history.enqueue(try test.draft(number), to: [sample.account])
        }
        let waiting = try #require(try await history.waitingMessages().first)
        try await history.store(try sample.envelope(4), of: waiting.entry)
        try await history.wasAccepted(try sample.message(5))
        try await history.stop(try sample.message(6), because: .tooLarge)
        try await history.postpone(
            try sample.message(7), until: UnixTime(seconds: 1_900_000_500))
        try await history.apply(
            PrekeyChange(
                examining: try sample.state(), rows: [],
                removed: [PrekeyTombstone(try sample.prekey(3), .retired, removed: 9)]))
        try await history.take(sample.account, upTo: 3)
    }

    private static func store() throws -> MemoryStore {
        let store = MemoryStore()
        for account in ["storage-key", "place"] {
            let value = try #require(try Files.read(folder + "/" + account))
            try store.writeWithoutPrompt(
                SecretBytes(value),
                for: try ItemKey(service: StorageSlots.service, account: account),
                options: .standard)
        }
        return store
    }

    @Test("the golden history of format 1 opens, and every answer is what it was")
    func opens() async throws {
        if getenv("HOLDFAST_RECORD_GOLDEN") != nil { try await Self.record() }
        let test = try HistoryTest(store: try Self.store())
        #expect(mkdir(test.path, 0o700) == 0)
        for name in ["history.db", "sequence"] {
            let bytes = try #require(try Files.read(Self.folder + "/" + name))
            try Files.write(bytes, to: test.path + "/" + name)
        }
        let golden = test.open()
        #expect(try await golden.standing() == .current)
        let fresh = try HistoryTest()
        try await Self.live(fresh.open(), fresh)
        let found = try await HistoryView(golden, test.sample, upTo: Self.limit)
        let wanted = try await HistoryView(fresh.open(), fresh.sample, upTo: Self.limit)
        // The receipt's signature is drawn anew each time.
        #expect(found.receipts.map(\.receipt) == wanted.receipts.map(\.receipt))
        #expect(found.identity == wanted.identity && found.state == wanted.state)
        #expect(found.prekeys == wanted.prekeys && found.traces == wanted.traces)
        #expect(found.known == wanted.known && found.owners == wanted.owners)
        #expect(found.conversations == wanted.conversations && found.entries == wanted.entries)
        #expect(found.waiting == wanted.waiting && found.outgoing == wanted.outgoing)
        #expect(found.entries.count == 8 && found.envelopes.count == 1)
        _ = try await golden.commit(try test.sample.opened(8))
    }

    private static func record() async throws {
        let test = try HistoryTest()
        let history = test.open()
        try await live(history, test)
        try await history.close()
        // The store learns the place that the file has.
        _ = try await history.standing()
        try await history.close()
        for name in ["history.db", "sequence"] {
            let bytes = try #require(try Files.read(test.path + "/" + name))
            try Files.write(bytes, to: folder + "/" + name)
        }
        for account in ["storage-key", "place"] {
            let name = try ItemKey(service: StorageSlots.service, account: account)
            let item = try #require(try test.store.readWithoutPrompt(name))
            try Files.write(item.value.copyBytes(), to: folder + "/" + account)
        }
    }
}
