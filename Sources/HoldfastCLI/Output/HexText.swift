/// Bytes as two digits each, for names that people copy.
enum HexText {
    private static let digits = Array("0123456789abcdef".utf8)

    /// The digits of some bytes, small letters.
    static func text(of bytes: some Sequence<UInt8>) -> String {
        String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The bytes of some digits, in either case; `nil` for anything else.
    static func bytes(of text: String) -> [UInt8]? {
        let values = text.utf8.map { character -> UInt8? in
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
            default: nil
            }
        }
        let known = values.compactMap { $0 }
        guard known.count == values.count, known.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: known.count, by: 2).map { known[$0] << 4 | known[$0 + 1] }
    }
}
