import Glibc
import HoldfastCore

/// Paths that mean the same wherever they are looked at.
enum AbsolutePath {
    /// A path from the root on.
    ///
    /// - Parameter path: any path that is not empty; a relative one begins at the present directory.
    /// - Returns: the path, with nothing else changed.
    /// - Throws: `UNKNOWN` with an `errno` if there is no present directory, `INVALID_ARGUMENT` if
    ///   its path is no text.
    static func of(_ path: String) throws(KeychainError) -> String {
        if path.hasPrefix("/") { return path }
        guard let current = getcwd(nil, 0) else { throw KeychainError(errno: errno) }
        defer { free(current) }
        let bytes = UnsafeRawBufferPointer(start: current, count: strlen(current))
        guard let text = String(exactly: bytes) else {
            throw KeychainError(.invalidArgument, "the present directory's path is not UTF-8 text")
        }
        return text + "/" + path
    }
}
