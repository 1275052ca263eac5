#if os(Linux)
import HoldfastCore
import HoldfastRecovery
import HoldfastWire

/// What a restore does with files, one call at a time.
///
/// Not Sendable: ``HistoryRestore`` holds it under a lock. Calls block.
final class RestoreCore {
    private let configuration: HistoryConfiguration
    private let history: HistoryCore
    private var open: StagingFile?
    private var counts: [SlotID: [BackupTable: UInt64]]?
    private(set) var items: RestoredItems?

    init(_ configuration: HistoryConfiguration) {
        self.configuration = configuration
        history = HistoryCore(configuration)
    }

    // MARK: Staging

    func isOccupied() throws(KeychainError) -> Bool {
        try history.reading { (rows) throws(KeychainError) in
            try !rows.conversations().isEmpty
        } ?? false
    }

    func begin(_ generation: KnownGeneration) throws(KeychainError) -> Int {
        counts = nil
        if let staged = try usable(), try staged.state().generation == generation {
            return Int(try staged.state().pieceCount)
        }
        try drop()
        open = try StagingFile.make(configuration, for: generation)
        return 0
    }

    /// The file, unless it is damaged: what was staged can be staged again.
    private func usable() throws(KeychainError) -> StagingFile? {
        do throws(KeychainError) {
            let file = try file()
            _ = try file?.state()
            return file
        } catch {
            guard error.code == .dataCorrupted else { throw error }
            return nil
        }
    }

    func stage(
        _ records: [BackupRecord], piece: Int, of slot: SlotID
    ) throws(KeychainError) {
        counts = nil
        try staged().stage(records, UInt64(piece), of: slot)
    }

    func pieceCount() throws(KeychainError) -> UInt64 { try staged().state().pieceCount }

    func piece(_ number: UInt64) throws(KeychainError) -> StagingFile.Piece {
        try staged().piece(number)
    }

    func count(of table: BackupTable, in slot: SlotID) throws(KeychainError) -> UInt64 {
        if let counts { return counts[slot]?[table] ?? 0 }
        var found: [SlotID: [BackupTable: UInt64]] = [:]
        for number in 0..<(try pieceCount()) {
            let piece = try piece(number)
            found[piece.slot, default: [:]][piece.table, default: 0] += UInt64(
                piece.records.count)
        }
        counts = found
        return found[slot]?[table] ?? 0
    }

    // MARK: Switching

    /// Whether the messages are restored and the items may not be.
    ///
    /// - Throws: `DATA_CORRUPTED` if what was staged is no longer there; it is not asked again then.
    func isSettling() throws(KeychainError) -> Bool {
        let noted = try history.reading { (rows) throws(KeychainError) in
            try rows.value(.restoring, [])?.clear
        }
        guard let found = noted, let bytes = found else { return false }
        if let staged = try usable(), try staged.state().generation.bytes == bytes { return true }
        try forget()
        throw KeychainError(
            .dataCorrupted, "the messages are restored, and what was staged of items is lost",
            advice: "restore the backup again: what is there stays")
    }

    /// Puts all messages and settings into the history, in one transaction.
    func mergeMessages() throws(KeychainError) {
        let staged = try staged()
        let state = try staged.state()
        try history.make()
        try history.changing { (rows) throws(KeychainError) in
            let merge = MessageMerge(into: rows)
            for number in 0..<state.pieceCount {
                try merge.take(try staged.piece(number).records)
            }
            try merge.finish()
            try rows.put(.restoring, [], RowValue(clear: state.generation.bytes))
        }
    }

    /// Takes in that the items are there as well.
    func finish(_ items: RestoredItems) throws(KeychainError) {
        self.items = items
        try forget()
        try drop()
        history.emptyLog()
    }

    func drop() throws(KeychainError) {
        counts = nil
        if let open {
            self.open = nil
            try open.close()
        }
        guard try FileCalls.isFolder(configuration.folder) else { return }
        try StagingFile.remove(configuration)
    }

    private func forget() throws(KeychainError) {
        try history.changing { (rows) throws(KeychainError) in
            _ = try rows.remove(.restoring, [])
        }
    }

    private func staged() throws(KeychainError) -> StagingFile {
        guard let file = try file() else {
            throw KeychainError(.invalidArgument, "no backup is staged")
        }
        return file
    }

    private func file() throws(KeychainError) -> StagingFile? {
        if let open { return open }
        open = try StagingFile.open(configuration)
        return open
    }
}
#endif
