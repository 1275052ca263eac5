#if canImport(CSQLite)
internal import CSQLite

/// An open file of a ``RecordingVFS``: what the C callbacks find behind SQLite's `sqlite3_file`.
///
/// SQLite uses an open file on one thread at a time. The context, and with it the memory of the VFS,
/// stays until the last file is closed, after which SQLite does not look at the VFS any more.
final class RecordedFile {
    /// What SQLite reserves for each file: its own header, and our pointer behind it.
    static let byteCount = Int32(pointerOffset + MemoryLayout<UnsafeRawPointer>.size)
    private static let pointerOffset = MemoryLayout<sqlite3_file>.stride

    let real: RealFile
    private let id: StorageOperation.FileID?
    private let path: String
    private var syncsFolder: Bool
    private let context: RecordingContext

    init(
        real: RealFile, id: StorageOperation.FileID?, path: String, syncsFolder: Bool,
        context: RecordingContext
    ) {
        self.real = real
        self.id = id
        self.path = path
        self.syncsFolder = syncsFolder
        self.context = context
    }

    /// Puts this file, retained until its close, behind SQLite's header.
    func install(
        in file: UnsafeMutablePointer<sqlite3_file>, methods: UnsafePointer<sqlite3_io_methods>
    ) {
        let pointer = Unmanaged.passRetained(self).toOpaque()
        UnsafeMutableRawPointer(file).storeBytes(
            of: pointer, toByteOffset: Self.pointerOffset, as: UnsafeMutableRawPointer.self)
        file.pointee.pMethods = methods
    }

    /// The file behind SQLite's header.
    static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> RecordedFile? {
        guard let file, file.pointee.pMethods != nil else { return nil }
        return unmanaged(file).takeUnretainedValue()
    }

    private static func unmanaged(
        _ file: UnsafeMutablePointer<sqlite3_file>
    ) -> Unmanaged<RecordedFile> {
        let pointer = UnsafeMutableRawPointer(file).load(
            fromByteOffset: pointerOffset, as: UnsafeMutableRawPointer.self)
        return Unmanaged.fromOpaque(pointer)
    }
}

// MARK: - Calls that are recorded or can fail

extension RecordedFile {
    /// Closes the file behind SQLite's header and releases what ``install(in:methods:)`` retained.
    static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
        guard let file, file.pointee.pMethods != nil else { return SQLITE_MISUSE }
        let recorded = unmanaged(file).takeRetainedValue()
        file.pointee.pMethods = nil
        return recorded.real.close()
    }

    func read(_ buffer: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64) -> Int32 {
        guard let methods = real.methods else { return SQLITE_MISUSE }
        return context.recorder.perform(.read, on: path) { _ in
            methods.xRead(real.file, buffer, count, offset)
        }
    }

    func write(_ buffer: UnsafeRawPointer?, _ count: Int32, _ offset: Int64) -> Int32 {
        guard let methods = real.methods else { return SQLITE_MISUSE }
        return context.recorder.perform(.write, on: path) { state in
            let code = methods.xWrite(real.file, buffer, count, offset)
            if code == SQLITE_OK, let id {
                let bytes = [UInt8](UnsafeRawBufferPointer(start: buffer, count: Int(count)))
                state.record(.write(id, offset: Int(offset), bytes: bytes))
            }
            return code
        }
    }

    func truncate(_ byteCount: Int64) -> Int32 {
        guard let methods = real.methods else { return SQLITE_MISUSE }
        return context.recorder.perform(.truncate, on: path) { state in
            let code = methods.xTruncate(real.file, byteCount)
            if code == SQLITE_OK, let id {
                state.record(.truncate(id, byteCount: Int(byteCount)))
            }
            return code
        }
    }

    func sync(_ flags: Int32) -> Int32 {
        guard let methods = real.methods else { return SQLITE_MISUSE }
        return context.recorder.perform(.sync, on: path) { state in
            let code = methods.xSync(real.file, flags)
            if code == SQLITE_OK, let id {
                state.record(.sync(id, folderToo: syncsFolder))
                syncsFolder = false
            }
            return code
        }
    }

    /// What SQLite may count on: nothing but what the recording was told to claim.
    var deviceCharacteristics: Int32 {
        let own = real.methods?.xDeviceCharacteristics(real.file) ?? 0
        let claimed = context.powersafeOverwrite ? SQLITE_IOCAP_POWERSAFE_OVERWRITE : 0
        // No batches of atomic writes and no safe appends, which the log could not express.
        return own & SQLITE_IOCAP_UNDELETABLE_WHEN_OPEN | claimed
    }
}
#endif
