import Glibc

/// Texts that the system gives.
enum SystemText {
    /// The words for an error number.
    static func ofError(_ code: Int32) -> String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text)
    }

    /// A small file's text; `nil` if it cannot be read.
    static func ofFile(_ path: String) -> String? {
        guard let bytes = bytes(ofFile: path) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A file's bytes; `nil` if it cannot be read.
    static func bytes(ofFile path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return bytes(from: file)
    }

    /// What comes from a descriptor until its end; `nil` on an error.
    static func bytes(from file: Int32) -> [UInt8]? {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return all }
            all += buffer[..<count]
        }
    }

    /// Writes a whole file anew.
    static func write(_ text: String, toFile path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw BenchFailure.system("cannot write \(path)", errno) }
        defer { close(file) }
        try write(Array(text.utf8), to: file)
    }

    /// Writes all bytes to a descriptor.
    static func write(_ bytes: [UInt8], to file: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw BenchFailure.system("cannot write", errno) }
            rest = rest.dropFirst(count)
        }
    }
}
