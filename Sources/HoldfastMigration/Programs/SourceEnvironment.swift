#if os(Linux)
import HoldfastCore

/// The environment of a process as bytes, since it need not be text.
struct SourceEnvironment: Sendable {
    /// `NAME=value` each.
    let entries: [[UInt8]]

    /// The value of a variable as bytes, of its first entry as getenv(3) does.
    func value(of name: String) -> [UInt8]? {
        let start = Array(name.utf8) + [UInt8(ascii: "=")]
        return entries.first { $0.starts(with: start) }.map { Array($0.dropFirst(start.count)) }
    }

    /// The value of a variable that names a place; `nil` if it is not set or empty.
    ///
    /// - Throws: `INVALID_ARGUMENT` if it is not UTF-8: a repaired path is another path.
    func text(_ name: String) throws(KeychainError) -> String? {
        guard let bytes = value(of: name), !bytes.isEmpty else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else {
            throw KeychainError(.invalidArgument, "the variable \(name) is not UTF-8 text")
        }
        return text
    }
}
#endif
