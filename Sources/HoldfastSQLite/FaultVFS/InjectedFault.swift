#if canImport(CSQLite)
/// One error that SQLite is to get from its disk.
///
/// Test equipment; give it to ``RecordingVFS/inject(_:)``.
package struct InjectedFault: Sendable, Equatable {
    /// The call that fails.
    package enum Call: Sendable, CaseIterable {
        /// Opening a file, or making one.
        case open
        /// Reading from a file.
        case read
        /// Writing to a file.
        case write
        /// Making a file durable.
        case sync
        /// Cutting a file.
        case truncate
        /// Removing a file's name.
        case remove
    }

    /// Whether a failing call does its work.
    package enum Moment: Sendable, CaseIterable {
        /// The call does nothing and fails.
        case beforeEffect
        /// The call does its work and fails all the same.
        case afterEffect
    }

    /// The call that fails.
    package var call: Call
    /// How many such calls from now, where 1 is the next.
    package var ordinal: Int
    /// The extended result code of SQLite that the call answers with.
    package var code: Int32
    /// Whether the failing call does its work.
    package var moment: Moment
    /// What a file's path must end in to count, such as `-wal`; empty for every file.
    package var pathSuffix: String
    /// Whether each later call fails too.
    package var persists: Bool

    /// Describes one error.
    ///
    /// - Parameters:
    ///   - call: The call that fails.
    ///   - ordinal: How many such calls from now; 1 (the next) or more.
    ///   - code: An extended result code of SQLite, not `SQLITE_OK`.
    ///   - moment: Whether the failing call does its work.
    ///   - pathSuffix: What a file's path must end in to count, empty for every file.
    ///   - persists: Whether each later call fails too.
    package init(
        _ call: Call, ordinal: Int = 1, code: Int32, moment: Moment = .beforeEffect,
        pathSuffix: String = "", persists: Bool = false
    ) {
        precondition(ordinal >= 1 && code != 0, "a fault is in the future, and an error")
        self.call = call
        self.ordinal = ordinal
        self.code = code
        self.moment = moment
        self.pathSuffix = pathSuffix
        self.persists = persists
    }
}
#endif
