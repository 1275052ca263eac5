import HoldfastCrypto
import HoldfastLinux

/// Bytes as text of 64 characters, four for three bytes.
///
/// When encoding, the characters are computed and not looked up, so that no table's cache lines
/// tell of the secret.
///
/// - Note: Standard: RFC 4648, section 4, with padding.
enum Base64 {
    /// Adds a secret's text to a buffer.
    static func encode(_ secret: SecretBytes, into buffer: SecretBuffer) {
        secret.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let count = min(3, bytes.count - start)
                var group: UInt32 = 0
                for index in 0..<3 {
                    group = group << 8 | (index < count ? UInt32(bytes[start + index]) : 0)
                }
                for index in 0..<4 {
                    let digit = UInt8(truncatingIfNeeded: group >> (18 - 6 * index)) & 63
                    buffer.append(index <= count ? character(of: digit) : UInt8(ascii: "="))
                }
            }
        }
    }

    /// Reads a text.
    ///
    /// - Parameter text: characters and padding, nothing else: no line breaks, no blanks.
    /// - Returns: the bytes; `nil` if the text is not what ``encode(_:into:)`` gives for any bytes,
    ///   so that each value has one text.
    static func decode(_ text: SecretBytes) -> SecretBytes? {
        text.withUnsafeBytes { text in
            guard text.count.isMultiple(of: 4) else { return nil }
            let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
            let result = SecretBuffer(capacity: text.count / 4 * 3 + 3)
            var group: UInt32 = 0
            for (index, character) in text.dropLast(padding).enumerated() {
                guard let digit = digit(of: character) else { return nil }
                group = group << 6 | UInt32(digit)
                guard index % 4 == 3 else { continue }
                for shift in [16, 8, 0] {
                    result.append(UInt8(truncatingIfNeeded: group >> UInt32(shift)))
                }
                group = 0
            }
            return finish(result, group, padding) ? result.secret : nil
        }
    }

    /// The last group of two or three characters, whose unused bits must be zero.
    private static func finish(_ result: SecretBuffer, _ group: UInt32, _ padding: Int) -> Bool {
        switch padding {
        case 1:
            result.append(UInt8(truncatingIfNeeded: group >> 10))
            result.append(UInt8(truncatingIfNeeded: group >> 2))
            return group & 3 == 0
        case 2:
            result.append(UInt8(truncatingIfNeeded: group >> 4))
            return group & 15 == 0
        default: return true
        }
    }

    /// `A`…`Z` `a`…`z` `0`…`9` `+` `/`, by sums of differences that apply from a border on.
    private static func character(of digit: UInt8) -> UInt8 {
        func from(_ border: UInt8) -> Int { (Int(border) - 1 - Int(digit)) >> 8 & 1 }
        let sum = 65 + Int(digit) + from(26) * 6 - from(52) * 75 - from(62) * 15 + from(63) * 3
        return UInt8(truncatingIfNeeded: sum)
    }

    private static func digit(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
