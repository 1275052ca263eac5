import HoldfastCore
import HoldfastRecovery
import HoldfastWire

/// Stages a restore in a file beside the history, and merges it into the history in one step.
struct PhoneStaging: RestoreStaging {
    private static let file = "staging"
    private let history: PhoneHistory
    private var folder: any AppContainer { history.folder }

    /// Takes the app's folder.
    init(_ history: PhoneHistory) { self.history = history }

    func isOccupied() throws(KeychainError) -> Bool { try !history.messages().isEmpty }

    func begin(_ generation: KnownGeneration) throws(KeychainError) -> Int {
        if let staged = try read(), staged.generation == generation { return staged.pieceCount }
        try write(Staged(generation: generation))
        return 0
    }

    func stage(
        _ records: [BackupRecord], piece: Int, of slot: SlotID
    ) throws(KeychainError) {
        guard var staged = try read(), staged.pieceCount == piece else { throw Self.outOfOrder }
        staged.pieceCount += 1
        staged.records += records.map { record in
            Staged.Record(
                table: record.table.rawValue, slot: slot,
                text: record.table == .messages ? record.value?.copyBytes() ?? [] : [])
        }
        try write(staged)
    }

    func count(of table: BackupTable, in slot: SlotID) throws(KeychainError) -> UInt64 {
        let records = try read()?.records ?? []
        return UInt64(records.count { $0.table == table.rawValue && $0.slot == slot })
    }

    func switchOver() throws(KeychainError) {
        guard let staged = try read() else { throw Self.outOfOrder }
        try history.replace(by: try history.messages().union(staged.messages))
    }

    /// Whether something was staged that is not in the history.
    func isWaiting() throws(KeychainError) -> Bool {
        guard let staged = try read() else { return false }
        return try !staged.messages.isSubset(of: history.messages())
    }

    private func read() throws(KeychainError) -> Staged? {
        guard let bytes = try folder.readFile(Self.file) else { return nil }
        do throws(WireError) {
            return try Staged(bytes)
        } catch {
            throw KeychainError(.dataCorrupted, "what was staged cannot be read")
        }
    }

    private func write(_ staged: Staged) throws(KeychainError) {
        try folder.replaceFile(Self.file, with: staged.bytes)
    }

    private static let outOfOrder = KeychainError(.unknown, "a piece comes out of its order")
}

/// What the file holds.
private struct Staged: Equatable {
    struct Record: Equatable {
        let table: UInt8
        let slot: SlotID
        let text: [UInt8]
    }

    private static let limit = 1 << 20
    let generation: KnownGeneration
    var pieceCount = 0
    var records: [Record] = []

    var messages: Set<String> {
        Set(
            records.filter { $0.table == BackupTable.messages.rawValue }
                .map { String(decoding: $0.text, as: UTF8.self) })
    }

    init(generation: KnownGeneration) { self.generation = generation }

    var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(generation.lineage.bytes)
            writer.put(generation.generation)
            writer.put(generation.manifest.bytes)
            writer.put(UInt64(pieceCount))
            writer.putVector(of: records) { writer, record in
                writer.put(record.table)
                writer.put(record.slot.bytes)
                writer.putVector(record.text)
            }
        }
    }

    init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        generation = KnownGeneration(
            lineage: try reader.slot("lineage"),
            generation: try reader.number64("generation"),
            manifest: try reader.identifier(EntryHash.self, "manifest"))
        pieceCount = Int(try reader.number64("pieces"))
        records = try reader.vector(atMost: Self.limit, "records") { (reader) throws(WireError) in
            Record(
                table: try reader.byte("table"),
                slot: try reader.slot("slot"),
                text: try reader.vector(atMost: Self.limit, "text"))
        }
        try reader.expectEnd("staging")
    }
}
