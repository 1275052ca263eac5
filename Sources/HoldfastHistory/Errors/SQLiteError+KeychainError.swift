#if os(Linux)
import HoldfastCore
import HoldfastSQLite

extension KeychainError {
    /// The error for a failure of SQLite on a history's file, whose SQL is fixed.
    init(_ error: SQLiteError) {
        self.init(
            error.kind == .damage ? .dataCorrupted : .unknown, Self.words(for: error),
            nativeDomain: "sqlite", nativeCode: Int(error.code), advice: error.advice)
    }

    private static func words(for error: SQLiteError) -> String {
        switch error.kind {
        case .damage: "the history's file is damaged (\(error.message))"
        case .inUse: "the history is in use by another process"
        case .readOnly: "the history cannot be written (read-only)"
        case .noSpace: "the disk is full"
        case .unreachable, .other: "the history's file cannot be used (\(error.message))"
        }
    }
}

/// Runs a body that speaks SQLite and throws what it throws as the history's error.
func sqlite<R>(_ body: () throws(SQLiteError) -> R) throws(KeychainError) -> R {
    do {
        return try body()
    } catch {
        throw KeychainError(error)
    }
}
#endif
