import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Reads a `.env` file: lines of `KEY=VALUE`, as the dotenv libraries have them.
///
/// * `export` in front of a key is skipped, `#` begins a comment, also behind a blank after a value.
/// * A value without quotes ends with its line, blanks at both ends dropped.
/// * In single quotes and in backquotes every byte stands for itself; in double quotes `\n`, `\r`,
///   `\t`, `\\`, `\"` and `\$` are escapes, and any other backslash stands for itself. Values in
///   quotes may span lines.
/// * `$NAME` is not expanded: the value is what stands there.
/// * A key that stands there twice is an error, since one of the two values would be lost.
struct DotEnvParser {
    /// One key and its value.
    struct Pair: Sendable {
        let key: String
        let value: SecretBytes
        let line: Int
    }

    private let bytes: UnsafeRawBufferPointer
    private var index = 0
    private var line = 1

    /// Reads a file.
    ///
    /// - Parameter text: the file; a byte order mark in front is skipped.
    /// - Returns: its pairs in order.
    /// - Throws: `INVALID_ARGUMENT` with the line of the first thing that is wrong.
    static func parse(_ text: UnsafeRawBufferPointer) throws(KeychainError) -> [Pair] {
        var parser = Self(bytes: text)
        if text.starts(with: [0xef, 0xbb, 0xbf]) { parser.index = 3 }
        var pairs: [Pair] = []
        var lines: [String: Int] = [:]
        while let pair = try parser.pair() {
            if let other = lines.updateValue(pair.line, forKey: pair.key) {
                throw parser.failure(
                    "the key \(pair.key) stands in line \(other) already", at: pair.line)
            }
            pairs.append(pair)
        }
        return pairs
    }

    private init(bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    private func failure(_ what: String, at line: Int? = nil) -> KeychainError {
        KeychainError(
            .invalidArgument, "line \(line ?? self.line) is not KEY=VALUE: \(what)",
            advice: "correct the file; nothing was imported")
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func advance() {
        if next == 0x0a { line += 1 }
        index += 1
    }

    private mutating func skipBlanks() {
        while let next, next == 0x20 || next == 0x09 { index += 1 }
    }

    private mutating func skipEmptyLines() {
        while let next {
            switch next {
            case 0x20, 0x09, 0x0a, 0x0d: advance()
            case UInt8(ascii: "#"): skipToEndOfLine()
            default: return
            }
        }
    }

    private mutating func skipToEndOfLine() {
        while let next, next != 0x0a { index += 1 }
    }

    private mutating func pair() throws(KeychainError) -> Pair? {
        skipEmptyLines()
        guard next != nil else { return nil }
        let start = line
        var key = try key()
        skipBlanks()
        if key == "export", next != UInt8(ascii: "=") {
            key = try self.key()
            skipBlanks()
        }
        guard next == UInt8(ascii: "=") else { throw failure("the = is missing") }
        index += 1
        skipBlanks()
        return Pair(key: key, value: try value(), line: start)
    }

    private mutating func key() throws(KeychainError) -> String {
        let start = index
        while let next, Self.isKeyByte(next, isFirst: index == start) { index += 1 }
        if index == start { throw failure("the key is not of letters, digits, _ . and -") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isKeyByte(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "_"): true
        case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "-"): !isFirst
        default: false
        }
    }

    private mutating func value() throws(KeychainError) -> SecretBytes {
        let value = SecretBuffer()
        switch next {
        case UInt8(ascii: "\""): try quoted(UInt8(ascii: "\""), hasEscapes: true, into: value)
        case UInt8(ascii: "'"): try quoted(UInt8(ascii: "'"), hasEscapes: false, into: value)
        case UInt8(ascii: "`"): try quoted(UInt8(ascii: "`"), hasEscapes: false, into: value)
        default: try plain(into: value)
        }
        return value.secret
    }

    private mutating func quoted(
        _ quote: UInt8, hasEscapes: Bool, into value: SecretBuffer
    ) throws(KeychainError) {
        let start = line
        index += 1
        while let byte = next {
            if byte == quote {
                index += 1
                return try checkRest()
            }
            if byte == 0 { throw failure("there is a byte 0") }
            if hasEscapes, byte == UInt8(ascii: "\\"), index + 1 < bytes.count,
                let meant = Self.escaped(bytes[index + 1])
            {
                value.append(meant)
                index += 2
            } else {
                value.append(byte)
                advance()
            }
        }
        throw failure("a quotation mark is not closed", at: start)
    }

    private static func escaped(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "n"): 0x0a
        case UInt8(ascii: "r"): 0x0d
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "$"): letter
        default: nil
        }
    }

    /// Behind a closing quotation mark only blanks and a comment may stand.
    private mutating func checkRest() throws(KeychainError) {
        skipBlanks()
        switch next {
        case nil, 0x0a, 0x0d: return
        case UInt8(ascii: "#"): skipToEndOfLine()
        default: throw failure("something stands behind the closing quotation mark")
        }
    }

    private mutating func plain(into value: SecretBuffer) throws(KeychainError) {
        let start = index
        while let byte = next, byte != 0x0a {
            if byte == 0 { throw failure("there is a byte 0") }
            let isComment =
                byte == UInt8(ascii: "#")
                && (index == start || bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09)
            if isComment { break }
            index += 1
        }
        var end = index
        while end > start, [0x20, 0x09, 0x0d].contains(bytes[end - 1]) { end -= 1 }
        value.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        skipToEndOfLine()
    }
}
