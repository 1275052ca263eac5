#if os(Linux) && Server && !PostgreSQL
extension RelayProgram {
    /// Says that this build knows SQLite only.
    ///
    /// - Throws: ``RelayFailure`` with status 8.
    static func openDatabase(
        _ text: String, _ key: RelayKey, connectionCount: Int, _ events: EventLog
    ) throws(RelayFailure) -> any RelayStorage {
        throw RelayFailure(
            "this program was built without PostgreSQL; build it with 'swift build --traits"
                + " PostgreSQL --product holdfast-relay'", exitStatus: 8)
    }
}
#endif
