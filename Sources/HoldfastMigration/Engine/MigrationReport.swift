/// What a migration did, item by item.
public struct MigrationReport: Sendable, Equatable {
    /// One entry for each item and for each obstacle of the source.
    public let records: [MigrationRecord]
    /// Whether nothing was written or removed because only a list was wanted.
    public let isDryRun: Bool

    init(_ records: [MigrationRecord], isDryRun: Bool) {
        self.records = records
        self.isDryRun = isDryRun
    }

    /// How many items came to an outcome.
    ///
    /// - Parameter outcome: which one.
    /// - Returns: 0 or more.
    public func count(of outcome: MigrationRecord.Outcome) -> Int {
        records.count { $0.outcome == outcome }
    }

    /// How many items were removed from the source.
    public var removedCount: Int { records.count { $0.isRemoved } }

    /// Whether nothing is left to be done: no conflict, no failure.
    public var isComplete: Bool { records.allSatisfy(\.isSettled) }
}
