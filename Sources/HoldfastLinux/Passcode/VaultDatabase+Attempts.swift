#if os(Linux)
import HoldfastCore
import HoldfastSQLite

extension VaultDatabase {
    /// The record of wrong passcodes, not authenticated: before an unlock no key could do that.
    func attempts() throws(KeychainError) -> PasscodeBrake.Record {
        let statement = try sqlite { () throws(SQLiteError) in
            try connection.prepare(
                "SELECT failures, boot_id, boot_seconds, wall_seconds FROM attempt WHERE id = 1")
        }
        let record = try statement.firstRow(mapping: { KeychainError($0) }) {
            (row) throws(KeychainError) in
            PasscodeBrake.Record(
                failures: Self.bounded(try integer(row, 0)), bootID: row.text(1),
                sinceBoot: .seconds(try integer(row, 2)),
                wall: UnixTime(seconds: try integer(row, 3)))
        }
        return record ?? .none
    }

    /// A count that is read back, bounded so that one more can always be counted; beyond it, all
    /// counts mean the longest delay.
    private static func bounded(_ failures: Int64) -> Int {
        Int(min(max(0, failures), 1_000_000))
    }

    /// Notes a try before it is made; the commit is the caller's.
    func put(_ record: PasscodeBrake.Record) throws(KeychainError) {
        try sqlite { () throws(SQLiteError) in
            try connection.prepare("INSERT OR REPLACE INTO attempt VALUES (1, ?1, ?2, ?3, ?4)")
                .run([
                    .int64(Int64(record.failures)), .text(record.bootID),
                    .int64(record.sinceBoot.components.seconds), .int64(record.wall.seconds),
                ])
        }
    }
}
#endif
