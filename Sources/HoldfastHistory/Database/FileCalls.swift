#if os(Linux)
import Glibc
import HoldfastCore

/// What a history needs of the file system besides SQLite: exact modes, no links followed.
enum FileCalls {
    /// What tells a file from another of the same name.
    struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t
    }

    /// What a path names.
    ///
    /// - Returns: `nil` if the system answered that there is nothing.
    /// - Throws: what else it answered; `ELOOP` for anything but a regular file.
    static func identity(_ path: String) throws(KeychainError) -> Identity? {
        var info = stat()
        guard lstat(path, &info) == 0 else {
            if errno == ENOENT { return nil }
            throw failure("the history's file cannot be looked at")
        }
        guard info.st_mode & S_IFMT == S_IFREG else {
            throw failure("the history's file is no file", ELOOP)
        }
        return Identity(device: info.st_dev, inode: info.st_ino)
    }

    /// Whether the folder is there and answers, so that what is not in it is missing.
    static func isFolder(_ path: String) throws(KeychainError) -> Bool {
        var info = stat()
        guard stat(path, &info) == 0 else {
            // A link to nowhere, as to a disk that is not mounted, hides what is behind it.
            var link = stat()
            if errno == ENOENT, lstat(path, &link) != 0, errno == ENOENT { return false }
            throw failure("the history's folder cannot be looked at")
        }
        guard info.st_mode & S_IFMT == S_IFDIR else {
            throw failure("the history's folder is no folder", ENOTDIR)
        }
        return true
    }

    /// Makes a folder with mode 0700, and what is missing above it.
    static func makeFolder(_ path: String) throws(KeychainError) {
        if try isFolder(path) { return }
        let above = parent(of: path)
        if above != path { try makeFolder(above) }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw failure("the history's folder cannot be made")
        }
        try sync(above)
    }

    /// The folder without links on the way: SQLite is told to follow none.
    static func resolved(_ path: String) throws(KeychainError) -> String {
        guard let resolved = realpath(path, nil) else {
            throw failure("the history's folder cannot be found")
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Makes an empty file of mode 0600.
    static func create(_ path: String) throws(KeychainError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("the history's file cannot be made") }
        defer { close(file) }
        guard fchmod(file, 0o600) == 0 else {
            throw failure("the history's file cannot be made")
        }
    }

    /// Removes a file, which may be missing.
    static func remove(_ path: String) throws(KeychainError) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw failure("a file of the history cannot be removed")
        }
    }

    /// Gives a finished file its name, which is free, and makes that durable.
    static func publish(_ temporary: String, as path: String) throws(KeychainError) {
        guard link(temporary, path) == 0 else {
            throw failure("the history's file cannot be given its name")
        }
        unlink(temporary)
        try sync(parent(of: path))
    }

    /// Runs a body while no other process runs one with the same lock file.
    static func locked<R>(
        _ path: String, _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("the history's folder cannot be locked") }
        // Closing drops the lock, and so does the end of the process.
        defer { close(file) }
        while flock(file, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure("the history's folder cannot be locked") }
        }
        return try body()
    }

    /// Reads a small file.
    ///
    /// - Returns: at most so many bytes; `nil` if there is no file.
    static func read(_ path: String, atMost limit: Int) throws(KeychainError) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("a file of the history cannot be read")
        }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < limit {
            let more = bytes.withUnsafeMutableBytes {
                pread(file, $0.baseAddress.map { $0 + count }, limit - count, off_t(count))
            }
            if more < 0 && errno == EINTR { continue }
            guard more >= 0 else { throw failure("a file of the history cannot be read") }
            if more == 0 { break }
            count += more
        }
        return [UInt8](bytes.prefix(count))
    }

    /// Writes a small file over itself, without making it durable.
    static func write(_ bytes: [UInt8], to path: String) throws(KeychainError) {
        let file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("a file of the history cannot be written") }
        defer { close(file) }
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(file, $0.baseAddress.map { $0 + done }, bytes.count - done, off_t(done))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw failure("a file of the history cannot be written") }
            done += count
        }
    }

    private static func sync(_ path: String) throws(KeychainError) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw failure("the history's folder cannot be opened") }
        defer { close(folder) }
        // Some file systems have no sync of folders and say EINVAL.
        guard fsync(folder) == 0 || errno == EINVAL else {
            throw failure("the history's folder cannot be synced")
        }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func failure(_ what: String, _ number: Int32 = errno) -> KeychainError {
        KeychainError(.unknown, what, nativeDomain: "errno", nativeCode: Int(number))
    }
}
#endif
