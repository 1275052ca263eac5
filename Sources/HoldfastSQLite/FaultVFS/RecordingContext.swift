#if canImport(CSQLite)
internal import CSQLite
internal import Glibc

/// What the C callbacks of one ``RecordingVFS`` find behind `pAppData`.
///
/// SQLite calls them on any thread. All is constant but the recorder's state, which has a lock.
final class RecordingContext {
    let recorder = Recorder()
    let real: UnsafeMutablePointer<sqlite3_vfs>
    let name: String
    let vfs: UnsafeMutablePointer<sqlite3_vfs>
    let methods: UnsafeMutablePointer<sqlite3_io_methods>
    let powersafeOverwrite: Bool
    private let zName: UnsafeMutablePointer<CChar>
    /// The layer above, whose memory SQLite needs as long as this one's.
    ///
    /// Set once, before SQLite knows of it.
    var joined: JoinedLogVFS?

    init(real: UnsafeMutablePointer<sqlite3_vfs>, powersafeOverwrite: Bool) {
        self.real = real
        self.powersafeOverwrite = powersafeOverwrite
        methods = .allocate(capacity: 1)
        methods.initialize(to: RecordedFile.makeMethods())
        vfs = .allocate(capacity: 1)
        // The address tells apart those that exist at the same time.
        name = "holdfast-recording-\(UInt(bitPattern: vfs))"
        let text = name.utf8CString
        zName = .allocate(capacity: text.count)
        for (index, character) in text.enumerated() {
            zName.advanced(by: index).initialize(to: character)
        }
        vfs.initialize(to: makeVFS())
    }

    deinit {
        vfs.deallocate()
        methods.deallocate()
        zName.deallocate()
    }

    /// The table of calls that SQLite makes on a VFS; it does not retain this context.
    private func makeVFS() -> sqlite3_vfs {
        var vfs = sqlite3_vfs()
        // 2: with the time in milliseconds, without replaceable system calls.
        vfs.iVersion = 2
        vfs.szOsFile = RecordedFile.byteCount
        vfs.mxPathname = real.pointee.mxPathname
        vfs.zName = UnsafePointer(zName)
        vfs.pAppData = Unmanaged.passUnretained(self).toOpaque()
        vfs.xOpen = { vfs, name, file, flags, answer in
            guard let context = RecordingContext.of(vfs), let file else { return SQLITE_MISUSE }
            return context.open(name, file, flags, answer)
        }
        vfs.xDelete = { vfs, name, syncFolder in
            guard let context = RecordingContext.of(vfs), let name else { return SQLITE_MISUSE }
            return context.remove(name, syncFolder)
        }
        vfs.xAccess = { vfs, name, flags, answer in
            guard let real = RecordingContext.of(vfs)?.real else { return SQLITE_MISUSE }
            return real.pointee.xAccess(real, name, flags, answer)
        }
        vfs.xFullPathname = { vfs, name, count, answer in
            guard let real = RecordingContext.of(vfs)?.real else { return SQLITE_MISUSE }
            return real.pointee.xFullPathname(real, name, count, answer)
        }
        addClock(to: &vfs)
        return vfs
    }

    private func addClock(to vfs: inout sqlite3_vfs) {
        vfs.xRandomness = { vfs, count, answer in
            guard let real = RecordingContext.of(vfs)?.real else { return 0 }
            return real.pointee.xRandomness(real, count, answer)
        }
        vfs.xSleep = { vfs, microseconds in
            guard let real = RecordingContext.of(vfs)?.real else { return 0 }
            return real.pointee.xSleep(real, microseconds)
        }
        vfs.xCurrentTime = { vfs, answer in
            guard let real = RecordingContext.of(vfs)?.real else { return SQLITE_MISUSE }
            return real.pointee.xCurrentTime(real, answer)
        }
        vfs.xCurrentTimeInt64 = { vfs, answer in
            guard let real = RecordingContext.of(vfs)?.real else { return SQLITE_MISUSE }
            return real.pointee.xCurrentTimeInt64(real, answer)
        }
        vfs.xGetLastError = { vfs, count, answer in
            guard let real = RecordingContext.of(vfs)?.real else { return 0 }
            return real.pointee.xGetLastError(real, count, answer)
        }
    }

    private static func of(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> RecordingContext? {
        guard let data = vfs?.pointee.pAppData else { return nil }
        return Unmanaged<RecordingContext>.fromOpaque(data).takeUnretainedValue()
    }
}

// MARK: - Opening and removing

extension RecordingContext {
    private func open(
        _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>,
        _ flags: Int32, _ answer: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        // SQLite closes a file only if its open has left methods in it.
        file.pointee.pMethods = nil
        let inner = RealFile(byteCount: Int(real.pointee.szOsFile))
        let path = name.map { name in String(cString: name) } ?? ""
        var id: StorageOperation.FileID?
        let code = recorder.perform(.open, on: path) { state in
            // xAccess takes an empty file for none, so ask the system.
            let existed = name.map { name in access(name, F_OK) == 0 } ?? false
            let code = real.pointee.xOpen(real, name, inner.file, flags, answer)
            guard code == SQLITE_OK, name != nil else { return code }
            return register(path, existed: existed, inner, &state, &id)
        }
        guard code == SQLITE_OK else {
            inner.close()
            return code
        }
        // The platform's VFS makes a log's or journal's name durable with its first sync.
        let logs = SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL
        let syncsFolder = flags & SQLITE_OPEN_CREATE != 0 && flags & logs != 0
        let recorded = RecordedFile(
            real: inner, id: id, path: path, syncsFolder: syncsFolder, context: self)
        recorded.install(in: file, methods: methods)
        return SQLITE_OK
    }

    /// Finds out which file has been opened: a new one, one known, or one that was there before.
    private func register(
        _ path: String, existed: Bool, _ file: RealFile, _ state: inout Recorder.State,
        _ id: inout StorageOperation.FileID?
    ) -> Int32 {
        if existed, let known = state.file(at: path) {
            id = known
            return SQLITE_OK
        }
        let new = state.newFile(at: path)
        id = new
        guard existed else {
            state.record(.create(new))
            return SQLITE_OK
        }
        return file.readAll { bytes in state.record(.found(new, bytes: bytes)) }
    }

    private func remove(_ name: UnsafePointer<CChar>, _ syncFolder: Int32) -> Int32 {
        let path = String(cString: name)
        return recorder.perform(.remove, on: path) { state in
            let code = real.pointee.xDelete(real, name, syncFolder)
            if code == SQLITE_OK { state.removeFile(at: path, folderToo: syncFolder != 0) }
            return code
        }
    }
}
#endif
