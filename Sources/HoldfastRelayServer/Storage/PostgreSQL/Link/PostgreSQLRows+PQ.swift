#if os(Linux) && PostgreSQL
internal import CPQ

/// The rows that a statement gave, in the binary form of their types.
final class PostgreSQLRows {
    private let result: OpaquePointer?

    /// Takes a result over.
    init(_ result: OpaquePointer?) {
        self.result = result
    }

    deinit { PQclear(result) }

    /// How many rows there are.
    var count: Int { Int(PQntuples(result)) }

    /// How many rows the statement touched.
    var touchedCount: Int {
        guard let text = PQcmdTuples(result) else { return 0 }
        return Int(String(cString: text)) ?? 0
    }

    /// Whether the statement ended a transaction so that it holds.
    var isCommit: Bool { PQcmdStatus(result).map { String(cString: $0) } == "COMMIT" }

    /// The rows in order.
    var all: some Sequence<PostgreSQLRow> {
        (0..<count).lazy.map { PostgreSQLRow(rows: self, index: Int32($0)) }
    }

    /// The first row.
    var first: PostgreSQLRow? { count > 0 ? PostgreSQLRow(rows: self, index: 0) : nil }

    fileprivate func field(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column)
        else { return nil }
        return UnsafeRawBufferPointer(
            start: start, count: Int(PQgetlength(result, row, column)))
    }
}

/// One row.
struct PostgreSQLRow {
    fileprivate let rows: PostgreSQLRows
    fileprivate let index: Int32

    /// Whether a column is null.
    func isNull(_ column: Int32) -> Bool { rows.field(index, column) == nil }

    /// A `bigint`; 0 for null.
    func int64(_ column: Int32) -> Int64 {
        guard let field = rows.field(index, column), field.count == 8 else { return 0 }
        return Int64(bigEndian: field.loadUnaligned(as: Int64.self))
    }

    /// A `bytea` or a text's bytes; empty for null.
    func bytes(_ column: Int32) -> [UInt8] { rows.field(index, column).map { Array($0) } ?? [] }
}
#endif
