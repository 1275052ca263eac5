import HoldfastCore
import HoldfastCrypto
import HoldfastWire
import Testing

@testable import HoldfastE2EE
@testable import HoldfastLab

/// Bo's first phone with its history, item store and keys, and a server that hands out its prekeys.
final class BoWorld {
    var people: Correspondence
    let history = MortalHistory()
    let store = MemoryStore()
    let keys: ScalarKeys
    let identity: IdentityKeys
    let clock: SettableClock

    init() async throws {
        people = try Correspondence()
        keys = ScalarKeys(people.bo)
        clock = SettableClock(MessageTime.now)
        guard let install = SlotID([UInt8](repeating: 1, count: 16)) else {
            throw WireError(.truncated, in: "install")
        }
        let record = try IdentityRecord(
            account: people.bob.id, install: install, device: people.bo.record,
            signingKeyName: ItemKey(service: "holdfast.identity", account: "sign"),
            agreementKeyName: ItemKey(service: "holdfast.identity", account: "agree"),
            presenceKeyName: nil)
        identity = IdentityKeys(record, keys: keys, agreementKeys: keys)
    }

    /// A new process of the app.
    func keeper(_ schedule: PrekeySchedule = .small) -> PrekeyKeeper {
        PrekeyKeeper(
            identity, database: history, store: store, wallClock: clock, schedule: schedule)
    }

    func inbox() -> MessageInbox {
        MessageInbox(
            identity, log: people.bob.log, history: history, prekeys: keeper(),
            wallClock: clock)
    }

    var time: UnixTime { clock.now }

    /// Makes prekeys, and lets Ada's phone claim one.
    func claim(_ grade: SecrecyGrade) async throws {
        let keeper = keeper()
        for upload in try await keeper.maintain().uploads {
            let lines = upload.keys.map { PrekeyUploadResult.Line(PrekeyID(key: $0), .stored) }
            try await keeper.take(PrekeyUploadResult(lines), of: upload)
            guard upload.statement.batch.grade == grade else { continue }
            var verifier = PrekeyVerifier()
            people.prekeys[people.bo.id] = try verifier.verify(
                try #require(upload.prekeys().first), of: people.bo.record, in: people.bob.id,
                at: time)
        }
    }

    /// What Ada's phone sends to Bo's first phone.
    func message(
        _ draft: MessageDraft? = nil, attempt: UInt16 = 0, counter: UInt64 = 1
    ) throws -> [UInt8] {
        try Correspondence.delivery(
            try people.envelope(
                draft ?? Correspondence.draft(), attempt: attempt, counter: counter),
            for: people.bo
        ).bytes
    }

    func take(_ bytes: [UInt8], by inbox: MessageInbox? = nil) async -> InboxOutcome {
        let log = people.ada.log
        return await (inbox ?? self.inbox()).take(bytes) { $0 == log.account ? log : nil }
    }
}

extension PrekeySchedule {
    /// As the real one, with few keys.
    static var small: PrekeySchedule {
        var schedule = PrekeySchedule()
        schedule.oneTimeCount = 4
        schedule.oneTimeLowWater = 2
        return schedule
    }
}

/// A clock that shows what it is told to.
final class SettableClock: WallClock {
    private let seconds: Locked<Int64>

    init(_ seconds: Int64) { self.seconds = Locked(seconds) }

    var now: UnixTime { UnixTime(seconds: seconds.withLock { $0 }) }
    func set(_ value: Int64) { seconds.withLock { $0 = value } }
    func advance(days: Int64) { seconds.withLock { $0 += days * 86_400 } }
}

extension InboxOutcome {
    /// The message, if it was stored.
    var stored: OpenedMessage? {
        guard case .stored(let opened) = verdict else { return nil }
        return opened
    }

    var isDuplicate: Bool {
        guard case .duplicate = verdict else { return false }
        return true
    }

    /// Why it waits or was dropped.
    var failure: OpenFailure? {
        switch verdict {
        case .waiting(let failure), .dropped(let failure): failure
        case .stored, .duplicate, .notOpened: nil
        }
    }

    var receipt: SignedReceipt? {
        guard case .notOpened(let receipt) = verdict else { return nil }
        return receipt
    }
}
