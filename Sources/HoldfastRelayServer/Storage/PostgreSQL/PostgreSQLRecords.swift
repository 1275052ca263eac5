#if os(Linux) && PostgreSQL
/// One transaction on a connection.
///
/// Writes run at READ COMMITTED and take the locks that they need, always in this order: accounts,
/// devices, inbox, shared; within a table by name. Whatever a write decides on it has locked, and
/// the lock itself is written to the log, so that the commit stands behind, and waits for, all that
/// it saw. Reads run on one snapshot and lock nothing.
final class PostgreSQLRecords: RelayRecords {
    private let connection: PostgreSQLConnection
    /// Whether it is a write's.
    let isWriter: Bool
    /// What failed, in the server's code.
    private(set) var failure: PostgreSQLError?
    /// The devices whose rows this transaction has to itself.
    var ownDevices: Set<[UInt8]> = []

    /// Makes the records of a transaction that has begun.
    init(_ connection: PostgreSQLConnection, isWriter: Bool) {
        self.connection = connection
        self.isWriter = isWriter
    }

    /// Runs a statement.
    @discardableResult
    func run(
        _ sql: StaticString, _ values: [PostgreSQLValue]
    ) throws(StorageError) -> PostgreSQLRows {
        do throws(PostgreSQLError) {
            return try connection.run(sql, values)
        } catch {
            failure = error
            throw StorageError(error)
        }
    }
}
#endif
