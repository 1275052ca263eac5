#if Network && Server
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire
import Testing

@testable import HoldfastRecovery
@testable import HoldfastRelayClient

@Suite("Backups at a real relay")
struct BackupTests {
    private func phone(
        _ relay: RelayProcess, _ name: String = "phone"
    ) async throws -> Phone {
        let phone = try Phone(relay.address)
        try await phone.begin(name)
        return phone
    }

    private func restoredCount(_ found: FoundBackup) async throws -> Int {
        let count = Locked(0)
        let staging = MemoryRestoreStaging(
            occupied: { () throws(KeychainError) in false },
            adopt: { (contents) throws(KeychainError) in
                count.withLock { $0 = contents.records(of: .messages).count }
            })
        _ = try await found.restore(into: staging)
        return count.withLock { $0 }
    }

    @Test("P2: the words alone find the backup at the relay and restore it")
    func words() async throws {
        let relay = try RelayProcess()
        let backup = try PhoneBackup(try await phone(relay))
        try await backup.switchOn()
        try await backup.run(messages: 60)
        let second = try await backup.run(messages: 61)
        #expect(second.sentByteCount < 300_000)
        let found = try await backup.found()
        #expect(found.summary.generation.generation == 2)
        #expect(try await restoredCount(found) == 61)
        #expect(found.log.account == backup.phone.account)
    }

    @Test("P8: whoever reads by the words can write, remove and do nothing else")
    func readerIsNoDevice() async throws {
        let relay = try RelayProcess()
        let backup = try PhoneBackup(try await phone(relay))
        try await backup.switchOn()
        try await backup.run(messages: 3)
        let account = try #require(backup.phone.account)
        let keys = try RecoveryKeys(
            backup.phrase, costs: PhoneBackup.costs, bounds: .forTests)
        let session = RelaySession(
            SessionHolder(reading: account, with: try keys.locatorKey()),
            at: backup.phone.address, over: backup.phone.transport, knownKey: nil,
            patience: RelayPatience(), wallClock: backup.phone.wallClock,
            clock: backup.phone.clock, random: SystemRandom())
        let reader = RelayBackupTarget(session)
        let lineage = try await backup.found().summary.generation.lineage
        #expect(try await reader.manifests(of: lineage).count == 1)
        await #expect(throws: BackupTargetError.refused) {
            try await reader.removeLineage(lineage)
        }
        await #expect(throws: BackupTargetError.refused) { _ = try await reader.headers() }
        let name = try #require(Digest256([UInt8](repeating: 1, count: 32)))
        await #expect(throws: BackupTargetError.refused) {
            _ = try await reader.keepChunk([1], hash: name, named: name, of: lineage)
        }
        await #expect(throws: RelayError.self) { _ = try await session.inbox() }
        // Without the header the words are none of the account's.
        let place = HeaderPlace(locator: try keys.locator(), lineage: lineage)
        try await backup.target.removeHeader(at: place)
        await #expect(throws: BackupTargetError.self) {
            _ = try await reader.manifests(of: lineage)
        }
    }

    @Test("Other words find nothing, and that is what is said")
    func otherWords() async throws {
        let relay = try RelayProcess()
        let backup = try PhoneBackup(try await phone(relay))
        try await backup.switchOn()
        try await backup.run(messages: 1)
        let other = try #require(RecoveryPhrase(entropy: try SystemRandom().secret(16)))
        await #expect(throws: RecoveryError.noBackup) {
            try await FoundBackup.find(other, at: backup.reader(other), bounds: .forTests)
        }
    }

    @Test("P5: a relay that is full says so; the generation before stays, and room can be used")
    func full() async throws {
        let relay = try RelayProcess(options: ["--quota-mib", "1"])
        let backup = try PhoneBackup(try await phone(relay))
        try await backup.switchOn()
        try await backup.run(messages: 60)
        await #expect(throws: RecoveryError.target(.full)) {
            try await backup.run(messages: 400)
        }
        #expect(try await backup.backup.health()?.failingSince != nil)
        #expect(try await restoredCount(try await backup.found()) == 60)
    }

    @Test("P2: a relay that fails in the middle leaves the generation before, and is gone on with")
    func failing() async throws {
        let relay = try RelayProcess()
        let backup = try PhoneBackup(try await phone(relay))
        try await backup.switchOn()
        try await backup.run(messages: 60)
        let calls = Locked(0)
        backup.phone.transport.change { (request, answer) throws(TransportFailure) in
            guard request.target.contains("/chunks/") else { return answer }
            let count = calls.withLock { count in
                count += 1
                return count
            }
            return count > 3
                ? RelayHTTPAnswer(status: 500, body: RelayRefusal(.failed, now: 0).bytes) : answer
        }
        await #expect(throws: RecoveryError.target(.unreachable(retryAfterSeconds: nil))) {
            try await backup.run(messages: 300)
        }
        #expect(calls.withLock { $0 } > 4, "it was asked again")
        backup.phone.transport.change(nil)
        #expect(try await restoredCount(try await backup.found()) == 60)
        try await backup.run(messages: 300)
        #expect(try await restoredCount(try await backup.found()) == 300)
    }

    @Test("Two devices at once: one is told who was faster, and puts its own beside it")
    func conflict() async throws {
        let relay = try RelayProcess()
        let first = try await phone(relay, "First phone")
        let second = try Phone(relay.address)
        try await second.join(first, "Second phone")
        let one = try PhoneBackup(first)
        let two = try PhoneBackup(second, phrase: one.phrase)
        try await one.switchOn()
        try await two.switchOn()
        try await one.run(messages: 5)
        // While the second device writes, the first one is faster.
        let isDone = Locked(false)
        second.transport.standIn { request in
            guard request.method == .put, request.target.hasSuffix("/manifest"),
                isDone.withLock({ done in
                    defer { done = true }
                    return !done
                })
            else { return nil }
            return RelayHTTPAnswer(
                status: 409, body: RelayRefusal(.conflict, now: 0).bytes)
        }
        do {
            try await two.run(messages: 7)
            Issue.record("no conflict")
        } catch RecoveryError.conflict(let conflict) {
            #expect(conflict.deviceName == "First phone")
            #expect(conflict.generation == 1)
        }
        try await two.run(messages: 7, onConflict: .merge)
        let found = try await two.found()
        #expect(found.summary.devices.map(\.name).sorted() == ["First phone", "Second phone"])
    }

    @Test("A backup that is given up is gone from the relay, its chunks too")
    func removal() async throws {
        let relay = try RelayProcess()
        let backup = try PhoneBackup(try await phone(relay))
        try await backup.switchOn()
        try await backup.run(messages: 40)
        let lineage = try await backup.found().summary.generation.lineage
        try await backup.target.removeLineage(lineage)
        #expect(try await backup.target.manifests(of: lineage).isEmpty)
        await #expect(throws: RecoveryError.unfinished) { _ = try await backup.found() }
    }
}
#endif
