import Glibc
import HoldfastCore
import HoldfastLinux

/// A file that several processes add records to and that none of them writes over.
///
/// It keeps its inode, its owner and its mode, so that people can share it as they like. One process
/// at a time adds, under a lock of the file (flock(2)) that ends with the process; a record is on the
/// disk when ``append(_:)`` returns, and what a death left half written is not taken for one.
struct DirectoryFile: Sendable {
    /// Where the file is.
    let path: String
    /// For how long another process may keep it locked.
    var patience: Duration = .seconds(10)

    /// What a file has at most; what is larger was not written here.
    static let byteLimit = 16 * 1024 * 1024

    /// Makes the file if there is none; what is there already is left alone.
    ///
    /// - Returns: whether it was made.
    /// - Throws: `UNKNOWN` with the system's number.
    func make() throws(KeychainError) -> Bool {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = open(path, flags, 0o600)
        guard file >= 0 else {
            if errno == EEXIST { return false }
            throw KeychainError(errno: errno)
        }
        defer { close(file) }
        // For the umask's sake; a stick's file system may have no modes to set.
        guard fchmod(file, 0o600) == 0 || errno == EPERM || errno == EOPNOTSUPP else {
            throw KeychainError(errno: errno)
        }
        try lock(file, LOCK_EX)
        let content = try Self.content(of: file)
        // Another process may have found it in the meantime, and begun it.
        if content.end == 0 { try Self.add(DirectoryContent.header, to: file, after: content) }
        try syncFolder()
        return true
    }

    /// Reads the file.
    ///
    /// - Returns: what it holds.
    /// - Throws: `UNKNOWN` with the system's number, also where another process keeps it locked
    ///   (`EWOULDBLOCK`); else as ``DirectoryContent``.
    func read() throws(KeychainError) -> DirectoryContent {
        let file = try openRegular(O_RDONLY)
        defer { close(file) }
        try lock(file, LOCK_SH)
        return try Self.content(of: file)
    }

    /// Adds a record, if what is there permits it.
    ///
    /// - Parameter record: from what the file holds to what is to be added; `nil` for nothing.
    /// - Throws: what `record` throws; else as ``read()``. Nothing was added, unless only the last
    ///   sync failed.
    func append(
        _ record: (DirectoryContent) throws(KeychainError) -> DirectoryRecord?
    ) throws(KeychainError) {
        let file = try openRegular(O_RDWR)
        defer { close(file) }
        try lock(file, LOCK_EX)
        let content = try Self.content(of: file)
        guard let record = try record(content) else { return }
        let head = content.end == 0 ? DirectoryContent.header : []
        try Self.add(head + record.framed, to: file, after: content)
    }
}

extension DirectoryFile {
    private func openRegular(_ flags: Int32) throws(KeychainError) -> Int32 {
        let file = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { throw Self.notOpened(errno) }
        var info = stat()
        guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw KeychainError(
                .invalidArgument, "it is no regular file",
                advice: "check --directory and HOLDFAST_DIRECTORY")
        }
        return file
    }

    private static func notOpened(_ number: Int32) -> KeychainError {
        let advice: String? =
            switch number {
            case ENOENT, ENOTDIR:
                "check --directory and HOLDFAST_DIRECTORY, and that its disk is there; 'holdfast"
                    + " device init' makes a new one"
            case ELOOP: "name the file itself and not a link to it"
            default: nil
            }
        return KeychainError(errno: number, advice: advice)
    }

    private func lock(_ file: Int32, _ kind: Int32) throws(KeychainError) {
        let end = ContinuousClock.now + patience
        while flock(file, kind | LOCK_NB) != 0 {
            let number = errno
            switch number {
            case EINTR: continue
            case EWOULDBLOCK where ContinuousClock.now < end: usleep(10_000)
            case EWOULDBLOCK:
                throw KeychainError(
                    .unknown, "another process keeps it locked", nativeDomain: "errno",
                    nativeCode: Int(number), advice: "wait for that process, or end it")
            default:
                throw KeychainError(errno: number, advice: "use a file system that has locks")
            }
        }
    }

    private static func content(of file: Int32) throws(KeychainError) -> DirectoryContent {
        guard let buffer = try Descriptor.readAll(file, limit: byteLimit) else {
            throw KeychainError(
                .dataCorrupted, "it is larger than a directory can be",
                advice: "check --directory and HOLDFAST_DIRECTORY; the file was left as it is")
        }
        return try DirectoryContent(buffer.withUnsafeBytes { [UInt8]($0) })
    }

    /// Writes behind the last whole record; what a death left there goes first.
    private static func add(
        _ bytes: [UInt8], to file: Int32, after content: DirectoryContent
    ) throws(KeychainError) {
        guard content.end + bytes.count <= byteLimit else {
            throw KeychainError(
                .invalidArgument, "it is full", advice: "begin another one for new accounts")
        }
        let end = off_t(content.end)
        if content.isTorn {
            guard ftruncate(file, end) == 0 else { throw KeychainError(errno: errno) }
        }
        guard lseek(file, end, SEEK_SET) == end else { throw KeychainError(errno: errno) }
        do throws(KeychainError) {
            try bytes.withRawBytes { (bytes) throws(KeychainError) in
                try Descriptor.write(bytes, to: file)
            }
            guard fsync(file) == 0 else { throw KeychainError(errno: errno) }
        } catch {
            // A part of it would be taken for torn anyway; this only saves the next one the trouble.
            _ = ftruncate(file, end)
            throw error
        }
    }

    private func syncFolder() throws(KeychainError) {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw KeychainError(errno: errno) }
        defer { close(directory) }
        guard fsync(directory) == 0 || errno == EINVAL else { throw KeychainError(errno: errno) }
    }
}
