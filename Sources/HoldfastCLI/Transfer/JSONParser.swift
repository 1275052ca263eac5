import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Reads a JSON text, all of it or nothing.
///
/// Stricter than the standard asks where a reader could be misled: a name may stand in an object
/// only once, strings are well-formed Unicode, and 32 levels are enough.
///
/// - Note: Standard: RFC 8259.
struct JSONParser {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0
    private var line = 1
    private static let maximumDepth = 32

    /// Reads a text.
    ///
    /// - Parameter text: UTF-8; a byte order mark in front is skipped.
    /// - Returns: its value.
    /// - Throws: `INVALID_ARGUMENT` with the line of the first thing that is wrong.
    static func parse(_ text: UnsafeRawBufferPointer) throws(KeychainError) -> JSONValue {
        var parser = Self(bytes: text)
        if text.starts(with: [0xef, 0xbb, 0xbf]) { parser.index = 3 }
        let value = try parser.value(depth: 0)
        parser.skipBlanks()
        if parser.index < text.count { throw parser.failure("something stands behind the value") }
        return value
    }

    private init(bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    private func failure(_ what: String) -> KeychainError {
        KeychainError(
            .invalidArgument, "line \(line) is not the JSON expected: \(what)",
            advice: "correct the file; nothing was imported")
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipBlanks() {
        while let next, next == 0x20 || next == 0x09 || next == 0x0a || next == 0x0d {
            if next == 0x0a { line += 1 }
            index += 1
        }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(KeychainError) -> JSONValue {
        if depth > Self.maximumDepth { throw failure("it is nested too deeply") }
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw failure("the text ends too early")
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(KeychainError) -> JSONValue {
        index += 1
        var members: [(name: String, value: JSONValue)] = []
        var names: Set<[UInt8]> = []
        skipBlanks()
        if skip("}") { return .object([]) }
        repeat {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw failure("a name is missing") }
            let name = try string().copyBytes()
            // By bytes: two names that only look alike are two names.
            guard names.insert(name).inserted else { throw failure("a name stands there twice") }
            skipBlanks()
            guard skip(":") else { throw failure("a colon is missing") }
            members.append((String(decoding: name, as: UTF8.self), try value(depth: depth + 1)))
            skipBlanks()
        } while skip(",")
        guard skip("}") else { throw failure("a comma or a brace is missing") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(KeychainError) -> JSONValue {
        index += 1
        var elements: [JSONValue] = []
        skipBlanks()
        if skip("]") { return .array([]) }
        repeat {
            elements.append(try value(depth: depth + 1))
            skipBlanks()
        } while skip(",")
        guard skip("]") else { throw failure("a comma or a bracket is missing") }
        return .array(elements)
    }

    private mutating func word(
        _ word: String, _ value: JSONValue
    ) throws(KeychainError) -> JSONValue {
        guard bytes[index...].starts(with: word.utf8) else { throw failure("an unknown word") }
        index += word.utf8.count
        return value
    }

    private mutating func number() throws(KeychainError) -> JSONValue {
        let start = index
        _ = skip("-")
        if !skip("0") { try digits() }
        if skip(".") { try digits() }
        if skip("e") || skip("E") {
            _ = skip("+") || skip("-")
            try digits()
        }
        return .number(String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private mutating func digits() throws(KeychainError) {
        let start = index
        while let next, (0x30...0x39).contains(next) { index += 1 }
        if index == start { throw failure("a value is missing") }
    }

    private mutating func string() throws(KeychainError) -> SecretBytes {
        index += 1
        let text = SecretBuffer()
        while let byte = next {
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                let string = text.secret
                if string.isUTF8() { return string }
                throw failure("a string is not UTF-8")
            case UInt8(ascii: "\\"): try escape(into: text)
            case 0..<0x20: throw failure("a control character in a string is not escaped")
            default: text.append(byte)
            }
        }
        throw failure("a string has no end")
    }

    private mutating func escape(into text: SecretBuffer) throws(KeychainError) {
        guard let letter = next else { throw failure("a string has no end") }
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0c)
        case UInt8(ascii: "n"): text.append(0x0a)
        case UInt8(ascii: "r"): text.append(0x0d)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(String(try escapedScalar()))
        default: throw failure("a string has an unknown escape")
        }
    }

    private mutating func escapedScalar() throws(KeychainError) -> Unicode.Scalar {
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xd800..<0xdc00).contains(first), skip("\\"), skip("u") else {
            throw failure("half a character is escaped")
        }
        let second = try unit()
        guard (0xdc00..<0xe000).contains(second) else {
            throw failure("half a character is escaped")
        }
        let value = 0x10000 + ((first - 0xd800) << 10 | (second - 0xdc00))
        guard let scalar = Unicode.Scalar(value) else {
            throw failure("half a character is escaped")
        }
        return scalar
    }

    private mutating func unit() throws(KeychainError) -> UInt32 {
        guard index + 4 <= bytes.count else { throw failure("an escape ends too early") }
        var unit: UInt32 = 0
        for byte in bytes[index..<(index + 4)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw failure("an escape has a wrong digit")
            }
            unit = unit << 4 | UInt32(digit)
        }
        index += 4
        return unit
    }
}
