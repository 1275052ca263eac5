import Glibc

/// A folder that is removed with its object, and small work on files.
package final class Folder: Sendable {
    /// The folder's path, without links.
    package let path: String

    /// Makes a folder in memory where the system has such a place, else in `/tmp`.
    ///
    /// - Parameter isOnDisk: whether it must lie in `/tmp`.
    /// - Throws: ``SystemCallError`` if none can be made.
    package init(isOnDisk: Bool = false) throws {
        let parent = !isOnDisk && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/holdfast-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemCallError("mkdtemp") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Files.remove(path) }
}

/// What tests do with files, bluntly.
package enum Files {
    /// The whole content; nil if there is no such file.
    package static func read(_ path: String) throws -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw SystemCallError("open \(path)")
        }
        defer { close(file) }
        var info = stat()
        guard fstat(file, &info) == 0 else { throw SystemCallError("fstat") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(info.st_size))
        while true {
            let more = try Descriptor.read(file, atMost: max(Int(info.st_size) + 1, 4096))
            if more.isEmpty { return bytes }
            bytes += more
        }
    }

    /// Makes or replaces a file's content, with mode 0600.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SystemCallError("open \(path)") }
        defer { close(file) }
        try write(bytes[...], to: file, at: 0)
    }

    /// Changes bytes in the middle of a file.
    package static func patch(_ path: String, at offset: Int, _ bytes: [UInt8]) throws {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw SystemCallError("open \(path)") }
        defer { close(file) }
        try write(bytes[...], to: file, at: offset)
    }

    /// The names in a folder, sorted.
    package static func names(in folder: String) throws -> [String] {
        guard let directory = opendir(folder) else { throw SystemCallError("opendir \(folder)") }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The content of all files in a folder, by their names.
    package static func contents(of folder: String) throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for name in try names(in: folder) { contents[name] = try read(folder + "/" + name) }
        return contents
    }

    /// Makes the files of a folder exactly these, each a new file, as a restore does.
    ///
    /// A connection that is just being closed on another thread then lets them be.
    package static func replace(_ folder: String, with contents: [String: [UInt8]]) throws {
        for name in try names(in: folder) { unlink(folder + "/" + name) }
        for (name, bytes) in contents { try write(bytes, to: folder + "/" + name) }
    }

    /// Waits until a file is gone, as SQLite's log is once the last connection is closed.
    ///
    /// A vault object may live a moment longer than its last variable, on the thread of its calls.
    package static func waitUntilGone(_ path: String) throws {
        for _ in 0..<5_000 * Patience.factor {
            if access(path, F_OK) != 0 { return }
            usleep(1_000)
        }
        throw SystemCallError("a file that should go: \(path)", EEXIST)
    }

    /// Removes a file or a whole folder.
    package static func remove(_ path: String) {
        if unlink(path) == 0 || errno == ENOENT { return }
        // An error is an empty list: what cannot be listed cannot be emptied, and rmdir says no.
        let names = (try? names(in: path)) ?? []
        for name in names { remove(path + "/" + name) }
        rmdir(path)
    }

    /// The permissions of a file, link or folder.
    package static func permissions(_ path: String) throws -> UInt32 {
        var info = stat()
        guard lstat(path, &info) == 0 else { throw SystemCallError("lstat \(path)") }
        return info.st_mode & 0o7777
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws {
        var rest = bytes
        var offset = offset
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                pwrite(file, $0.baseAddress, $0.count, off_t(offset))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw SystemCallError("pwrite") }
            rest = rest.dropFirst(count)
            offset += count
        }
    }
}
