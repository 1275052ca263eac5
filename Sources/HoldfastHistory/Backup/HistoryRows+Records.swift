#if os(Linux)
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastRecovery
import HoldfastWire

extension HistoryRows {
    /// The records of some places of a conversation, and the last of them.
    func records(
        of account: AccountID, after place: UInt64, upTo end: UInt64
    ) throws(KeychainError) -> (records: [BackupRecord], place: UInt64) {
        var (found, place, byteCount) = ([BackupRecord](), place, 0)
        while place < end, byteCount < Self.batchByteCount {
            place += 1
            for record in try records(of: account, at: place) {
                byteCount += record.name.count + (record.value?.count ?? 0)
                found.append(record)
            }
        }
        return (found, place)
    }

    /// Below a record's limit, so that a batch of short messages stays far below 2 MiB.
    private static let batchByteCount = 1 << 19

    private func records(
        of account: AccountID, at place: UInt64
    ) throws(KeychainError) -> [BackupRecord] {
        var name = MessageRecordName(account, .place(place))
        do throws(KeychainError) {
            switch try content(of: account, at: place) {
            case .left: return []
            case .received(let sender, let message):
                name = MessageRecordName(account, .received(sender, message))
                return try receivedRecords(name, message, from: sender)
            case .sent(let message):
                name = MessageRecordName(account, .sent(message))
                return try sentRecords(name, message)
            }
        } catch {
            guard error.isOfOneRow else { throw error }
            return try LongRecord(name: name.bytes, value: nil).records(of: .messages)
        }
    }

    private func receivedRecords(
        _ name: MessageRecordName, _ message: MessageID, from sender: DeviceID
    ) throws(KeychainError) -> [BackupRecord] {
        guard let value = try value(.received, self.name(of: message, from: sender)) else {
            throw .damagedHistory
        }
        let received = try stored { () throws(WireError) in try ReceivedMessage(value) }
        return try LongRecord(name: name.bytes, value: RowCoding.whole(of: value))
            .records(of: .messages, time: received.received)
    }

    /// A message that goes to several contacts is in the backup once, under the first of them.
    private func sentRecords(
        _ name: MessageRecordName, _ id: MessageID
    ) throws(KeychainError) -> [BackupRecord] {
        guard var message = try outgoing(id) else { throw .damagedHistory }
        let time = message.draft.created.seconds
        if let first = message.entry.contacts.first, first != name.account {
            let also = MessageRecordName(name.account, .alsoSent(id))
            return try LongRecord(name: also.bytes, value: SecretBytes([]))
                .records(of: .messages, time: time)
        }
        // Whether it was sent since, no backup knows; sending it twice is the person's to decide.
        if case .waiting = message.state { message.state = .stopped(.needsPerson) }
        message.refusals = 0
        return try LongRecord(name: name.bytes, value: RowCoding.whole(of: message.backedUp))
            .records(of: .messages, time: time)
    }
}

extension OutgoingMessage {
    private static let backupVersion: UInt8 = 1

    /// Progress and draft in one.
    var backedUp: RowValue {
        let draft = draft.value
        return RowValue(
            clear: WireWriter.encode { writer in
                writer.put(Self.backupVersion)
                writer.putVector(progress.clear)
                writer.putVector(draft.clear)
            }, secret: draft.secret)
    }

    /// Reads ``backedUp``.
    ///
    /// - Throws: ``WireError``; `newerVersion` for one of a newer app.
    init(backedUp value: RowValue, _ id: MessageID) throws(WireError) {
        var reader = WireReader(value.clear)
        guard try reader.byte("version") == Self.backupVersion else {
            throw WireError(.newerVersion, in: "version")
        }
        let progress = try reader.vector(atMost: 64 << 20, "progress")
        let draft = try reader.vector(atMost: 64 << 20, "draft")
        try reader.expectEnd("OutgoingMessage")
        try self.init(
            RowValue(clear: progress), RowValue(clear: draft, secret: value.secret), id)
    }
}

extension KeychainError {
    /// Whether the error is about the one row that was asked for: it was changed, or is lost.
    ///
    /// A file that SQLite cannot read any more, or a disk that fails, says nothing about one message.
    var isOfOneRow: Bool { code == .dataCorrupted && nativeDomain != "sqlite" }
}
#endif
