import Glibc

/// A temporary directory of one command, removed with everything in it when that is over.
final class TemporaryFolder {
    let path: String

    /// Makes the directory, for this user alone.
    ///
    /// - Parameters:
    ///   - name: of the command, one word.
    ///   - parent: where; usually `TMPDIR`.
    /// - Throws: `UNKNOWN` with an `errno` if it cannot be made.
    init(_ name: String, in parent: String) throws(Failure) {
        var template = Array((parent + "/holdfast-\(name)-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure.system("cannot make a temporary directory", errno)
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        remove()
    }

    /// Removes the directory now; again does nothing.
    func remove() {
        Self.remove(path)
    }

    /// Removes a directory of ours and what is in it; it follows no link.
    private static func remove(_ path: String) {
        guard let directory = opendir(path) else { return }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name == "." || name == ".." { continue }
            let child = path + "/" + name
            if entry.pointee.d_type == UInt8(DT_DIR) { remove(child) } else { unlink(child) }
        }
        closedir(directory)
        rmdir(path)
    }
}
