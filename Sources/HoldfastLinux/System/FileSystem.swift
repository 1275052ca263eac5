#if os(Linux)
import CLinux
import Glibc
import HoldfastCore

/// What the vault needs of the file system: exact modes, no links followed, everything synced.
enum FileSystem {
    /// What is known of a file without opening it or following a link.
    struct Status {
        let isDirectory: Bool
        let isRegularFile: Bool
        let isLink: Bool
        let owner: uid_t
        let permissions: mode_t
        let byteCount: Int
        /// How many names it has; more than one are hard links.
        let nameCount: Int

        var isOpenToOthers: Bool { permissions & 0o077 != 0 }
    }

    /// The status of what a path names.
    ///
    /// - Returns: `nil` if the system answered that there is nothing.
    /// - Throws: what else it answered, `ENOENT` if a directory above is a link to nowhere: what is
    ///   behind it, as on a disk that is not mounted now, is out of sight and not missing.
    static func status(_ path: String) throws(Errno) -> Status? {
        var info = stat()
        guard lstat(path, &info) == 0 else {
            let error = Errno.current
            guard error.code == ENOENT else { throw error }
            try requireNoLinkToNowhere(path)
            return nil
        }
        let type = info.st_mode & S_IFMT
        return Status(
            isDirectory: type == S_IFDIR, isRegularFile: type == S_IFREG, isLink: type == S_IFLNK,
            owner: info.st_uid, permissions: info.st_mode & 0o7777, byteCount: Int(info.st_size),
            nameCount: Int(info.st_nlink))
    }

    /// Looks at the nearest thing on a path that is there, which the rest was looked for in.
    private static func requireNoLinkToNowhere(_ path: String) throws(Errno) {
        var place = path
        // With a slash behind it, the system would follow a link and say that there is nothing.
        while place.count > 1 && place.hasSuffix("/") { place.removeLast() }
        var info = stat()
        if lstat(place, &info) == 0 {
            guard info.st_mode & S_IFMT == S_IFLNK, stat(place, &info) != 0 else { return }
            throw Errno.current
        }
        let error = Errno.current
        guard error.code == ENOENT else { throw error }
        let above = parent(of: place)
        if above != place { try requireNoLinkToNowhere(above) }
    }

    /// Opens a regular file, never a link, and never waits for somebody at the other end of a pipe.
    ///
    /// - Returns: its descriptor.
    /// - Throws: the system's answer, `ELOOP` for anything but a regular file.
    static func openRegular(
        _ path: String, _ flags: Int32, mode: mode_t = 0
    ) throws(Errno) -> Int32 {
        let file = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode)
        guard file >= 0 else { throw Errno.current }
        var info = stat()
        guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw Errno(ELOOP)
        }
        return file
    }

    /// Makes a directory and what is missing above it, each with mode 0700 whatever the umask.
    ///
    /// - Throws: the system's answer; `ENOENT` also if what is above is a link to nowhere.
    static func makeDirectories(_ path: String) throws(Errno) {
        do throws(Errno) {
            try makeDirectory(path)
        } catch  where error.code == ENOENT {
            let above = parent(of: path)
            guard above != path else { throw error }
            try makeDirectories(above)
            // Once more and no more: what is above may be there and still hold nothing, as a link
            // to nowhere or a place of the kernel's own.
            try makeDirectory(path)
        }
    }

    private static func makeDirectory(_ path: String) throws(Errno) {
        guard mkdir(path, 0o700) == 0 else {
            let error = Errno.current
            if error.code == EEXIST { return }
            throw error
        }
        guard chmod(path, 0o700) == 0 else { throw Errno.current }
        try syncDirectory(parent(of: path))
    }

    /// Makes a new file of mode 0600 with some bytes, on the disk when this returns.
    ///
    /// - Throws: `EEXIST` if there is anything of that name, a link included. A file that could not
    ///   be written whole is removed again.
    static func create(_ path: String, _ bytes: UnsafeRawBufferPointer) throws(Errno) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Errno.current }
        defer { close(file) }
        do throws(Errno) {
            guard fchmod(file, 0o600) == 0 else { throw Errno.current }
            try write(bytes, to: file, at: 0)
            guard fsync(file) == 0 else { throw Errno.current }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Writes bytes at an offset, whatever partial writes and signals come in between.
    static func write(
        _ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int
    ) throws(Errno) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(file, rest.baseAddress, rest.count, off_t(offset + done))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw count < 0 ? Errno.current : Errno(EIO) }
            done += count
        }
    }

    /// Reads a small regular file into memory of the caller.
    ///
    /// - Returns: how many bytes there were, at most the buffer's; `nil` if there is no file.
    static func read(
        _ path: String, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Errno) -> Int? {
        let file: Int32
        do throws(Errno) {
            file = try openRegular(path, O_RDONLY)
        } catch  where error.code == ENOENT {
            return nil
        }
        defer { close(file) }
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = pread(file, rest.baseAddress, rest.count, off_t(done))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw Errno.current }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Gives a finished file its name if that name is free.
    ///
    /// - Returns: whether it was; otherwise the file of that name is somebody else's.
    static func publish(_ temporary: String, as path: String) throws(Errno) -> Bool {
        defer { unlink(temporary) }
        if link(temporary, path) == 0 {
            try syncDirectory(parent(of: path))
            return true
        }
        let error = Errno.current
        if error.code == EEXIST { return false }
        throw error
    }

    /// Makes the entries of a directory durable.
    static func syncDirectory(_ path: String) throws(Errno) {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw Errno.current }
        defer { close(directory) }
        // Some file systems have no sync of directories and say EINVAL.
        guard fsync(directory) == 0 || errno == EINVAL else { throw Errno.current }
    }

    /// Whether the path lies on a file system that is mounted read-only.
    static func isReadOnly(_ path: String) -> Bool {
        var info = statvfs()
        return statvfs(path, &info) == 0 && info.f_flag & UInt(ST_RDONLY) != 0
    }

    /// The path without its last part; `/` and `.` are their own parents.
    static func parent(of path: String) -> String {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }
}
#endif
