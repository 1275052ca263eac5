#if !canImport(CryptoKit)
import HoldfastCore

/// Reads the little of XML that Android writes for preferences.
///
/// - Note: Extensible Markup Language 1.0, fifth edition, sections 2.4, 3.1 and 4.1; no comments,
///   no sections of character data and no entities but the five and characters by number.
struct XMLReader {
    /// The start of an element.
    struct Tag {
        let name: String
        let attributes: [String: String]
        /// Whether it ends with itself.
        let isClosed: Bool
    }

    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skipSpace() {
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    }

    /// Takes a word if it stands here.
    mutating func take(_ word: String) -> Bool {
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    mutating func skip(past word: String) throws(KeychainError) {
        while !take(word) {
            guard position < bytes.count else { throw Self.damaged }
            position += 1
        }
    }

    /// The start of an element; `nil` if none stands here, behind any space.
    mutating func startTag() throws(KeychainError) -> Tag? {
        skipSpace()
        guard take("<") else { return nil }
        let name = try word()
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            if take("/>") { return Tag(name: name, attributes: attributes, isClosed: true) }
            if take(">") { return Tag(name: name, attributes: attributes, isClosed: false) }
            let attribute = try word()
            guard take("=") else { throw Self.damaged }
            let value = try quoted()
            guard attributes.updateValue(value, forKey: attribute) == nil else {
                throw Self.damaged
            }
        }
    }

    /// Takes the end of an element if it stands here, behind any space.
    mutating func endTag(_ name: String) throws(KeychainError) -> Bool {
        let start = position
        skipSpace()
        if take("</\(name)>") { return true }
        position = start
        if isAtEnd { throw Self.damaged }
        return false
    }

    /// Text up to the next tag, with all its space.
    mutating func text() throws(KeychainError) -> String {
        try characters { $0 == UInt8(ascii: "<") }
    }

    private mutating func quoted() throws(KeychainError) -> String {
        guard position < bytes.count,
            [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position])
        else { throw Self.damaged }
        let quote = bytes[position]
        position += 1
        let text = try characters { $0 == quote }
        position += 1
        return text
    }

    private mutating func word() throws(KeychainError) -> String {
        let start = position
        while position < bytes.count, Self.isLetter(bytes[position]) { position += 1 }
        guard position > start else { throw Self.damaged }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func characters(
        until isEnd: (UInt8) -> Bool
    ) throws(KeychainError) -> String {
        var found: [UInt8] = []
        while position < bytes.count, !isEnd(bytes[position]) {
            if take("&") {
                found += try reference()
            } else {
                found.append(bytes[position])
                position += 1
            }
        }
        let text = String(decoding: found, as: UTF8.self)
        // Decoding repairs; a repaired name would be another name.
        guard position < bytes.count, text.utf8.elementsEqual(found) else { throw Self.damaged }
        return text
    }

    /// What stands for a character, behind its ampersand.
    private mutating func reference() throws(KeychainError) -> [UInt8] {
        let start = position
        try skip(past: ";")
        let name = String(decoding: bytes[start..<(position - 1)], as: UTF8.self)
        let named: [String: String] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
        ]
        if let text = named[name] { return Array(text.utf8) }
        let isHex = name.hasPrefix("#x")
        let digits = name.dropFirst(isHex ? 2 : 1)
        // The initializer takes a sign, also before a nought.
        guard name.hasPrefix("#"), !digits.hasPrefix("+"), !digits.hasPrefix("-"),
            let number = UInt32(digits, radix: isHex ? 16 : 10),
            let scalar = Unicode.Scalar(number)
        else { throw Self.damaged }
        return Array(String(scalar).utf8)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }

    static let damaged = KeychainError(
        .dataCorrupted, "a file of preferences is not as Android writes it")
}
#endif
