#if os(Linux)
public import HoldfastCore
public import HoldfastE2EE

extension HistoryDatabase: IdentityDatabase {
    /// Reads the identity's entry.
    ///
    /// - Returns: its bytes, or `nil` if there is no history or no entry in it (P1).
    /// - Throws: as ``standing()``, and `DATA_CORRUPTED` for a history that is older than it was.
    public func readIdentity() async throws(KeychainError) -> [UInt8]? {
        try await run { (core) throws(KeychainError) in
            let answer = try core.reading { (rows) throws(KeychainError) in
                try rows.value(.identity, [])
            }
            guard let found = answer, let value = found else { return nil }
            return value.clear
        }
    }

    /// Replaces the identity's entry, and makes the history if there is none.
    ///
    /// - Parameter bytes: the entry.
    /// - Throws: as ``make()``, and what kept the entry from being written; the old one is still
    ///   there.
    public func writeIdentity(_ bytes: [UInt8]) async throws(KeychainError) {
        try await run { (core) throws(KeychainError) in
            try core.make()
            try core.changing { (rows) throws(KeychainError) in
                try rows.put(.identity, [], RowValue(clear: bytes))
            }
        }
    }
}
#endif
