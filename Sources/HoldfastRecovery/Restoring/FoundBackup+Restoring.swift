import HoldfastCore
import HoldfastWire

extension FoundBackup {
    /// What is done about content that is there already.
    public enum Occupied: Sendable {
        /// The call fails.
        case refuse
        /// The staging keeps it, merged or aside: the person was told.
        case keep
    }

    /// How far a restore has come.
    public struct Progress: Sendable, Hashable {
        /// Pieces that are verified and staged.
        public let stagedCount: Int
        /// All pieces.
        public let pieceCount: Int
    }

    /// What was restored.
    public struct Report: Sendable, Hashable {
        /// How many records of each table, of all devices.
        public let recordCounts: [BackupTable: UInt64]
        /// The things that could not be opened when the backup was made, by table and name.
        public let unreadable: [UnreadableRecord]
    }

    /// Restores the backup: every piece is verified and staged, the counts are compared, and then all
    /// of it takes its place in one step.
    ///
    /// An error or a death leaves what is there as it is (P2), and the next call goes on where this
    /// one was. New keys and the entry that puts the new device in the lost one's place are the
    /// caller's, between ``stage(into:occupied:progress:)`` and the step, or after it.
    ///
    /// - Parameters:
    ///   - staging: where to.
    ///   - occupied: what is done about content that is there already.
    ///   - progress: is told after each piece.
    /// - Returns: what was restored; the counts are those of the summary.
    /// - Throws: ``RecoveryError/occupied``; ``RecoveryError/damaged(_:)``;
    ///   ``RecoveryError/countsDiffer(_:expected:found:)``; ``RecoveryError/store(_:)``;
    ///   ``RecoveryError/target(_:)``.
    public func restore(
        into staging: any RestoreStaging, occupied: Occupied = .refuse,
        progress: @Sendable (Progress) -> Void = { _ in }
    ) async throws(RecoveryError) -> Report {
        let report = try await stage(into: staging, occupied: occupied, progress: progress)
        try await atStore { () throws(KeychainError) in try await staging.switchOver() }
        return report
    }

    /// All of a restore but its last step.
    ///
    /// - Parameters:
    ///   - staging: where to.
    ///   - occupied: what is done about content that is there already.
    ///   - progress: is told after each piece.
    /// - Returns: what is staged and verified.
    /// - Throws: as ``restore(into:occupied:progress:)``.
    public func stage(
        into staging: any RestoreStaging, occupied: Occupied = .refuse,
        progress: @Sendable (Progress) -> Void = { _ in }
    ) async throws(RecoveryError) -> Report {
        if occupied == .refuse {
            let isOccupied = try await atStore { () throws(KeychainError) in
                try await staging.isOccupied()
            }
            guard !isOccupied else { throw .occupied }
        }
        let done = try await atStore { () throws(KeychainError) in
            try await staging.begin(summary.generation)
        }
        let pieceCount = generation.pieceCount
        var unreadable: [UnreadableRecord] = []
        try await generation.forEachPiece { (piece, records) throws(RecoveryError) in
            if piece.index >= done {
                try await atStore { () throws(KeychainError) in
                    try await staging.stage(records, piece: piece.index, of: piece.slot)
                }
            }
            unreadable += records.filter { $0.value == nil }.map {
                UnreadableRecord(table: piece.table, name: $0.name)
            }
            progress(Progress(stagedCount: piece.index + 1, pieceCount: pieceCount))
        }
        try await compareCounts(staging)
        return Report(
            recordCounts: Dictionary(
                uniqueKeysWithValues: BackupTable.allCases.map { ($0, summary.count(of: $0)) }),
            unreadable: unreadable)
    }

    private func compareCounts(_ staging: any RestoreStaging) async throws(RecoveryError) {
        for section in generation.manifest.sections {
            for table in section.tables {
                let found = try await atStore { () throws(KeychainError) in
                    try await staging.count(of: table.table, in: section.slot)
                }
                try table.compare(table.recordCount, found)
            }
        }
    }
}

/// A thing that could not be opened when a backup was made: its name is there, its content nowhere.
public struct UnreadableRecord: Sendable, Hashable {
    /// Its table.
    public let table: BackupTable
    /// Its name.
    public let name: [UInt8]
}

extension UnreadableRecord: CustomStringConvertible, CustomReflectable {
    /// The table, and not the name (P10).
    public var description: String { "UnreadableRecord(\(table))" }

    /// A mirror without children (P10).
    public var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}
