import Glibc

/// Directories that a run works in.
enum Directory {
    /// Makes a directory and its parents; one that is there is fine.
    static func make(_ path: String, mode: mode_t = 0o700) throws {
        if mkdir(path, mode) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw BenchFailure.system("cannot make \(path)", errno)
        }
        try make(String(path[..<slash]), mode: mode)
        guard mkdir(path, mode) == 0 || errno == EEXIST else {
            throw BenchFailure.system("cannot make \(path)", errno)
        }
    }

    /// Makes a new directory for sockets, whose paths may not be longer than 107 bytes.
    static func makeForSockets() throws -> String {
        var template = Array("/tmp/holdfast-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BenchFailure.system("cannot make a temporary directory", errno)
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Removes a directory that this run made, with all that is in it; links are not followed.
    static func remove(_ path: String) {
        for name in names(path) {
            let inner = path + "/" + name
            if unlink(inner) != 0 { remove(inner) }
        }
        rmdir(path)
    }

    /// What is in a directory; nothing for one that cannot be read.
    static func names(_ path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
