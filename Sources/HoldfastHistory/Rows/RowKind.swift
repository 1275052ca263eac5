#if os(Linux)
/// What a row is; part of what its name is hashed from and of what it is sealed to.
///
/// Those up to ``lastListed`` can be listed: the root counts them, so that a list from which a row
/// was lost is noticed.
enum RowKind: UInt8, Sendable, CaseIterable {
    case prekey = 1
    /// A message that waits, or was stopped.
    case unsent = 2
    case receipt = 3
    case conversation = 4
    case setting = 5

    case identity = 16
    case prekeyState = 17
    case tombstone = 18
    case received = 19
    case counter = 20
    case place = 21
    case draft = 22
    case envelope = 23
    /// What does not fit into one row of SQLite.
    case continuation = 24
    case outgoing = 25
    /// A piece of a backup that is staged, in a file of its own.
    case stagedPiece = 26
    /// What is staged there.
    case stagedState = 27
    /// A backup whose messages are restored and whose items may not be yet.
    case restoring = 28

    static let lastListed = 15

    /// Where the root counts the kind; `nil` for kinds that it does not count.
    var listIndex: Int? { rawValue <= Self.lastListed ? Int(rawValue) - 1 : nil }
}
#endif
