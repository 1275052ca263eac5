#if canImport(CSQLite)
extension SQLiteError {
    /// What a failure says of the file, for those who tell people about it.
    package enum Kind: Sendable {
        /// The file is not what was written: SQL that is fixed and right for its schema cannot break
        /// a constraint or find a value of another type in any other.
        case damage
        /// Another connection holds the file.
        case inUse
        /// The file, or its file system, takes no writes.
        case readOnly
        /// There is no space, for the file or for the index of its log.
        case noSpace
        /// The disk failed, or the file could not be opened.
        case unreachable
        /// Anything else.
        case other
    }

    /// The kind of failure, for a caller whose SQL is fixed.
    package var kind: Kind {
        switch primary {
        case SQLiteCode.error, SQLiteCode.corrupt, SQLiteCode.tooBig, SQLiteCode.constraint,
            SQLiteCode.mismatch, SQLiteCode.notADatabase, SQLiteCode.schema, SQLiteCode.format:
            .damage
        case SQLiteCode.busy, SQLiteCode.locked: .inUse
        case SQLiteCode.readOnly: .readOnly
        case SQLiteCode.full: .noSpace
        case SQLiteCode.io where code == SQLiteCode.ioSharedMemorySize: .noSpace
        case SQLiteCode.io, SQLiteCode.cannotOpen: .unreachable
        default: .other
        }
    }

    /// What to do about the failure, or nil where nothing is known to help.
    package var advice: String? {
        switch kind {
        case .inUse: "try again"
        case .readOnly: "check the permissions and whether the file system is read-only"
        case .noSpace: "free some space; nothing that was stored is lost"
        case .unreachable: "check the disk, the permissions and the number of open files"
        case .damage, .other: nil
        }
    }
}
#endif
