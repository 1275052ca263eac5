import HoldfastCrypto

/// Bytes written in hexadecimal, as the vector files have them.
struct Hex: Codable, ExpressibleByStringLiteral {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(_ secret: SecretBytes) {
        self.init(secret.copyBytes())
    }

    init(_ text: some StringProtocol) throws {
        let digits = Array(text.utf8.filter { $0 != UInt8(ascii: " ") })
        guard digits.count.isMultiple(of: 2) else { throw NotHexadecimal() }
        bytes = try stride(from: 0, to: digits.count, by: 2).map { index in
            let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
            guard let byte = UInt8(pair, radix: 16) else { throw NotHexadecimal() }
            return byte
        }
    }

    init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        let digits = Array("0123456789abcdef")
        var container = encoder.singleValueContainer()
        try container.encode(
            String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }))
    }

    init(stringLiteral text: String) {
        do {
            try self.init(text)
        } catch {
            preconditionFailure("a literal in a test is not hexadecimal")
        }
    }

    struct NotHexadecimal: Error {}
}
