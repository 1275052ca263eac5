public import HoldfastCore

/// Yields records that are in memory.
public actor RecordCursor: BackupCursor {
    private var rest: ArraySlice<BackupRecord>

    /// Takes records.
    ///
    /// - Parameter records: the records of one table, in their order.
    public init(_ records: [BackupRecord]) { rest = records[...] }

    /// The next records, about 1 MiB at most.
    ///
    /// - Returns: the records; none at the end.
    /// - Throws: nothing.
    public func next() throws(KeychainError) -> [BackupRecord] {
        var byteCount = 0
        let taken = rest.prefix { record in
            defer { byteCount += PieceCoding.byteCount(of: record) }
            return byteCount == 0
                || byteCount + PieceCoding.byteCount(of: record) <= BackupRecord.valueLimit
        }
        rest = rest.dropFirst(taken.count)
        return Array(taken)
    }
}
