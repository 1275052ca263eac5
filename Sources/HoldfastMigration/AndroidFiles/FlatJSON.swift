#if !canImport(CryptoKit)
import HoldfastCore

/// An object of JSON whose members are texts, whole numbers and truth values, as
/// `org.json.JSONObject` writes it.
///
/// - Note: RFC 8259; nothing is nested.
struct FlatJSON: Sendable {
    private var texts: [String: String] = [:]
    private var numbers: [String: Int] = [:]
    private var flags: [String: Bool] = [:]

    private let bytes: [UInt8]
    private var position = 0

    /// Reads a text.
    ///
    /// - Throws: `DATA_CORRUPTED` for anything but one flat object.
    init(_ text: String) throws(KeychainError) {
        bytes = Array(text.utf8)
        try expect("{")
        skipSpace()
        if !take("}") {
            repeat {
                let name = try string()
                try expect(":")
                try member(name)
                skipSpace()
            } while take(",")
            try expect("}")
        }
        skipSpace()
        guard position == bytes.count else { throw Self.damaged }
    }

    /// A member that is a text; `nil` if there is none.
    func text(_ name: String) -> String? { texts[name] }

    /// A member that is a whole number; `nil` if there is none.
    func number(_ name: String) -> Int? { numbers[name] }

    /// A member that is a truth value; `nil` if there is none.
    func flag(_ name: String) -> Bool? { flags[name] }

    private mutating func member(_ name: String) throws(KeychainError) {
        guard texts[name] == nil, numbers[name] == nil, flags[name] == nil else {
            throw Self.damaged
        }
        skipSpace()
        if take("true") {
            flags[name] = true
        } else if take("false") {
            flags[name] = false
        } else if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            texts[name] = try string()
        } else {
            let start = position
            while position < bytes.count, !Array(",} \n\r\t".utf8).contains(bytes[position]) {
                position += 1
            }
            let digits = String(decoding: bytes[start..<position], as: UTF8.self)
            guard !digits.hasPrefix("+"), let number = Int(digits) else { throw Self.damaged }
            numbers[name] = number
        }
    }

    private mutating func string() throws(KeychainError) -> String {
        try expect("\"")
        var units: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            let byte = bytes[position]
            position += 1
            guard byte == UInt8(ascii: "\\") else {
                units.append(byte)
                continue
            }
            units += try escape()
        }
        try expect("\"")
        return String(decoding: units, as: UTF8.self)
    }

    private mutating func escape() throws(KeychainError) -> [UInt8] {
        let plain: [(String, UInt8)] = [
            ("\"", 0x22), ("\\", 0x5C), ("/", 0x2F), ("b", 0x08), ("f", 0x0C), ("n", 0x0A),
            ("r", 0x0D), ("t", 0x09),
        ]
        for (letter, byte) in plain where take(letter) { return [byte] }
        var units = [try unit()]
        // A character beyond the basic plane is two escapes.
        if UTF16.isLeadSurrogate(units[0]) {
            guard take("\\") else { throw Self.damaged }
            units.append(try unit())
        }
        let text = String(decoding: units, as: UTF16.self)
        guard text.utf16.elementsEqual(units) else { throw Self.damaged }
        return Array(text.utf8)
    }

    private mutating func unit() throws(KeychainError) -> UInt16 {
        guard take("u"), position + 4 <= bytes.count else { throw Self.damaged }
        let digits = String(decoding: bytes[position..<(position + 4)], as: UTF8.self)
        // The initializer takes a sign, also before a nought.
        guard digits.utf8.allSatisfy({ !"+-".utf8.contains($0) }),
            let unit = UInt16(digits, radix: 16)
        else { throw Self.damaged }
        position += 4
        return unit
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
            position += 1
        }
    }

    private mutating func take(_ word: String) -> Bool {
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    private mutating func expect(_ word: String) throws(KeychainError) {
        skipSpace()
        guard take(word) else { throw Self.damaged }
    }

    private static let damaged = KeychainError(
        .dataCorrupted, "an item's description is not JSON as its library writes it")
}
#endif
