import Glibc
import HoldfastCore

/// The environment of the process as bytes, since it need not be text.
public struct Environment: Sendable {
    /// Every entry as it stands, `NAME=value` mostly, in order.
    public var entries: [[UInt8]]

    /// Takes entries as they are.
    ///
    /// - Parameter entries: `NAME=value` each.
    public init(entries: [[UInt8]]) {
        self.entries = entries
    }

    /// The environment that this process was started with.
    public static func ofProcess() -> Environment {
        var entries: [[UInt8]] = []
        var next = environ
        while let entry = next.pointee {
            entries.append(Array(UnsafeBufferPointer(start: entry, count: strlen(entry)).bytes))
            next += 1
        }
        return Environment(entries: entries)
    }

    /// The value of a variable as text.
    ///
    /// - Parameter name: the variable.
    /// - Returns: its value, or `nil` if it is not set. An empty value is a value.
    /// - Throws: `INVALID_ARGUMENT` if the value is not UTF-8: a repaired path is another path.
    func text(_ name: String) throws(KeychainError) -> String? {
        guard let bytes = value(of: name) else { return nil }
        guard let text = String(exactly: bytes) else {
            throw KeychainError(.invalidArgument, "the variable \(name) is not UTF-8 text")
        }
        return text
    }

    /// The value of a variable as bytes, of its first entry as getenv(3) does.
    func value(of name: String) -> ArraySlice<UInt8>? {
        let start = Array(name.utf8) + [UInt8(ascii: "=")]
        return entries.first { $0.starts(with: start) }?.dropFirst(start.count)
    }

    /// The environment with a variable set, in the place of any entry of that name.
    mutating func set(_ name: String, to value: [UInt8]) {
        remove(name)
        entries.append(Array(name.utf8) + [UInt8(ascii: "=")] + value)
    }

    /// The environment without a variable.
    mutating func remove(_ name: String) {
        let start = Array(name.utf8) + [UInt8(ascii: "=")]
        entries.removeAll { $0.starts(with: start) }
    }
}

extension UnsafeBufferPointer<CChar> {
    fileprivate var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(self) }
}
