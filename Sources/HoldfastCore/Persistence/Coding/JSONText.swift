/// A text as JSON writes it: between quotes, with what JSON does not allow escaped.
struct JSONText {
    private let text: String
    /// How many bytes the escapes take beyond the text's own.
    private let extraByteCount: Int

    /// Takes a text and looks through it once.
    init(_ text: String) {
        var text = text
        extraByteCount = text.withUTF8(Self.extraByteCount)
        self.text = text
    }

    /// How many bytes ``write(to:)`` writes.
    var byteCount: Int { 2 + text.utf8.count + extraByteCount }

    /// Writes the text.
    func write(to writer: inout MemoryWriter) {
        var text = text
        writer.put(UInt8(ascii: "\""))
        text.withUTF8 { bytes in
            if extraByteCount == 0 { return writer.put(UnsafeRawBufferPointer(bytes)) }
            for byte in bytes {
                if let escape = Self.escape(of: byte) {
                    writer.put(escape)
                } else {
                    writer.put(byte)
                }
            }
        }
        writer.put(UInt8(ascii: "\""))
    }

    private static func extraByteCount(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        // Most text needs no escape, and whether it does is asked of eight bytes at once.
        let raw = UnsafeRawBufferPointer(bytes)
        let wholeCount = raw.count & ~7
        var odd: UInt64 = 0
        var offset = 0
        while offset < wholeCount {
            odd |= Self.markOfEscape(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset &+= 8
        }
        let isPlain = odd == 0 && raw[wholeCount...].allSatisfy { escape(of: $0) == nil }
        if isPlain { return 0 }
        return bytes.reduce(0) { $0 + (escape(of: $1)?.utf8.count ?? 1) - 1 }
    }

    /// Not 0 if any of eight bytes is below 0x20, a quote or a backslash.
    ///
    /// A byte that is one borrows from its highest bit, one with that bit set is none of them.
    private static func markOfEscape(_ eight: UInt64) -> UInt64 {
        let (ones, highs) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
        let quote = eight ^ (ones &* 0x22)
        let backslash = eight ^ (ones &* 0x5C)
        let below = (eight &- ones &* 0x20) & ~eight
        return (below | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash) & highs
    }

    /// What stands for a byte that JSON does not allow in text.
    ///
    /// - Note: RFC 8259, section 7.
    private static func escape(of byte: UInt8) -> String? {
        switch byte {
        case 0x22: "\\\""
        case 0x5C: "\\\\"
        case 0x08: "\\b"
        case 0x0C: "\\f"
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        case 0x00...0x1F: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
        default: nil
        }
    }
}
