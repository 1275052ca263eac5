#if canImport(CSQLite)
internal import CSQLite

extension Connection {
    /// What a connection may do with its file.
    package enum Mode: Sendable, Equatable, CaseIterable {
        /// Reads and writes, and makes the file if there is none.
        case readWriteCreate
        /// Reads and writes a file that is there.
        case readWrite
        /// Reads a file that others may write.
        case readOnly
        /// Reads a file that nobody writes, without locks and without looking at a write-ahead log.
        case immutable
    }

    /// How a connection is opened.
    package struct Options: Sendable, Equatable {
        /// What the connection may do with its file.
        package var mode: Mode
        /// The name of a registered VFS, or nil for the platform's own with joined log writes.
        package var vfs: String?
        /// How long a step waits for another connection's lock before it fails, 0 for not at all.
        package var busyTimeoutMilliseconds: Int
        /// The page cache's limit in KiB, 0 or more.
        package var cacheKiB: Int

        /// Makes options; each has a default that suits a small store.
        ///
        /// - Parameters:
        ///   - mode: What the connection may do with its file.
        ///   - vfs: The name of a registered VFS, or nil for the platform's own.
        ///   - busyTimeoutMilliseconds: The wait for a lock, 0 to 2 147 483 647.
        ///   - cacheKiB: The page cache's limit in KiB, 0 to 2 147 483 647.
        package init(
            mode: Mode = .readWriteCreate, vfs: String? = nil,
            busyTimeoutMilliseconds: Int = 5_000, cacheKiB: Int = 2_000
        ) {
            self.mode = mode
            self.vfs = vfs
            self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
            self.cacheKiB = cacheKiB
        }
    }
}

extension Connection.Mode {
    /// The flags of `sqlite3_open_v2` for this mode.
    var openFlags: Int32 {
        let access =
            switch self {
            case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readWrite: SQLITE_OPEN_READWRITE
            case .readOnly, .immutable: SQLITE_OPEN_READONLY
            }
        return access | SQLITE_OPEN_URI | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
            | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    }

    /// Whether the connection is asked to write.
    var writes: Bool { self == .readWriteCreate || self == .readWrite }
}
#endif
