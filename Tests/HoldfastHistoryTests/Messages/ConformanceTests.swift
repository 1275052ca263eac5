import HoldfastCore
import HoldfastE2EE
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastHistory

@Suite("What every history promises")
struct HistoryConformanceTests {
    @Test("the history in SQLite", arguments: HistoryConformance.cases)
    func database(_ promise: HistoryCase) async throws {
        let test = try HistoryTest()
        var subject = HistorySubject(try await test.made())
        subject.reopen = { test.open() }
        #expect(try await promise.check(subject) == .kept)
    }

    @Test("the history in memory", arguments: HistoryConformance.cases)
    func memory(_ promise: HistoryCase) async throws {
        let history = MemoryHistory()
        var subject = HistorySubject(history)
        subject.reopen = { history }
        #expect(try await promise.check(subject) == .kept)
    }

    @Test("a history that keeps a used prekey, and one that stores twice, are found")
    func knownBad() async throws {
        var found = 0
        for promise in HistoryConformance.cases {
            let history = ForgetfulHistory()
            var subject = HistorySubject(history)
            subject.reopen = { history }
            do throws(ConformanceFailure) {
                _ = try await promise.check(subject)
            } catch {
                found += 1
            }
        }
        #expect(found > 5, "\(found) cases find it")
    }
}

/// Knows no message again, and keeps every prekey.
private actor ForgetfulHistory: MessageHistory, IdentityDatabase {
    private let base = MemoryHistory()

    func recollection(
        of message: MessageID, from sender: DeviceID, counter: UInt64
    ) async throws(KeychainError) -> Recollection {
        Recollection(known: nil, counterOwner: nil, floor: 0)
    }
    func commit(_ opened: OpenedMessage) async throws(KeychainError) -> CommitOutcome { .stored }
    func commit(_ failed: FailedMessage) async throws(KeychainError) {}
    func prekeyState() async throws(KeychainError) -> PrekeyState? {
        try await base.prekeyState()
    }
    func prekeyRows() async throws(KeychainError) -> [PrekeyRow] { try await base.prekeyRows() }
    func prekey(_ id: PrekeyID) async throws(KeychainError) -> PrekeyTrace? {
        try await base.prekey(id)
    }
    func apply(_ change: PrekeyChange) async throws(KeychainError) {
        try await base.apply(change)
    }
    func readIdentity() async throws(KeychainError) -> [UInt8]? {
        try await base.readIdentity()
    }
    func writeIdentity(_ bytes: [UInt8]) async throws(KeychainError) {
        try await base.writeIdentity(bytes)
    }
}
