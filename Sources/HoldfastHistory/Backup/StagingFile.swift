#if os(Linux)
import HoldfastCore
import HoldfastCrypto
import HoldfastRecovery
import HoldfastSQLite
import HoldfastWire

/// The file beside a history in which a backup is staged: sealed as the history is, under the same
/// storage key and with a name of its own.
///
/// Used by one thread at a time.
final class StagingFile {
    private let file: HistoryFile
    private let keys: HistoryKeys
    private let random: any SecureRandom

    /// What is staged.
    struct State: Equatable {
        var generation: KnownGeneration
        var pieceCount: UInt64
    }

    /// A staged piece.
    struct Piece {
        let table: BackupTable
        let slot: SlotID
        let records: [BackupRecord]
    }

    private init(_ file: HistoryFile, _ keys: HistoryKeys, _ random: any SecureRandom) {
        self.file = file
        self.keys = keys
        self.random = random
    }

    // MARK: Reading

    func state() throws(KeychainError) -> State {
        try reading { (rows) throws(KeychainError) in try Self.state(in: rows) }
    }

    func piece(_ number: UInt64) throws(KeychainError) -> Piece {
        try reading { (rows) throws(KeychainError) in
            guard let value = try rows.value(.stagedPiece, Self.name(number)) else {
                throw .damagedHistory
            }
            let (table, slot) = try stored { () throws(WireError) in
                var reader = WireReader(value.clear)
                guard let table = BackupTable(rawValue: try reader.byte("table")) else {
                    throw WireError(.newerVersion, in: "table")
                }
                return (table, try reader.slot("slot"))
            }
            do throws(PieceFault) {
                return Piece(
                    table: table, slot: slot,
                    records: try PieceCoding.decode(value.secret, table))
            } catch {
                throw .damagedHistory
            }
        }
    }

    // MARK: Staging

    /// Stages a piece, durably, if it is the next one.
    func stage(
        _ records: [BackupRecord], _ number: UInt64, of slot: SlotID
    ) throws(KeychainError) {
        guard let table = records.first?.table else { throw .pieceOutOfTurn }
        let clear = WireWriter.encode { writer in
            writer.put(table.rawValue)
            writer.put(slot.bytes)
        }
        let secret = PieceCoding.encode(records)
        try changing { (rows) throws(KeychainError) in
            var state = try Self.state(in: rows)
            guard state.pieceCount == number else { throw .pieceOutOfTurn }
            try rows.put(
                .stagedPiece, Self.name(number), RowValue(clear: clear, secret: secret))
            state.pieceCount += 1
            try rows.put(.stagedState, [], RowValue(clear: state.bytes))
        }
    }

    private func reading<R>(
        _ body: (HistoryRows) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try file.connection.transaction(.deferred, mapping: { KeychainError($0) }) {
            () throws(KeychainError) in try body(HistoryRows(file, keys, random: random))
        }
    }

    private func changing(
        _ body: (HistoryRows) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        try file.connection.transaction(.immediate, mapping: { KeychainError($0) }) {
            () throws(KeychainError) in
            let rows = try HistoryRows(file, keys, random: random)
            try body(rows)
            try rows.finish()
        }
    }

    private static func state(in rows: HistoryRows) throws(KeychainError) -> State {
        guard let value = try rows.value(.stagedState, []) else { throw .damagedHistory }
        return try stored { () throws(WireError) in try State(value.clear) }
    }

    private static func name(_ number: UInt64) -> [UInt8] {
        WireWriter.encode { $0.put(number) }
    }
}

// MARK: - The file

extension StagingFile {
    /// Opens the file; `nil` if the folder answered that there is none.
    static func open(
        _ configuration: HistoryConfiguration
    ) throws(KeychainError) -> StagingFile? {
        let path = path(configuration)
        guard try FileCalls.identity(path) != nil else { return nil }
        guard let key = try StorageSlots(store: configuration.store).key() else {
            throw KeychainError(.keyInvalidated, "a staged backup is there and its key is gone")
        }
        let file = try HistoryFile(
            path: try FileCalls.resolved(configuration.folder) + "/" + name,
            Connection.Options(
                mode: .readWrite, vfs: configuration.fileLayer, cacheKiB: 8_192))
        let keys = try HistoryKeys(storageKey: key, database: try file.root().database)
        return StagingFile(file, keys, configuration.random)
    }

    /// Makes an empty file for a generation; it has its name only once it is whole.
    static func make(
        _ configuration: HistoryConfiguration, for generation: KnownGeneration
    ) throws(KeychainError) -> StagingFile {
        try FileCalls.makeFolder(configuration.folder)
        let key = try StorageSlots(store: configuration.store).keyOrNew(configuration.random)
        let drawn = try crypto { () throws(CryptoError) in
            try configuration.random.bytes(DatabaseID.byteCount)
        }
        guard let database = DatabaseID(drawn) else { throw .damagedHistory }
        let keys = try HistoryKeys(storageKey: key, database: database)
        try FileCalls.locked(configuration.folder + "/lock") { () throws(KeychainError) in
            let folder = try FileCalls.resolved(configuration.folder)
            // What a dead process left is nobody's: we hold the lock.
            for suffix in ["", "-wal", "-shm", "-journal"] {
                try FileCalls.remove(folder + "/" + newName + suffix)
                if !suffix.isEmpty { try FileCalls.remove(folder + "/" + name + suffix) }
            }
            try FileCalls.create(folder + "/" + newName)
            try HistoryFile.create(
                path: folder + "/" + newName, keys, vfs: configuration.fileLayer)
            let file = try HistoryFile(
                path: folder + "/" + newName,
                Connection.Options(mode: .readWrite, vfs: configuration.fileLayer))
            try StagingFile(file, keys, configuration.random).changing {
                (rows) throws(KeychainError) in
                let state = State(generation: generation, pieceCount: 0)
                try rows.put(.stagedState, [], RowValue(clear: state.bytes))
            }
            try file.emptyLog()
            try sqlite { () throws(SQLiteError) in try file.connection.close() }
            try FileCalls.publish(folder + "/" + newName, as: folder + "/" + name)
        }
        guard let made = try open(configuration) else { throw .damagedHistory }
        return made
    }

    /// Removes the file; what SQLite keeps beside it goes after it.
    static func remove(_ configuration: HistoryConfiguration) throws(KeychainError) {
        try FileCalls.locked(configuration.folder + "/lock") { () throws(KeychainError) in
            for suffix in ["", "-wal", "-shm"] {
                try FileCalls.remove(path(configuration) + suffix)
            }
        }
    }

    func close() throws(KeychainError) {
        try sqlite { () throws(SQLiteError) in try file.connection.close() }
    }

    private static let name = "restore.db"
    private static let newName = "restore-new.db"

    private static func path(_ configuration: HistoryConfiguration) -> String {
        configuration.folder + "/" + name
    }
}

extension StagingFile.State {
    private static let version: UInt8 = 1

    var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.version)
            writer.put(generation.bytes)
            writer.put(pieceCount)
        }
    }

    init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.byte("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        generation = try KnownGeneration(from: &reader)
        pieceCount = try reader.number64("piece_count")
        try reader.expectEnd("StagingFile.State")
    }
}

extension KnownGeneration {
    var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(lineage.bytes)
            writer.put(generation)
            writer.put(manifest.bytes)
        }
    }

    init(from reader: inout WireReader) throws(WireError) {
        self.init(
            lineage: try reader.slot("lineage"), generation: try reader.number64("generation"),
            manifest: try reader.identifier(EntryHash.self, "manifest"))
    }
}
#endif
