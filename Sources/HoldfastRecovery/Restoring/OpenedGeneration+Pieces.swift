import HoldfastWire

extension OpenedGeneration {
    /// Reads every piece and verifies it.
    ///
    /// - Parameter progress: is told after each piece how many are verified.
    /// - Throws: ``RecoveryError``, as a restore would.
    func verify(
        progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(RecoveryError) {
        try await forEachPiece { (piece, _) throws(RecoveryError) in progress(piece.index + 1) }
    }

    /// Which piece it is, in the order of the whole backup.
    struct Piece {
        let index: Int
        let table: BackupTable
        let slot: SlotID
    }

    /// How many pieces there are.
    var pieceCount: Int {
        manifest.sections.reduce(0) { count, section in
            section.tables.reduce(count) { count, table in
                table.pages.reduce(count) { $0 + Int($1.count) }
            }
        }
    }

    /// Hands out every piece, verified, and compares each table's counts.
    func forEachPiece(
        _ body: (Piece, [BackupRecord]) async throws(RecoveryError) -> Void
    ) async throws(RecoveryError) {
        var index = 0
        for section in manifest.sections {
            for table in section.tables {
                var (recordCount, unreadableCount) = (UInt64(0), UInt64(0))
                for (number, page) in table.pages.enumerated() {
                    let entries = try await reader.entries(
                        of: page, number, table.table, section.slot)
                    try await forEach(entries, table.table, section.slot, &index) {
                        (piece, records) throws(RecoveryError) in
                        recordCount += UInt64(records.count)
                        unreadableCount += UInt64(records.count { $0.value == nil })
                        try await body(piece, records)
                    }
                }
                try table.compare(table.recordCount, recordCount)
                try table.compare(table.unreadableCount, unreadableCount)
            }
        }
    }

    /// Hands out the pieces of a page, and has the next ones read and opened meanwhile.
    private func forEach(
        _ entries: [PieceEntry], _ table: BackupTable, _ slot: SlotID, _ index: inout Int,
        _ body: (Piece, [BackupRecord]) async throws(RecoveryError) -> Void
    ) async throws(RecoveryError) {
        let groups = Self.groups(of: entries)
        let reader = reader
        var ready: [Result<[BackupRecord], RecoveryError>] = []
        var start = index
        for group in groups + [[]] {
            let first = start
            async let opening = reader.records(of: group, table, slot, from: first)
            for records in ready {
                try await body(Piece(index: index, table: table, slot: slot), records.get())
                index += 1
            }
            start += group.count
            ready = await opening
        }
    }

    /// Pieces that are opened together: few enough that any backup takes little memory.
    private static func groups(of entries: [PieceEntry]) -> [[PieceEntry]] {
        var groups: [[PieceEntry]] = []
        var byteCount: UInt64 = .max
        for entry in entries {
            if byteCount >= groupByteCount {
                groups.append([])
                byteCount = 0
            }
            groups[groups.count - 1].append(entry)
            byteCount += min(entry.byteCount, UInt64(PieceCoding.sealedLimit))
        }
        return groups
    }

    /// No group goes on behind so many bytes.
    private static let groupByteCount: UInt64 = 512 << 10
}

extension BackupManifest.Table {
    /// Compares a number of records with the one that the manifest says.
    func compare(_ expected: UInt64, _ found: UInt64) throws(RecoveryError) {
        guard expected == found else {
            throw .countsDiffer(table, expected: expected, found: found)
        }
    }
}
