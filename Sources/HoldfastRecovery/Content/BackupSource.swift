public import HoldfastCore

/// What there is to back up: the seam to an app's history and to its items.
///
/// A backup asks for one table after the other and reads each once from its beginning to its end.
public protocol BackupSource: Sendable {
    /// Begins to read a table.
    ///
    /// All cursors of one source MUST show one state: what changes meanwhile is for the next backup.
    /// The order MUST stay the same from one backup to the next, with new records at the end where
    /// that is possible: what did not change and did not move is not sent again.
    ///
    /// - Parameter table: the kind of records.
    /// - Returns: a cursor before the first record; one that gives nothing where there are none.
    /// - Throws: what kept it from reading (P1); there is no backup then.
    func cursor(over table: BackupTable) async throws(KeychainError) -> any BackupCursor
}

/// Reads one table of a source.
public protocol BackupCursor: AnyObject, Sendable {
    /// The next records, in order.
    ///
    /// - Returns: 1 or more records of the table, together about 1 MiB at most, so that a backup
    ///   of any length takes little memory; none at the end.
    /// - Throws: what kept it from reading (P1). A single record that cannot be opened is no error:
    ///   it is a record without a value.
    func next() async throws(KeychainError) -> [BackupRecord]
}
