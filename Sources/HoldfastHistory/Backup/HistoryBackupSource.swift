#if os(Linux)
public import HoldfastCore
import HoldfastCrypto
public import HoldfastRecovery
public import HoldfastWire

/// What a device backs up: its history, its contacts, its account's log and its items.
///
/// All of the history is of one state, that of the first question; make another object for the next
/// backup. Prekeys, waiting receipts, envelopes and the identity's entry are of this device and go
/// into none (P7). A message that was not sent yet is in it as one that waits for the person, since
/// it may be sent by the time that it is restored.
public final class HistoryBackupSource: BackupSource {
    private let snapshot: HistorySnapshot
    private let contents: ItemContents
    private let log: [SignedLogEntry]

    /// Names what is backed up; nothing is read.
    ///
    /// - Parameters:
    ///   - history: the history.
    ///   - contents: items and contacts.
    ///   - log: the account's log, every entry from the first one on, as the ``BackupOrigin`` has it.
    public init(
        _ history: HistoryConfiguration, _ contents: ItemContents, log: [SignedLogEntry]
    ) {
        snapshot = HistorySnapshot(history)
        self.contents = contents
        self.log = log
    }

    /// Begins to read a table.
    ///
    /// - Parameter table: the kind of records.
    /// - Returns: a cursor before the first record.
    /// - Throws: what kept the history from answering; `DATA_CORRUPTED` for one that is lost, or older
    ///   than it was.
    public func cursor(
        over table: BackupTable
    ) async throws(KeychainError) -> any BackupCursor {
        switch table {
        case .messages: return MessageCursor(snapshot)
        case .contacts, .items: return contents.cursor(over: table)
        case .log: return RecordCursor(try logRecords())
        case .settings:
            let records = try await snapshot.reading { (rows) throws(KeychainError) in
                try rows.settingRecords()
            }
            return RecordCursor(records ?? [])
        }
    }

    private func logRecords() throws(KeychainError) -> [BackupRecord] {
        var records: [BackupRecord] = []
        for (number, entry) in log.enumerated() {
            do throws(RecoveryError) {
                records.append(
                    try BackupRecord(
                        .log, name: WireWriter.encode { $0.put(UInt64(number)) },
                        value: SecretBytes(entry.bytes)))
            } catch {
                throw error.keychainError
            }
        }
        return records
    }
}
#endif
