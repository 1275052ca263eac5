#if !canImport(CryptoKit)
/// Bytes as text, as Android's and Tink's classes write them; what is in them is sealed.
enum ForeignText {
    /// Base64 with padding; `android.util.Base64` breaks lines, others do not.
    ///
    /// - Returns: the bytes; `nil` for anything else.
    ///
    /// - Note: RFC 4648, section 4.
    static func base64(_ text: String) -> [UInt8]? {
        var characters = text.utf8.filter { $0 != 0x0A && $0 != 0x0D }
        guard characters.count.isMultiple(of: 4) else { return nil }
        let padding = characters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        characters.removeLast(padding)
        var (bytes, group, bits): ([UInt8], UInt32, Int) = ([], 0, 0)
        for character in characters {
            guard let digit = digit(of: character) else { return nil }
            group = group << 6 | UInt32(digit)
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
            group &= (1 << UInt32(bits)) - 1
        }
        // Bits that stand for no byte are zero.
        return group == 0 ? bytes : nil
    }

    /// Two digits a byte.
    ///
    /// - Returns: the bytes; `nil` for anything else.
    static func hex(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
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
#endif
