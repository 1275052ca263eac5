#if os(Linux)
import HoldfastCore
import HoldfastSQLite

extension KeychainError {
    /// The error for a failure of SQLite on a vault's file, whose SQL is fixed.
    init(_ error: SQLiteError) {
        self.init(
            error.kind == .damage ? .dataCorrupted : .unknown, Self.words(for: error),
            nativeDomain: "sqlite", nativeCode: Int(error.code), advice: error.advice)
    }

    /// Whether another process held the vault for longer than the bound.
    var isBusy: Bool {
        nativeDomain == "sqlite"
            && nativeCode.map { $0 & 0xff == SQLiteCode.busy || $0 & 0xff == SQLiteCode.locked }
                ?? false
    }

    /// Whether there was no space for the log's index, which every process needs.
    var isLackOfIndexSpace: Bool {
        nativeDomain == "sqlite" && nativeCode == Int(SQLiteCode.ioSharedMemorySize)
    }

    /// Whether a file could not be opened for writing, or not be made.
    var isLackOfRights: Bool {
        nativeDomain == "sqlite"
            && nativeCode.map {
                [SQLiteCode.readOnly, SQLiteCode.cannotOpen, SQLiteCode.permission]
                    .contains(Int32(truncatingIfNeeded: $0) & 0xff)
            } ?? false
    }

    private static func words(for error: SQLiteError) -> String {
        switch error.kind {
        case .damage: "the vault's file is damaged (\(error.message))"
        case .inUse: "the vault is in use by another process"
        case .readOnly: "the vault cannot be written (read-only)"
        case .noSpace: "the disk is full"
        case .unreachable, .other:
            error.systemErrno == 0
                ? "the vault's file cannot be used (\(error.message))"
                : "the vault's file cannot be used (\(error.message);"
                    + " \(Errno(error.systemErrno).text))"
        }
    }
}

/// Runs a body that speaks SQLite and throws what it throws as the vault's error.
func sqlite<R>(_ body: () throws(SQLiteError) -> R) throws(KeychainError) -> R {
    do {
        return try body()
    } catch {
        throw KeychainError(error)
    }
}
#endif
