#if canImport(CSQLite)
internal import CSQLite

/// A layer under SQLite that joins the writes of one commit to the write-ahead log.
///
/// SQLite writes each frame of its log in two calls, 24 bytes and a page, so that a commit of two
/// pages calls the system four times. Through this layer it does so once. Nothing else changes:
/// only a file that is opened as a write-ahead log becomes a ``JoinedLog``, which says why a commit
/// is as durable and as visible as without it. Every other file is the lower VFS's own, with that
/// VFS's methods, so reads and locks come past this layer without a call.
///
/// - Note: https://www.sqlite.org/vfs.html, and https://www.sqlite.org/fileformat2.html section 4
///   for the log.
// Sendable: all is constant after `init`, and SQLite keeps its list of VFSes behind its own mutex.
final class JoinedLogVFS: @unchecked Sendable {
    /// The name under which SQLite knows it.
    let name: String
    private let record: UnsafeMutablePointer<Record>
    private let zName: UnsafeMutablePointer<CChar>

    /// What SQLite gets as a VFS: its own structure first, ours behind it.
    private struct Record {
        var vfs: sqlite3_vfs
        let lower: UnsafeMutablePointer<sqlite3_vfs>
    }

    /// The layer over the platform's own VFS, which is there until the process ends; nil if SQLite
    /// has no VFS or refuses another.
    static let standard: JoinedLogVFS? = {
        guard let lower = sqlite3_vfs_find(nil) else { return nil }
        let layer = JoinedLogVFS(over: lower, name: "holdfast-joined-log")
        return layer.register() == SQLITE_OK ? layer : nil
    }()

    /// Makes a layer that SQLite does not know yet.
    ///
    /// - Parameters:
    ///   - lower: The VFS that does the work; it must outlive the layer.
    ///   - name: A name that no other VFS has.
    init(over lower: UnsafeMutablePointer<sqlite3_vfs>, name: String) {
        self.name = name
        let text = name.utf8CString
        zName = .allocate(capacity: text.count)
        for (index, character) in text.enumerated() {
            zName.advanced(by: index).initialize(to: character)
        }
        // The calls that are no open are the lower VFS's own. They find what they need behind
        // pAppData, which the copy keeps.
        var vfs = lower.pointee
        vfs.pNext = nil
        vfs.zName = UnsafePointer(zName)
        vfs.szOsFile = max(vfs.szOsFile, JoinedLog.byteCount)
        vfs.xOpen = { vfs, name, file, flags, answer in
            guard let vfs, let file else { return SQLITE_MISUSE }
            return JoinedLogVFS.open(vfs, name, file, flags, answer)
        }
        record = .allocate(capacity: 1)
        record.initialize(to: Record(vfs: vfs, lower: lower))
    }

    deinit {
        record.deallocate()
        zName.deallocate()
    }

    /// Tells SQLite of the layer, which must stay until ``unregister()`` and until the last file
    /// that was opened through it is closed.
    func register() -> Int32 { sqlite3_vfs_register(vfs, 0) }

    /// Makes SQLite forget the layer; files that are open stay so.
    func unregister() { sqlite3_vfs_unregister(vfs) }

    private var vfs: UnsafeMutablePointer<sqlite3_vfs> {
        // A structure's first member has the structure's address.
        UnsafeMutableRawPointer(record).assumingMemoryBound(to: sqlite3_vfs.self)
    }

    private static func open(
        _ vfs: UnsafeMutablePointer<sqlite3_vfs>, _ name: UnsafePointer<CChar>?,
        _ file: UnsafeMutablePointer<sqlite3_file>, _ flags: Int32,
        _ answer: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        let lower = UnsafeMutableRawPointer(vfs).assumingMemoryBound(to: Record.self).pointee.lower
        guard flags & SQLITE_OPEN_WAL != 0 else {
            return lower.pointee.xOpen(lower, name, file, flags, answer)
        }
        // SQLite closes a file only if its open has left methods in it.
        file.pointee.pMethods = nil
        let inner = RealFile(byteCount: Int(lower.pointee.szOsFile))
        let code = lower.pointee.xOpen(lower, name, inner.file, flags, answer)
        guard code == SQLITE_OK, let log = JoinedLog(inner) else {
            inner.close()
            return code == SQLITE_OK ? SQLITE_IOERR : code
        }
        log.install(in: file)
        return SQLITE_OK
    }
}
#endif
