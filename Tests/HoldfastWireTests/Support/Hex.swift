/// Bytes as hexadecimal text, for vectors.
enum Hex {
    /// What is not hexadecimal.
    struct Malformed: Error {}

    static func text(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0f)]] })
    }

    static func bytes(_ text: String) throws -> [UInt8] {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { throw Malformed() }
        return try stride(from: 0, to: digits.count, by: 2).map { index in
            let pair = String(decoding: digits[index..<(index + 2)], as: UTF8.self)
            guard let byte = UInt8(pair, radix: 16) else { throw Malformed() }
            return byte
        }
    }
}
