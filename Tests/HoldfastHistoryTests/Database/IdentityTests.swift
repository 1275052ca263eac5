import CrashSupport
import HoldfastCore
import HoldfastE2EE
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastHistory

/// An identity whose database is the history: they live or die together.
@Suite("An identity in its history")
struct HistoryIdentityTests {
    private let test: HistoryTest
    private let directory = MemoryDirectory()

    init() throws {
        test = try HistoryTest()
    }

    private func identity() -> DeviceIdentity {
        DeviceIdentity(
            IdentityParts(
                keys: SoftwareKeyStore(over: test.store), store: test.store,
                database: test.open(), directory: directory,
                container: MemoryContainer(), pause: .zero))
    }

    @Test("it is made with the history, goes on with it, and counts in it")
    func lives() async throws {
        let first = identity()
        _ = try await first.open(.foreground)
        #expect(try await test.open().standing() == .missing)
        let record = try await first.begin(named: "phone", recovery: nil)
        #expect(try await test.open().standing() == .current)
        let second = identity()
        let opening = try await second.open(.background)
        #expect(opening.decision.maySend && opening.record == record)
        #expect(try await second.nextMessageCounter() == 1)
        let third = identity()
        _ = try await third.open(.foreground)
        #expect(try await third.nextMessageCounter() == 2)
    }

    @Test("P9: a history that was put back stops the identity until a person has looked")
    func rolledBack() async throws {
        let first = identity()
        _ = try await first.open(.foreground)
        _ = try await first.begin(named: "phone", recovery: nil)
        let copy = try Files.contents(of: test.path)
        let second = identity()
        _ = try await second.open(.foreground)
        for _ in 0..<3 { _ = try await second.nextMessageCounter() }
        _ = try await test.open().standing()
        try Files.replace(test.path, with: copy)
        let restored = identity()
        let opening = try await restored.open(.foreground)
        #expect(!opening.decision.maySend)
        #expect(opening.findings.database == .unreadable)
        try await test.open().acceptStanding()
        #expect(try await identity().open(.foreground).findings.database != .unreadable)
    }

    @Test("P1: while the store is locked, the history is unreadable and never missing")
    func locked() async throws {
        let first = identity()
        _ = try await first.open(.foreground)
        _ = try await first.begin(named: "phone", recovery: nil)
        let history = test.open()
        test.store.failNext(.read, with: KeychainError(.interactionNotAllowed, "locked"))
        await #expect(throws: KeychainError.self) { try await history.readIdentity() }
        #expect(try await history.readIdentity() != nil)
    }
}
