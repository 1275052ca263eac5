/// Bytes as two small digits each, the one form in which names stand in a path and before people.
package enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// The digits of some bytes.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0f)]] },
            as: UTF8.self)
    }

    /// The bytes of a text; nil for another length or another character.
    package static func bytes(_ text: Substring, count: Int) -> [UInt8]? {
        guard text.utf8.count == 2 * count else { return nil }
        return bytes(text)
    }

    /// The bytes of a text; nil for an odd length or another character than a small digit.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for digit in digits {
            guard let value = value(digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
