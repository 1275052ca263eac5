#if canImport(CSQLite)
internal import CSQLite

extension JoinedLog {
    /// The table of calls that SQLite makes on the log, the same for all.
    ///
    /// Version 1: SQLite locks, shares and maps the database's file and never the log.
    // Safe although unchecked: written once, before anybody has the address, and never freed.
    nonisolated(unsafe) static let methods: UnsafePointer<sqlite3_io_methods> = {
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        methods.initialize(to: makeMethods())
        return UnsafePointer(methods)
    }()

    private static func makeMethods() -> sqlite3_io_methods {
        var methods = sqlite3_io_methods()
        methods.iVersion = 1
        methods.xClose = { file in JoinedLog.close(file) }
        methods.xWrite = { file, bytes, count, offset in
            guard let log = JoinedLog.of(file), let bytes else { return SQLITE_MISUSE }
            return log.write(bytes, count, offset)
        }
        methods.xSync = { file, flags in JoinedLog.of(file)?.sync(flags) ?? SQLITE_MISUSE }
        // None of these is a part of a COMMIT that goes well while bytes wait.
        methods.xRead = { file, buffer, count, offset in
            JoinedLog.withoutWaiting(file) { log in
                log.lower.pointee.xRead(log.real.file, buffer, count, offset)
            }
        }
        methods.xTruncate = { file, byteCount in
            JoinedLog.withoutWaiting(file) { log in
                log.lower.pointee.xTruncate(log.real.file, byteCount)
            }
        }
        methods.xFileSize = { file, answer in
            JoinedLog.withoutWaiting(file) { log in
                log.lower.pointee.xFileSize(log.real.file, answer)
            }
        }
        methods.xFileControl = { file, operation, argument in
            JoinedLog.withoutWaiting(file) { log in
                log.lower.pointee.xFileControl(log.real.file, operation, argument)
            }
        }
        addUnrelated(to: &methods)
        return methods
    }

    /// The calls that have nothing to do with the file's content.
    private static func addUnrelated(to methods: inout sqlite3_io_methods) {
        methods.xLock = { file, level in
            JoinedLog.withoutWaiting(file) { log in log.lower.pointee.xLock(log.real.file, level) }
        }
        methods.xUnlock = { file, level in
            JoinedLog.withoutWaiting(file) { log in log.lower.pointee.xUnlock(log.real.file, level)
            }
        }
        methods.xCheckReservedLock = { file, answer in
            JoinedLog.withoutWaiting(file) { log in
                log.lower.pointee.xCheckReservedLock(log.real.file, answer)
            }
        }
        methods.xSectorSize = { file in
            guard let log = JoinedLog.of(file) else { return 0 }
            return log.lower.pointee.xSectorSize(log.real.file)
        }
        methods.xDeviceCharacteristics = { file in
            guard let log = JoinedLog.of(file) else { return 0 }
            return log.lower.pointee.xDeviceCharacteristics(log.real.file)
        }
    }

    /// Makes a call of the lower VFS with nothing that waits.
    private static func withoutWaiting(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ call: (JoinedLog) -> Int32
    ) -> Int32 {
        guard let log = JoinedLog.of(file) else { return SQLITE_MISUSE }
        log.dropWaiting()
        return call(log)
    }
}
#endif
