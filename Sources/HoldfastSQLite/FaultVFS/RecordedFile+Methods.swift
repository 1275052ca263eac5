#if canImport(CSQLite)
internal import CSQLite

extension RecordedFile {
    /// The table of calls that SQLite makes on a file.
    static func makeMethods() -> sqlite3_io_methods {
        var methods = sqlite3_io_methods()
        methods.iVersion = 3
        methods.xClose = { file in RecordedFile.close(file) }
        methods.xRead = { file, buffer, count, offset in
            RecordedFile.of(file)?.read(buffer, count, offset) ?? SQLITE_MISUSE
        }
        methods.xWrite = { file, buffer, count, offset in
            RecordedFile.of(file)?.write(buffer, count, offset) ?? SQLITE_MISUSE
        }
        methods.xTruncate = { file, byteCount in
            RecordedFile.of(file)?.truncate(byteCount) ?? SQLITE_MISUSE
        }
        methods.xSync = { file, flags in RecordedFile.of(file)?.sync(flags) ?? SQLITE_MISUSE }
        methods.xDeviceCharacteristics = { file in
            RecordedFile.of(file)?.deviceCharacteristics ?? 0
        }
        addQueries(to: &methods)
        addSharedMemory(to: &methods)
        return methods
    }

    private static func addQueries(to methods: inout sqlite3_io_methods) {
        methods.xFileSize = { file, answer in
            guard let real = RecordedFile.of(file)?.real else { return SQLITE_MISUSE }
            return real.methods?.xFileSize(real.file, answer) ?? SQLITE_MISUSE
        }
        methods.xLock = { file, level in
            guard let real = RecordedFile.of(file)?.real else { return SQLITE_MISUSE }
            return real.methods?.xLock(real.file, level) ?? SQLITE_MISUSE
        }
        methods.xUnlock = { file, level in
            guard let real = RecordedFile.of(file)?.real else { return SQLITE_MISUSE }
            return real.methods?.xUnlock(real.file, level) ?? SQLITE_MISUSE
        }
        methods.xCheckReservedLock = { file, answer in
            guard let real = RecordedFile.of(file)?.real else { return SQLITE_MISUSE }
            return real.methods?.xCheckReservedLock(real.file, answer) ?? SQLITE_MISUSE
        }
        methods.xFileControl = { file, operation, argument in
            guard let real = RecordedFile.of(file)?.real else { return SQLITE_MISUSE }
            // These grow the file without a write, which the log would miss.
            if operation == SQLITE_FCNTL_SIZE_HINT || operation == SQLITE_FCNTL_CHUNK_SIZE {
                return SQLITE_NOTFOUND
            }
            return real.methods?.xFileControl(real.file, operation, argument) ?? SQLITE_MISUSE
        }
        methods.xSectorSize = { file in
            guard let real = RecordedFile.of(file)?.real else { return 0 }
            return real.methods?.xSectorSize(real.file) ?? 0
        }
    }

    private static func addSharedMemory(to methods: inout sqlite3_io_methods) {
        methods.xShmMap = { file, region, byteCount, extend, answer in
            guard let real = RecordedFile.of(file)?.real else { return SQLITE_MISUSE }
            return real.methods?.xShmMap?(real.file, region, byteCount, extend, answer)
                ?? SQLITE_IOERR
        }
        methods.xShmLock = { file, offset, count, flags in
            guard let real = RecordedFile.of(file)?.real else { return SQLITE_MISUSE }
            return real.methods?.xShmLock?(real.file, offset, count, flags) ?? SQLITE_IOERR
        }
        methods.xShmBarrier = { file in
            guard let real = RecordedFile.of(file)?.real else { return }
            real.methods?.xShmBarrier?(real.file)
        }
        methods.xShmUnmap = { file, remove in
            guard let real = RecordedFile.of(file)?.real else { return SQLITE_MISUSE }
            return real.methods?.xShmUnmap?(real.file, remove) ?? SQLITE_IOERR
        }
        methods.xFetch = { file, offset, count, answer in
            guard let real = RecordedFile.of(file)?.real else { return SQLITE_MISUSE }
            return real.methods?.xFetch?(real.file, offset, count, answer) ?? SQLITE_IOERR
        }
        methods.xUnfetch = { file, offset, page in
            guard let real = RecordedFile.of(file)?.real else { return SQLITE_MISUSE }
            return real.methods?.xUnfetch?(real.file, offset, page) ?? SQLITE_IOERR
        }
    }
}
#endif
