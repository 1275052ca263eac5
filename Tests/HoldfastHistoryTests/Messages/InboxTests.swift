import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastSQLite
import HoldfastWire
import Testing

@testable import HoldfastHistory

/// A person with a device whose identity, prekeys and messages are in one history.
private struct Person {
    let test: HistoryTest
    let parts: IdentityParts
    let record: IdentityRecord
    let log: DeviceLog
    let keys: IdentityKeys

    init(_ name: String, _ directory: MemoryDirectory) async throws {
        test = try HistoryTest()
        parts = IdentityParts(
            keys: SoftwareKeyStore(over: test.store), store: test.store, database: test.open(),
            directory: directory, container: MemoryContainer(), pause: .zero)
        let identity = DeviceIdentity(parts)
        _ = try await identity.open(.foreground)
        record = try await identity.begin(named: name, recovery: nil)
        let entries = try await directory.entries(of: record.account, from: 0)
        log = try DeviceLog(genesis: try #require(entries.first), of: record.account)
        keys = IdentityKeys(record, in: parts)
    }

    func keeper(_ history: HistoryDatabase) -> PrekeyKeeper {
        PrekeyKeeper(keys, database: history, store: test.store, wallClock: test.clock)
    }

    /// Takes a message in, as a new process does.
    func take(
        _ bytes: [UInt8], from sender: Person, in history: HistoryDatabase
    ) async -> InboxOutcome {
        let inbox = MessageInbox(
            keys, log: log, history: history, prekeys: keeper(history), wallClock: test.clock)
        let log = sender.log
        return await inbox.take(bytes) { $0 == log.account ? log : nil }
    }
}

@Suite("Messages from outbox to inbox, in the history")
struct HistoryInboxTests {
    private let ada: Person
    private let bo: Person
    private var prekeys: [VerifiedPrekey] = []

    init() async throws {
        let directory = MemoryDirectory()
        ada = try await Person("ada", directory)
        bo = try await Person("bo", directory)
        var verifier = PrekeyVerifier()
        for upload in try await bo.keeper(bo.test.open()).maintain().uploads
        where upload.statement.batch.grade == .oneTime {
            for prekey in upload.prekeys() {
                prekeys.append(
                    try verifier.verify(
                        prekey, of: bo.record.device, in: bo.record.account,
                        at: bo.test.clock.now))
            }
        }
    }

    /// Seals a message as its next attempt, stores the envelope, and gives what Bo gets of it.
    private func send(
        _ draft: MessageDraft, to prekey: VerifiedPrekey
    ) async throws -> [UInt8] {
        let outbox = ada.test.open()
        try await outbox.enqueue(draft, to: [bo.record.account])
        let identity = DeviceIdentity(ada.parts)
        _ = try await identity.open(.background)
        let recipient = try MessageRecipient(
            contact: ContactPin(firstContact: bo.log), log: bo.log,
            prekeys: [bo.record.device.id: prekey], policy: GradePolicy())
        let unsigned = try MessageSealer(device: ada.record.device, log: ada.log).seal(
            draft, counter: try await identity.nextMessageCounter(), for: [recipient],
            random: SystemRandom())
        let signed = try unsigned.signed(
            try await ada.keys.signature(for: unsigned.messageToSign), by: ada.record.device)
        var entry = try #require(try await outbox.outgoingMessage(draft.id)).entry
        entry.note(unsigned)
        try await outbox.store(signed, of: entry)
        let stored = try #require(try await outbox.envelope(of: draft.id))
        let envelope = try Envelope.decode(stored)
        try await outbox.wasAccepted(draft.id)
        let part = try #require(
            envelope.deliveries().first { $0.wrap.device == bo.record.device.id })
        return DeliveredMessage(part, of: envelope.message).bytes
    }

    private func draft(_ text: String) throws -> MessageDraft {
        try MessageDraft(
            SecretBytes(utf8: text), created: ada.test.clock.now, random: SystemRandom())
    }

    @Test("P2: whichever write or sync of a disk fails, a message is stored once or comes again")
    func faults() async throws {
        var struck = 0
        var number = 0
        for call in [InjectedFault.Call.write, .sync] {
            for moment in InjectedFault.Moment.allCases {
                var ordinal = 1
                while try await strike(call, ordinal, moment, message: number) {
                    ordinal += 1
                    number += 1
                    struck += 1
                }
                number += 1
                #expect(ordinal > 1, "no \(call) was made")
            }
        }
        #expect(struck >= 4, "\(struck) faults")
        let entries = try await bo.test.open().entries(
            of: ada.record.account, after: 0, limit: 500)
        let texts = entries.compactMap { entry -> String? in
            guard case .received(let message) = entry.message,
                case .opened(let body, .oneTime, _, _) = message.content
            else { return nil }
            return body.content.utf8String()
        }
        #expect(texts == (0..<number).map { "message \($0)" })
        #expect(try await ada.test.open().waitingMessages().isEmpty)
    }

    /// Lets one call fail while a message is taken in; whether there was such a call.
    private func strike(
        _ call: InjectedFault.Call, _ ordinal: Int, _ moment: InjectedFault.Moment,
        message number: Int
    ) async throws -> Bool {
        let prekey = prekeys[number]
        let bytes = try await send(try draft("message \(number)"), to: prekey)
        let vfs = try RecordingVFS(powersafeOverwrite: true)
        let history = bo.test.open(layer: vfs.name)
        _ = try await history.standing()
        vfs.inject(
            InjectedFault(
                call, ordinal: ordinal,
                code: call == .write ? SQLiteCode.ioWrite : SQLiteCode.ioSync, moment: moment,
                persists: true))
        let first = await bo.take(bytes, from: ada, in: history)
        vfs.clearFaults()
        try await history.close()
        let next = bo.test.open()
        let second = await bo.take(bytes, from: ada, in: next)
        #expect(second.isAcknowledged, "\(call) \(ordinal) \(moment)")
        let known = try await next.recollection(
            of: try DeliveredMessage(bytes).message.header.message,
            from: ada.record.device.id, counter: 0)
        #expect(known.known?.isOpened == true)
        guard case .tombstone(let tombstone) = try await next.prekey(prekey.id) else {
            Issue.record("the prekey is still there")
            return false
        }
        #expect(tombstone.reason == .used)
        if case .stored = first.verdict { return false }
        #expect(!first.isAcknowledged)
        return true
    }

    @Test(
        "a message to a prekey that is gone is answered with a receipt, and opens when it comes again"
    )
    func again() async throws {
        let draft = try draft("again")
        let first = try await send(try self.draft("first"), to: prekeys[0])
        _ = await bo.take(first, from: ada, in: bo.test.open())
        let bytes = try await send(draft, to: prekeys[0])
        let outcome = await bo.take(bytes, from: ada, in: bo.test.open())
        guard case .notOpened(let receipt) = outcome.verdict else {
            Issue.record("it was \(outcome.verdict)")
            return
        }
        #expect(try await bo.test.open().waitingReceipts() == [receipt])
        let outbox = ada.test.open()
        let entry = try #require(try await outbox.outgoingMessage(draft.id)).entry
        let target = try OutboxPlanner.target(for: receipt, of: entry, in: bo.log)
        #expect(target.lowest == .oneTime)
        #expect(try await bo.test.open().conversations().map(\.unreadCount) == [2])
    }
}
