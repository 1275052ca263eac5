#if canImport(CSQLite)
internal import CSQLite

/// An open write-ahead log whose writes are joined while a COMMIT runs.
///
/// What SQLite does in a COMMIT: it writes a frame for each changed page, each a header of 24 bytes
/// and the page, all in a row; the last header holds the commit mark. Then it syncs the log
/// (`synchronous=FULL`), and only when that has succeeded it changes the log's index in shared
/// memory, which is what other connections and processes look at (`walFrames` in SQLite's `wal.c`).
/// After a crash nobody believes a frame but in a row that ends with a commit mark.
///
/// Why nothing is less durable or seen differently for writes that wait here:
/// * They wait only between ``beginCommit()`` and ``endCommit()``, in which this connection holds
///   the log's write lock. So no other connection writes to the log while bytes wait, and none are
///   left when the lock goes: a later write of them could hit the frames of somebody else.
/// * The page behind a commit mark takes all of them to the file before its write returns, and so
///   does a sync. So all frames are in the file before SQLite can sync it, and before it can change
///   the index, whatever `synchronous` says.
/// * They arrive in SQLite's order: a write in another place writes them first, and so does a sync.
/// * No other call needs them. SQLite reads a frame only after the index names it, so a read while
///   bytes wait can only come from rolling back a COMMIT that failed between two frames, and the
///   lock may be gone. They are dropped, and the COMMIT cannot succeed any more.
/// * If they cannot be written, that call fails, and each later write and sync until the end of the
///   COMMIT. So the COMMIT fails, and SQLite rolls back; the bytes are dropped, as SQLite drops a
///   frame that it could not write.
///
/// SQLite uses an open file on one thread at a time.
final class JoinedLog {
    /// What SQLite reserves for each file: its own header, and our pointer behind it.
    static let byteCount = Int32(pointerOffset + MemoryLayout<UnsafeRawPointer>.size)
    private static let pointerOffset = MemoryLayout<sqlite3_file>.stride

    /// How many bytes wait at most: 15 frames of the usual page of 4 KiB.
    static let capacity = 65_536

    let real: RealFile
    let lower: UnsafePointer<sqlite3_io_methods>
    private let buffer: UnsafeMutableRawPointer
    /// How many bytes wait, and where in the file they belong.
    private var count = 0
    private var start: Int64 = 0
    private var isJoining = false
    /// Whether the header that was written last has a commit mark, so that its page comes next.
    private var isLastFrame = false
    /// Why waiting bytes were dropped in this COMMIT.
    private var failure = SQLITE_OK

    /// Takes over a file that the lower VFS has opened; nil if it is not open.
    init?(_ real: RealFile) {
        guard let lower = real.file.pointee.pMethods else { return nil }
        self.real = real
        self.lower = lower
        buffer = .allocate(byteCount: Self.capacity, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// Puts this file, retained until its close, behind SQLite's header.
    func install(in file: UnsafeMutablePointer<sqlite3_file>) {
        let pointer = Unmanaged.passRetained(self).toOpaque()
        UnsafeMutableRawPointer(file).storeBytes(
            of: pointer, toByteOffset: Self.pointerOffset, as: UnsafeMutableRawPointer.self)
        file.pointee.pMethods = Self.methods
    }

    /// The file behind SQLite's header, or nil if it is closed or no joined log.
    static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> JoinedLog? {
        guard let file, file.pointee.pMethods == methods else { return nil }
        return unmanaged(file).takeUnretainedValue()
    }

    /// Closes the file behind SQLite's header and releases what ``install(in:)`` retained.
    ///
    /// No COMMIT runs in a close, so nothing waits.
    static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
        guard let file, file.pointee.pMethods == methods else { return SQLITE_MISUSE }
        let log = unmanaged(file).takeRetainedValue()
        file.pointee.pMethods = nil
        return log.real.close()
    }

    private static func unmanaged(
        _ file: UnsafeMutablePointer<sqlite3_file>
    ) -> Unmanaged<JoinedLog> {
        let pointer = UnsafeMutableRawPointer(file).load(
            fromByteOffset: pointerOffset, as: UnsafeMutableRawPointer.self)
        return Unmanaged.fromOpaque(pointer)
    }
}

// MARK: - Joining

extension JoinedLog {
    /// Lets writes wait: the next statement is a COMMIT.
    func beginCommit() { isJoining = true }

    /// Ends what ``beginCommit()`` began.
    ///
    /// What still waits belongs to a COMMIT that failed between two frames: dropped, as SQLite
    /// would not have written it.
    func endCommit() {
        isJoining = false
        isLastFrame = false
        count = 0
        failure = SQLITE_OK
    }

    func write(_ bytes: UnsafeRawPointer, _ byteCount: Int32, _ offset: Int64) -> Int32 {
        let isNext = count == 0 || offset == start + Int64(count)
        guard isJoining, isNext, Int(byteCount) <= Self.capacity else {
            settle()
            guard failure == SQLITE_OK else { return failure }
            return lower.pointee.xWrite(real.file, bytes, byteCount, offset)
        }
        if count + Int(byteCount) > Self.capacity {
            let code = writeWaiting()
            if code != SQLITE_OK { return code }
        }
        if count == 0 { start = offset }
        buffer.advanced(by: count).copyMemory(from: bytes, byteCount: Int(byteCount))
        count += Int(byteCount)
        if isLastFrame { return settle() }
        isLastFrame = Self.hasCommitMark(bytes, byteCount)
        return SQLITE_OK
    }

    func sync(_ flags: Int32) -> Int32 {
        settle()
        return failure == SQLITE_OK ? lower.pointee.xSync(real.file, flags) : failure
    }

    /// Writes what waits and ends the joining for this COMMIT.
    ///
    /// - Returns: Why it could not be written, or `SQLITE_OK`.
    @discardableResult
    func settle() -> Int32 {
        isJoining = false
        return writeWaiting()
    }

    /// Drops what waits, if anything does, so that this COMMIT cannot succeed.
    func dropWaiting() {
        guard count > 0 else { return }
        isJoining = false
        count = 0
        failure = SQLITE_IOERR
    }

    private func writeWaiting() -> Int32 {
        guard count > 0 else { return SQLITE_OK }
        let code = lower.pointee.xWrite(real.file, buffer, Int32(count), start)
        count = 0
        if code != SQLITE_OK {
            // The row has a gap from here on.
            isJoining = false
            failure = code
        }
        return code
    }

    /// Whether a write is a frame's header whose second number, the size of the database after the
    /// commit, is not 0.
    private static func hasCommitMark(_ bytes: UnsafeRawPointer, _ byteCount: Int32) -> Bool {
        byteCount == frameHeaderByteCount
            && bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self) != 0
    }

    private static let frameHeaderByteCount: Int32 = 24
}
#endif
