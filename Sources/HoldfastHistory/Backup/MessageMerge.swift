#if os(Linux)
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastRecovery
import HoldfastWire

/// Puts a backup's messages and settings into a history, in the one transaction of its rows.
///
/// What is there stays as it is and where it is; what comes is put behind it. The same records once
/// more change nothing.
final class MessageMerge {
    private let rows: HistoryRows
    private var joiner = LongRecordJoiner()
    /// Messages to several contacts that this merge has put in.
    private var fresh: Set<MessageID> = []
    /// Places of messages to several contacts, each once.
    private var placed: Set<MessageRecordName> = []
    /// Places whose message has yet to come.
    private var promised: [MessageID: [(account: AccountID, place: UInt64)]] = [:]
    private var marks: [AccountID: TakenMark] = [:]
    /// The conversations that had no place before.
    private var begun: Set<AccountID> = []

    init(into rows: HistoryRows) { self.rows = rows }

    /// Takes the next records; those of other tables are passed over.
    ///
    /// - Throws: `DATA_CORRUPTED` or `UNSUPPORTED` for records that are none of a history.
    func take(_ records: [BackupRecord]) throws(KeychainError) {
        for record in records where record.table == .messages || record.table == .settings {
            guard let whole = try joiner.take(record), let value = whole.value else { continue }
            if record.table == .messages {
                try takeMessage(whole.name, value)
            } else {
                try takeSetting(whole.name, value)
            }
        }
    }

    /// Ends the merge with what hangs on all messages being there.
    func finish() throws(KeychainError) {
        guard joiner.isBetween else { throw .foreignRecord }
        for place in promised.values.joined() { try rows.leave(place.place, of: place.account) }
        for (account, mark) in marks { try take(mark, in: account) }
    }

    // MARK: Messages

    private func takeMessage(_ name: [UInt8], _ value: SecretBytes) throws(KeychainError) {
        guard let name = MessageRecordName(thing: name) else { throw .foreignRecord }
        switch name.thing {
        case .place: throw .foreignRecord
        case .received(let sender, let message):
            try takeReceived(name.account, sender, message, try RowCoding.split(value))
        case .sent(let message):
            try takeSent(name.account, message, try RowCoding.split(value))
        case .alsoSent(let message): try takeAlsoSent(name, message)
        }
    }

    private func takeReceived(
        _ account: AccountID, _ sender: DeviceID, _ message: MessageID, _ value: RowValue
    ) throws(KeychainError) {
        let new = try stored { () throws(WireError) in try ReceivedMessage(value) }
        guard new.header.message == message, new.header.sender.device == sender,
            new.header.sender.account == account
        else { throw .foreignRecord }
        let old = try rows.received(message, from: sender)
        if let old {
            guard !old.isOpened, new.isOpened else { return }
            try rows.leave(old.place, of: account)
            try rows.remove(.receipt, rows.name(of: message, from: sender))
        }
        // As if it came now: behind what is there, with its own date.
        let moment = try noteBegun(account, new.received)
        try rows.store(new.header, new.content, at: new.received, movedTo: moment)
    }

    private func takeSent(
        _ account: AccountID, _ id: MessageID, _ value: RowValue
    ) throws(KeychainError) {
        guard try rows.outgoing(id) == nil else { return }
        let new = try stored { () throws(WireError) in
            try OutgoingMessage(backedUp: value, id)
        }
        guard new.entry.message == id, new.entry.contacts.first ?? account == account else {
            throw .foreignRecord
        }
        if case .waiting = new.state { throw .foreignRecord }
        try rows.put(.draft, id.bytes, new.draft.value)
        try rows.put(new)
        try append(id, to: account, new.draft.created.seconds)
        if new.entry.contacts.count > 1 { fresh.insert(id) }
        promised[id] = nil
    }

    private func takeAlsoSent(
        _ name: MessageRecordName, _ id: MessageID
    ) throws(KeychainError) {
        let isThere = try rows.outgoing(id) != nil
        // One that was there before has its places.
        guard !isThere || fresh.contains(id), placed.insert(name).inserted else { return }
        let place = try append(id, to: name.account, Int64.min)
        if !isThere { promised[id, default: []].append((name.account, place)) }
    }

    @discardableResult
    private func append(
        _ id: MessageID, to account: AccountID, _ time: Int64
    ) throws(KeychainError) -> UInt64 {
        let moment = try noteBegun(account, time)
        return try rows.append(.sent(id), to: account, at: moment)
    }

    /// The time of a conversation's newest entry, once one of a time is put behind it.
    private func noteBegun(
        _ account: AccountID, _ time: Int64
    ) throws(KeychainError) -> Int64 {
        guard let known = try rows.conversation(account) else {
            begun.insert(account)
            return max(time, 0)
        }
        return max(time, known.latest)
    }

    // MARK: Settings

    private func takeSetting(_ name: [UInt8], _ value: SecretBytes) throws(KeychainError) {
        switch SettingRecord(name) {
        case .setting(let name):
            guard try rows.setting(name) == nil else { return }
            try rows.putSetting(name, value)
        case .taken(let account):
            marks[account] = try stored { () throws(WireError) in
                try TakenMark(value.copyBytes())
            }
        case nil: throw .foreignRecord
        }
    }

    private func take(_ mark: TakenMark, in account: AccountID) throws(KeychainError) {
        guard let conversation = try rows.conversation(account) else { return }
        if mark.isAll, begun.contains(account) {
            try rows.take(account, upTo: conversation.placeCount)
            return
        }
        guard case .received(let sender, let message) = mark.newest,
            let known = try rows.received(message, from: sender)
        else { return }
        // Behind places that were there and were not shown, nothing counts as shown.
        guard begun.contains(account) || conversation.unreadCount == 0 else { return }
        try rows.take(account, upTo: known.place)
    }
}

extension KeychainError {
    static let foreignRecord = KeychainError(
        .dataCorrupted, "a record of the backup is none of a history")
}
#endif
