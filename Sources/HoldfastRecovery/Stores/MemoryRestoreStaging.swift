public import HoldfastCore
public import HoldfastWire

/// Stages a backup in memory, for apps whose store takes all of it in one step of its own, and for
/// examining a backup.
///
/// A death forgets what was staged: the next process begins again, and nothing has changed.
public actor MemoryRestoreStaging: RestoreStaging {
    /// Takes what was staged in one step that leaves old or new (P2).
    public typealias Adoption =
        @Sendable (_ contents: RestoredContents) async throws(KeychainError) -> Void

    private let occupied: @Sendable () async throws(KeychainError) -> Bool
    private let adopt: Adoption
    private var generation: KnownGeneration?
    private var pieces: [Piece] = []

    private struct Piece {
        let slot: SlotID
        let records: [BackupRecord]
    }

    /// Takes what an app does with a restored backup.
    ///
    /// - Parameters:
    ///   - occupied: whether the app holds anything that a restore would stand in the way of.
    ///   - adopt: puts what was restored beside or in the place of what the app has, in one step; it
    ///     destroys nothing.
    public init(
        occupied: @escaping @Sendable () async throws(KeychainError) -> Bool,
        adopt: @escaping Adoption
    ) {
        self.occupied = occupied
        self.adopt = adopt
    }

    /// Whether the app holds anything.
    ///
    /// - Returns: what the app says.
    /// - Throws: what the app throws.
    public func isOccupied() async throws(KeychainError) -> Bool { try await occupied() }

    /// Begins to stage a generation, or goes on with it.
    ///
    /// - Parameter generation: the generation.
    /// - Returns: how many pieces of it this object has.
    /// - Throws: nothing.
    public func begin(_ generation: KnownGeneration) throws(KeychainError) -> Int {
        if self.generation != generation { pieces = [] }
        self.generation = generation
        return pieces.count
    }

    /// Stages the records of a piece.
    ///
    /// - Parameters:
    ///   - records: the records.
    ///   - piece: the number of those that were staged before.
    ///   - slot: the device's place that had them.
    /// - Throws: `INVALID_ARGUMENT` if a piece is missing before it.
    public func stage(
        _ records: [BackupRecord], piece: Int, of slot: SlotID
    ) throws(KeychainError) {
        guard generation != nil, piece == pieces.count else { throw .pieceOutOfTurn }
        pieces.append(Piece(slot: slot, records: records))
    }

    /// How many records of a table were staged of a device's place.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - slot: the device's place.
    /// - Returns: the number.
    /// - Throws: nothing.
    public func count(of table: BackupTable, in slot: SlotID) throws(KeychainError) -> UInt64 {
        pieces.reduce(0) { count, piece in
            guard piece.slot == slot else { return count }
            return count + UInt64(piece.records.count { $0.table == table })
        }
    }

    /// Hands what was staged to the app.
    ///
    /// - Throws: what the app throws; it is still staged then.
    public func switchOver() async throws(KeychainError) {
        try await adopt(RestoredContents(pieces.map(\.records)))
        (generation, pieces) = (nil, [])
    }
}

/// What a backup held, once all of it is verified.
public struct RestoredContents: Sendable {
    private let pieces: [[BackupRecord]]

    init(_ pieces: [[BackupRecord]]) { self.pieces = pieces }

    /// The records of a table, in their order; of two with the same name the one that comes later,
    /// unless it has no value.
    ///
    /// - Parameter table: the table.
    /// - Returns: the records.
    public func records(of table: BackupTable) -> [BackupRecord] {
        var places: [[UInt8]: Int] = [:]
        var records: [BackupRecord] = []
        for record in pieces.joined() where record.table == table {
            guard let place = places[record.name] else {
                places[record.name] = records.count
                records.append(record)
                continue
            }
            if record.value != nil { records[place] = record }
        }
        return records
    }

    /// Puts the items and the contacts into a store, beside what is there.
    ///
    /// - Parameter contents: the store.
    /// - Returns: what has become of them.
    /// - Throws: `DATA_CORRUPTED` or `UNSUPPORTED` for records that are none, before anything is
    ///   written; what kept the store from writing: what was put in stays, and the call can be
    ///   repeated.
    public func restoreItems(
        into contents: ItemContents
    ) async throws(KeychainError) -> RestoredItems {
        var outcome = RestoredItems()
        for isTrial in [true, false] {
            var restore = ItemRestore(into: contents, isTrial: isTrial)
            for piece in pieces { try await restore.take(piece) }
            try restore.end()
            outcome = restore.outcome
        }
        return outcome
    }
}

extension KeychainError {
    package static let pieceOutOfTurn = KeychainError(
        .invalidArgument, "a piece of the backup is staged out of its turn")
}
