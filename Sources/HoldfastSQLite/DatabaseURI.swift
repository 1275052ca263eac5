#if canImport(CSQLite)
/// The `file:` URI under which SQLite opens exactly the file that a path names.
///
/// - Note: Syntax: https://www.sqlite.org/uri.html
struct DatabaseURI {
    /// The URI, in ASCII.
    let text: String

    /// Encodes a path byte for byte, or fails for a path that SQLite would take for something else.
    ///
    /// - Parameters:
    ///   - path: A file's path, absolute or relative. Not empty (which means a temporary database
    ///     to SQLite) and without a NUL (which ends the name early).
    ///   - immutable: Whether to promise that nobody writes the file.
    init?(path: String, immutable: Bool) {
        guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
        // An empty authority in front of an absolute path, so that `//host/x` is a path, not a
        // host; `./` in front of a relative one, so that `:memory:` is a file.
        var text = path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:./"
        for byte in path.utf8 {
            if Self.isUnreserved(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + Self.digit(byte >> 4) + Self.digit(byte & 0x0f)
            }
        }
        self.text = immutable ? text + "?immutable=1" : text
    }

    /// RFC 3986 section 2.3, and the slash.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
            true
        default: false
        }
    }

    private static func digit(_ nibble: UInt8) -> String {
        String(nibble, radix: 16, uppercase: true)
    }
}
#endif
