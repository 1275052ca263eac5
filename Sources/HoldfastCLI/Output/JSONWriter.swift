import HoldfastCrypto
import HoldfastLinux

/// Writes JSON, compact and in the order of the calls, into memory that is wiped.
///
/// - Note: Standard: RFC 8259. Strings hold non-ASCII characters as they are; control characters
///   and those that only look like line breaks are escaped, so that the text is always one line.
struct JSONWriter {
    /// What was written so far.
    let buffer = SecretBuffer()
    private var needsComma = false

    /// The JSON as a string, for what is no secret.
    var text: String { buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

    /// Writes an object.
    mutating func object<E: Error>(_ members: (inout JSONWriter) throws(E) -> Void) throws(E) {
        try nested("{", "}", members)
    }

    /// Writes an array.
    mutating func array<E: Error>(_ elements: (inout JSONWriter) throws(E) -> Void) throws(E) {
        try nested("[", "]", elements)
    }

    /// Writes the name of a member whose value follows.
    mutating func name(_ name: String) {
        separate()
        string(name)
        buffer.append(":")
        needsComma = false
    }

    /// Writes a member with a text, or with null.
    mutating func member(_ name: String, _ value: String?) {
        self.name(name)
        if let value { string(value) } else { buffer.append("null") }
        needsComma = true
    }

    /// Writes a member with a number, or with null.
    mutating func member(_ name: String, _ value: Int?) {
        self.name(name)
        buffer.append(value.map(String.init) ?? "null")
        needsComma = true
    }

    /// Writes a member with a truth value.
    mutating func member(_ name: String, _ value: Bool) {
        self.name(name)
        buffer.append(value ? "true" : "false")
        needsComma = true
    }

    /// Writes a member whose value is a secret in base64.
    mutating func member(_ name: String, base64 secret: SecretBytes) {
        self.name(name)
        buffer.append("\"")
        Base64.encode(secret, into: buffer)
        buffer.append("\"")
        needsComma = true
    }

    /// Writes an element of an array that is a text.
    mutating func element(_ value: String) {
        separate()
        string(value)
        needsComma = true
    }

    private mutating func nested<E: Error>(
        _ open: String, _ close: String, _ body: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        separate()
        buffer.append(open)
        needsComma = false
        try body(&self)
        buffer.append(close)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { buffer.append(",") }
    }

    private func string(_ value: String) {
        buffer.append("\"")
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": buffer.append("\\\"")
            case "\\": buffer.append("\\\\")
            case "\n": buffer.append("\\n")
            case "\r": buffer.append("\\r")
            case "\t": buffer.append("\\t")
            default:
                if PrintableText.isPrintable(scalar) {
                    buffer.append(String(scalar))
                } else {
                    buffer.append(Self.escape(scalar))
                }
            }
        }
        buffer.append("\"")
    }

    /// All characters that are escaped lie below U+10000, so one unit is enough.
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
