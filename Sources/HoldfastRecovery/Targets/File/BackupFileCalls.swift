#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#endif
import HoldfastCore

/// What a backup in a file needs of the file system: exact modes, no links followed, and the
/// system's answers kept.
enum BackupFileCalls {
    /// Opens a file for reading and writing; `nil` if there is none.
    static func open(
        _ path: String, creating: Bool = false
    ) throws(BackupTargetError) -> Int32? {
        let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (creating ? O_CREAT : 0)
        var file = openFile(path, flags, 0o600)
        // A backup on a disk that is mounted for reading can be restored all the same.
        if file < 0, !creating, errno == EROFS || errno == EACCES {
            file = openFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        }
        guard file >= 0 else {
            if errno == ENOENT, !creating { return nil }
            throw failure()
        }
        var info = stat()
        guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
            closeFile(file)
            throw failure(ELOOP)
        }
        return file
    }

    static func close(_ file: Int32) { closeFile(file) }

    /// Waits until nobody else has the file locked.
    static func lock(_ file: Int32) throws(BackupTargetError) {
        while flock(file, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure() }
        }
    }

    static func unlock(_ file: Int32) { flock(file, LOCK_UN) }

    static func byteCount(_ file: Int32) throws(BackupTargetError) -> Int {
        var info = stat()
        guard fstat(file, &info) == 0 else { throw failure() }
        return Int(info.st_size)
    }

    /// Whether a path still names the file that is open.
    static func isNamed(_ path: String, _ file: Int32) throws(BackupTargetError) -> Bool {
        var opened = stat()
        var named = stat()
        guard fstat(file, &opened) == 0 else { throw failure() }
        guard lstat(path, &named) == 0 else {
            if errno == ENOENT { return false }
            throw failure()
        }
        return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }

    /// Reads bytes at a place; fewer only at the end of the file.
    static func read(
        _ file: Int32, at place: Int, _ count: Int
    ) throws(BackupTargetError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let more = bytes.withUnsafeMutableBytes {
                pread(file, $0.baseAddress.map { $0 + done }, count - done, off_t(place + done))
            }
            if more < 0 && errno == EINTR { continue }
            guard more >= 0 else { throw failure() }
            if more == 0 { break }
            done += more
        }
        if done < count { bytes.removeLast(count - done) }
        return bytes
    }

    /// Writes bytes at a place.
    static func write(
        _ bytes: [UInt8], to file: Int32, at place: Int
    ) throws(BackupTargetError) {
        var done = 0
        while done < bytes.count {
            let more = bytes.withUnsafeBytes {
                pwrite(
                    file, $0.baseAddress.map { $0 + done }, bytes.count - done,
                    off_t(place + done))
            }
            if more < 0 && errno == EINTR { continue }
            guard more > 0 else { throw failure(more < 0 ? errno : EIO) }
            done += more
        }
    }

    static func truncate(_ file: Int32, to count: Int) throws(BackupTargetError) {
        guard ftruncate(file, off_t(count)) == 0 else { throw failure() }
    }

    /// Removes a file, which may be missing.
    static func remove(_ path: String) throws(BackupTargetError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure() }
    }

    static func rename(_ path: String, over other: String) throws(BackupTargetError) {
        guard renameFile(path, other) == 0 else { throw failure() }
    }

    /// Makes the names in a file's folder durable.
    static func syncFolder(of path: String) throws(BackupTargetError) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let file = openFile(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard file >= 0 else { throw failure() }
        defer { closeFile(file) }
        // Some file systems have no sync of folders and say EINVAL.
        guard fsync(file) == 0 || errno == EINVAL else { throw failure() }
    }

    static func failure(_ number: Int32 = errno) -> BackupTargetError {
        if [ENOSPC, EDQUOT, EFBIG].contains(number) { return .full }
        return .storage(
            KeychainError(
                .unknown, "a backup's file cannot be used", nativeDomain: "errno",
                nativeCode: Int(number)))
    }
}

// Under names of their own: inside the type, `open` and `rename` are its methods.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}

private func renameFile(_ path: String, _ other: String) -> Int32 {
    rename(path, other)
}

private func closeFile(_ file: Int32) {
    _ = close(file)
}
