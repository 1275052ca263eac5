#if canImport(CSQLite)
/// The statements that a connection compiles once for itself.
enum FixedStatement: Int, CaseIterable {
    case beginDeferred, beginImmediate, beginExclusive, commit, rollback, dataVersion

    /// The statement's SQL.
    var sql: String {
        switch self {
        case .beginDeferred: "BEGIN DEFERRED"
        case .beginImmediate: "BEGIN IMMEDIATE"
        case .beginExclusive: "BEGIN EXCLUSIVE"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
        case .dataVersion: "PRAGMA data_version"
        }
    }
}
#endif
