#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#endif

/// The number of a failed call, and the few calls that a directory of files needs.
struct FileFailure: Error {
    let number: Int32

    /// The number that the last failed call left behind.
    static var current: FileFailure { FileFailure(number: errno) }

    /// Reads a whole regular file.
    ///
    /// - Returns: `nil` if there is none.
    static func read(_ path: String) throws(FileFailure) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw current
        }
        defer { close(file) }
        try requireRegular(file)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = pread(file, &chunk, chunk.count, off_t(bytes.count))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw current }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }

    /// Makes a directory and what is missing above it, with mode 0700.
    ///
    /// - Throws: the system's answer; `ENOENT` also if what is above is a link to nowhere.
    static func makeDirectories(_ path: String) throws(FileFailure) {
        do throws(FileFailure) {
            try makeDirectory(path)
        } catch  where error.number == ENOENT {
            let above = parent(of: path)
            guard above != path else { throw error }
            try makeDirectories(above)
            // Once more and no more: what is above may be there and still hold nothing, as a link
            // to nowhere.
            try makeDirectory(path)
        }
    }

    /// Writes a file whole and gives it another's name.
    ///
    /// The new file is locked while it is written, so that two writers take turns, and one that a
    /// dead writer left is used again.
    static func write(
        _ bytes: [UInt8], new: String, over path: String
    ) throws(FileFailure) {
        while true {
            let file = try openLocked(new)
            defer { close(file) }
            // The writer before us may have renamed what we have open.
            guard try isSameFile(file, new) else { continue }
            do throws(FileFailure) {
                guard ftruncate(file, 0) == 0 else { throw current }
                try write(bytes, to: file)
                try sync(file)
                guard rename(new, path) == 0 else { throw current }
            } catch {
                // We hold its lock, so that it is nobody else's.
                unlink(new)
                throw error
            }
            return
        }
    }

    /// Opens a file, made if it is missing, and waits until nobody else has it locked.
    static func openLocked(_ path: String) throws(FileFailure) -> Int32 {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw current }
        do throws(FileFailure) {
            try requireRegular(file)
            protect(file)
            while flock(file, LOCK_EX) != 0 {
                guard errno == EINTR else { throw current }
            }
        } catch {
            close(file)
            throw error
        }
        return file
    }

    /// Makes the entries of a directory durable.
    static func syncDirectory(_ path: String) throws(FileFailure) {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw current }
        defer { close(directory) }
        // Some file systems have no sync of directories and say EINVAL.
        guard fsync(directory) == 0 || errno == EINVAL else { throw current }
    }

    private static func makeDirectory(_ path: String) throws(FileFailure) {
        guard mkdir(path, 0o700) == 0 else {
            let failure = current
            if failure.number == EEXIST { return }
            throw failure
        }
        try syncDirectory(parent(of: path))
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws(FileFailure) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
                return pwrite(file, rest.baseAddress, rest.count, off_t(done))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw count < 0 ? current : FileFailure(number: EIO) }
            done += count
        }
    }

    /// Refuses what is no file, such as a pipe or a device that somebody put in a file's place.
    private static func requireRegular(_ file: Int32) throws(FileFailure) {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw current }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileFailure(number: ELOOP) }
    }

    private static func isSameFile(_ file: Int32, _ path: String) throws(FileFailure) -> Bool {
        var opened = stat()
        var named = stat()
        guard fstat(file, &opened) == 0 else { throw current }
        guard lstat(path, &named) == 0 else {
            if errno == ENOENT { return false }
            throw current
        }
        return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
