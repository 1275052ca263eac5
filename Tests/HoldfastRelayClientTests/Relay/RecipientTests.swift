#if Network && Server
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastE2EE
@testable import HoldfastRecovery
@testable import HoldfastRelayClient

/// The phrase as a recipient that the person asked for, at a real relay.
@Suite("The recovery recipient")
struct RecipientTests {
    private let relay: RelayProcess
    private let ada: Phone
    private let bo: Phone
    private let backup: PhoneBackup

    /// Ada has a phone, a backup and its phrase; Bo writes to her.
    init() async throws {
        relay = try RelayProcess()
        ada = try Phone(relay.address)
        bo = try Phone(relay.address)
        try await ada.begin("ada's phone")
        try await bo.begin("bo's phone")
        try await ada.running.desk.maintain()
        try await bo.running.desk.maintain()
        backup = try PhoneBackup(ada)
        try await backup.switchOn()
        _ = try await ada.identity.setRecovery(try keys.recoveryKey().publicKey)
    }

    private var keys: RecoveryKeys {
        get throws {
            try RecoveryKeys(backup.phrase, costs: PhoneBackup.costs, bounds: .forTests)
        }
    }

    private func log() async throws -> DeviceLog {
        let account = try ada.running.record.account
        let entries = try await ada.directory.entries(of: account, from: 0)
        var log = try DeviceLog(genesis: entries[0], of: account)
        for entry in entries.dropFirst() { try log.append(entry) }
        return log
    }

    @discardableResult
    private func switchOn() async throws -> RecoveryRecipient {
        let recipient = try RecoveryRecipient(try keys, for: try await log(), named: "ada's words")
        let request = try recipient.request(
            into: try await log(), approvedBy: try ada.id, at: ada.wallClock.now)
        _ = try await ada.identity.open(.foreground)
        _ = try await ada.identity.approve(
            JoinRequest(request.bytes), prompt: Prompt(title: "Shall your words open messages?"))
        return recipient
    }

    /// Fetches as the recipient into a phone's history.
    private func fetch(
        _ recipient: RecoveryRecipient, into phone: Phone
    ) async throws -> [InboxBatch] {
        let session = RelaySession(
            recipient.identity, at: relay.address, over: phone.transport,
            wallClock: phone.wallClock, clock: phone.clock)
        let app = try phone.running
        let inbox = MessageInbox(
            recipient.identity, log: try await log(), history: phone.history,
            prekeys: app.keeper, wallClock: phone.wallClock)
        let reader = InboxReader(
            session, into: inbox, logs: app.logs, receipts: phone.ledger,
            account: app.record.account)
        var batches: [InboxBatch] = []
        repeat {
            batches.append(try await reader.fetch())
        } while batches.last?.isLast == false && batches.count < 20
        return batches
    }

    private func texts(_ batches: [InboxBatch]) -> [String] {
        batches.flatMap(\.messages).compactMap { outcome in
            guard case .stored(let message) = outcome.verdict else { return nil }
            return message.body.content.utf8String()
        }
    }

    @Test("Off by default: nothing is encrypted to the words")
    func off() async throws {
        let posted = try await bo.send("one", to: [ada])
        #expect(posted.recipients.map(\.device) == [try ada.id])
        try await backup.run(messages: 1)
        #expect(try await backup.found().recipient(in: try await log()) == nil)
    }

    @Test("P2: what came after the last backup opens on a new phone by the words, and once")
    func newPhone() async throws {
        try await backup.run(messages: 3)
        let recipient = try await switchOn()
        let posted = try await bo.send("after the backup", to: [ada])
        let grades = Dictionary(
            uniqueKeysWithValues: posted.recipients.map { ($0.device, $0.grade) })
        // The phone's own wrap is none the worse for it, and nobody was asked about grade C.
        #expect(grades == [try ada.id: .oneTime, recipient.record.id: .identity])

        // Ada's phone is at the bottom of the sea. She has the words.
        let found = try await backup.found()
        let phone = try Phone(relay.address)
        let slot = try ada.running.record.device.slot
        let staging = MemoryRestoreStaging(occupied: { false }, adopt: { _ in })
        let back = try await found.restore(into: staging, inPlaceOf: slot, as: phone.identity)
        phone.start(back.identity)
        let words = try #require(try found.recipient(in: try await log()))
        #expect(words.record == recipient.record)
        let batches = try await fetch(words, into: phone)
        #expect(texts(batches) == ["after the backup"])
        #expect(batches.flatMap(\.failures).isEmpty && batches.flatMap(\.troubles).isEmpty)
        #expect(texts(try await fetch(words, into: phone)).isEmpty)

        // Its sender is asked at once to send it to the new phone too. That and what comes now, to the
        // phone and to the words, is shown once.
        try await phone.running.desk.maintain()
        let rewraps = try await bo.receive().batches.flatMap(\.rewraps)
        #expect(rewraps.flatMap(\.notice.messages) == [posted.message])
        for rewrap in rewraps { _ = try await bo.running.post.answer(rewrap.notice) }
        let later = try await bo.send("later", to: [ada])
        #expect(
            Set(later.recipients.map(\.device)) == [back.identity.device.id, words.record.id])
        #expect(try await phone.receive().texts == ["later"])
        let twice = try await fetch(words, into: phone)
        #expect(texts(twice).isEmpty)
        #expect(twice.reduce(0) { $0 + $1.duplicateCount } == 1)
    }

    @Test("P7: whoever has the words writes, removes and sends nothing as the recipient")
    func powerless() async throws {
        let report = try await backup.run(messages: 3)
        let recipient = try await switchOn()
        let session = RelaySession(
            recipient.identity, at: relay.address, over: ada.transport, wallClock: ada.wallClock,
            clock: ada.clock)
        let keeper = try ada.running.keeper
        let target = RelayBackupTarget(session)
        let lineage = report.generation.lineage
        let header = try BackupHeader(try #require(try await backup.target.headers().first))
        let manifest = try #require(try await backup.target.manifests(of: lineage).first)
        let name = Digest256(known: SHA256.hash([1]))
        let doors: [@Sendable () async throws -> Void] = [
            { _ = try await target.headers() },
            { _ = try await target.keepHeader(header.bytes, at: header.place) },
            { try await target.removeHeader(at: header.place) },
            { try await target.keepManifest(manifest) },
            { _ = try await target.keepChunk([1], hash: name, named: name, of: lineage) },
            { try await target.removeChunks([name], of: lineage) },
            { try await target.removeLineage(lineage) },
            { _ = try await PrekeyDesk(session, keeper: keeper).maintain() },
        ]
        for (number, door) in doors.enumerated() {
            await #expect(throws: (any Error).self, "\(number)") { try await door() }
        }
        #expect(try await backup.found().summary.count(of: .messages) == 3)
        // Nobody takes a message from it, and its own library seals none.
        #expect(throws: SealError.senderNotInAccount) {
            try MessageSealer(device: recipient.record, log: try recipientLog())
        }
    }

    private func recipientLog() throws -> DeviceLog {
        let random = SystemRandom()
        let phone = try P256PrivateKey(random: random)
        let slot = try #require(SlotID(try random.bytes(SlotID.byteCount)))
        let record = try DeviceRecord(
            slot: slot, name: "phone", signingKey: phone.publicKey, signingGrade: .software,
            agreementKey: P256PrivateKey(random: random).publicKey, agreementGrade: .software,
            presenceKey: nil)
        let genesis = LogEntry(
            genesis: record, recovery: try keys.recoveryKey().publicKey, created: 1)
        var log = try DeviceLog(
            genesis: SignedLogEntry(
                genesis,
                signature: try phone.signature(
                    for: SignaturePurpose.logEntry.message(for: genesis.bytes)
                ).withLowS))
        let recipient = try RecoveryRecipient(try keys, for: log, named: "words")
        let request = try recipient.request(
            into: log, approvedBy: record.id, at: UnixTime(seconds: 2))
        let entry = request.entry(by: .device(record.id))
        try log.append(
            SignedLogEntry(
                entry,
                signature: try phone.signature(
                    for: SignaturePurpose.logEntry.message(for: entry.bytes)
                ).withLowS,
                witnesses: [.newcomer: try #require(request.consents[record.id])]))
        return log
    }

    @Test("It is switched off by the only device, and on again under the same words")
    func offAgain() async throws {
        let first = try await switchOn()
        await #expect(throws: RecoveryError.recipientNotPossible) {
            try RecoveryRecipient(try keys, for: try await log(), named: "twice")
        }
        _ = try await ada.identity.open(.foreground)
        _ = try await ada.identity.revoke(
            first.record.id, reason: .retired, prompt: Prompt(title: "No more?"))
        var posted = try await bo.send("one", to: [ada])
        #expect(posted.recipients.map(\.device) == [try ada.id])
        let second = try await switchOn()
        #expect(second.record.id != first.record.id)
        posted = try await bo.send("two", to: [ada])
        #expect(Set(posted.recipients.map(\.device)) == [try ada.id, second.record.id])
        #expect(texts(try await fetch(second, into: ada)) == ["two"])
        // Another phrase is not this account's.
        let other = try RecoveryKeys(
            try #require(RecoveryPhrase(entropy: try SeededRandom(seed: 5).secret(16))),
            costs: PhoneBackup.costs, bounds: .forTests)
        #expect(try RecoveryRecipient(found: other, in: try await log()) == nil)
    }
}
#endif
