import Glibc

/// A folder in memory that lives as long as the process; the next start makes its own.
enum Scratch {
    static let path: String = {
        let path = "/dev/shm/holdfast-fuzz-\(getpid())"
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { fatalError("no folder in memory") }
        atexit { remove(Scratch.path) }
        return path
    }()

    static func remove(_ path: String) {
        if unlink(path) == 0 { return }
        guard let directory = opendir(path) else { return }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { remove(path + "/" + name) }
        }
        closedir(directory)
        rmdir(path)
    }

    static func write(_ bytes: UnsafeRawBufferPointer, to name: String) {
        guard let file = fopen(path + "/" + name, "we") else { fatalError("no file in memory") }
        fwrite(bytes.baseAddress, 1, bytes.count, file)
        fclose(file)
        chmod(path + "/" + name, 0o600)
    }

    static func read(_ name: String) -> [UInt8] {
        guard let file = fopen(path + "/" + name, "re") else { fatalError("no file in memory") }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 22)
        return Array(bytes.prefix(fread(&bytes, 1, bytes.count, file)))
    }
}
