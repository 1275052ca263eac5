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
                    for entry in entries {
                        let records = try await reader.records(
                            of: entry, table.table, section.slot, index: index)
                        recordCount += UInt64(records.count)
                        unreadableCount += UInt64(records.count { $0.value == nil })
                        try await body(
                            Piece(index: index, table: table.table, slot: section.slot), records)
                        index += 1
                    }
                }
                try table.compare(table.recordCount, recordCount)
                try table.compare(table.unreadableCount, unreadableCount)
            }
        }
    }
}

extension BackupManifest.Table {
    /// Compares a number of records with the one that the manifest says.
    func compare(_ expected: UInt64, _ found: UInt64) throws(RecoveryError) {
        guard expected == found else {
            throw .countsDiffer(table, expected: expected, found: found)
        }
    }
}
