#if os(Linux) && Server && PostgreSQL
internal import HoldfastCrypto

extension RelayProgram {
    /// Opens a database in PostgreSQL.
    ///
    /// - Throws: ``RelayFailure``.
    static func openDatabase(
        _ text: String, _ key: RelayKey, connectionCount: Int, _ events: EventLog
    ) throws(RelayFailure) -> any RelayStorage {
        try PostgreSQLStorage(
            try DatabasePlace(text), key: key.agreement.publicKey.bytes,
            connectionCount: connectionCount, events: events)
    }
}
#endif
