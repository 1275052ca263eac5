#if canImport(CSQLite)
internal import CSQLite

/// An open file of the platform's own VFS, in memory of the size that VFS asks for.
final class RealFile {
    let file: UnsafeMutablePointer<sqlite3_file>
    private let memory: UnsafeMutableRawPointer

    init(byteCount: Int) {
        memory = .allocate(byteCount: byteCount, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        file = memory.bindMemory(to: sqlite3_file.self, capacity: 1)
    }

    deinit { memory.deallocate() }

    /// The calls on the file, if it is open.
    var methods: sqlite3_io_methods? { file.pointee.pMethods?.pointee }

    /// Closes the file, if it is open.
    @discardableResult
    func close() -> Int32 {
        guard let methods else { return SQLITE_OK }
        let code = methods.xClose(file)
        file.pointee.pMethods = nil
        return code
    }

    /// Reads the whole file and hands it on, or answers with the error's code.
    func readAll(_ body: ([UInt8]) -> Void) -> Int32 {
        guard let methods else { return SQLITE_MISUSE }
        var size: Int64 = 0
        var code = methods.xFileSize(file, &size)
        guard code == SQLITE_OK else { return code }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        if size > 0 { code = methods.xRead(file, &bytes, Int32(size), 0) }
        if code == SQLITE_OK { body(bytes) }
        return code
    }
}
#endif
