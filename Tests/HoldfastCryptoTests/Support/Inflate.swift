/// Unpacks what zlib packed, for vector files that hold long ciphertexts so (RFC 1950, RFC 1951).
struct Inflate {
    private let input: [UInt8]
    private var bit = 0
    private var output: [UInt8] = []

    /// Unpacks a whole stream; its checksum is left to the vector, which is authenticated itself.
    static func unpack(_ bytes: [UInt8]) throws -> [UInt8] {
        guard bytes.count > 2, bytes[0] & 15 == 8, bytes[1] & 32 == 0 else { throw Malformed() }
        var inflate = Inflate(input: bytes, bit: 16)
        while try !inflate.block() {}
        return inflate.output
    }

    struct Malformed: Error {}

    private init(input: [UInt8], bit: Int) {
        self.input = input
        self.bit = bit
    }

    /// One block; tells whether it was the last.
    private mutating func block() throws -> Bool {
        let isLast = try bits(1) == 1
        switch try bits(2) {
        case 0: try stored()
        case 1:
            let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
            try packed(Codes(lengths), Codes([Int](repeating: 5, count: 30)))
        case 2: try dynamic()
        default: throw Malformed()
        }
        return isLast
    }

    private mutating func stored() throws {
        bit = (bit + 7) / 8 * 8
        let count = try bits(16)
        guard try bits(16) == ~count & 0xffff else { throw Malformed() }
        for _ in 0..<count { output.append(UInt8(try bits(8))) }
    }

    private mutating func dynamic() throws {
        let counts = (try bits(5) + 257, try bits(5) + 1, try bits(4) + 4)
        var codeLengths = [Int](repeating: 0, count: 19)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        for place in order.prefix(counts.2) { codeLengths[place] = try bits(3) }
        let codes = Codes(codeLengths)
        var lengths: [Int] = []
        while lengths.count < counts.0 + counts.1 {
            switch try symbol(codes) {
            case let length where length < 16: lengths.append(length)
            case 16:
                guard let last = lengths.last else { throw Malformed() }
                lengths += [Int](repeating: last, count: 3 + (try bits(2)))
            case 17: lengths += [Int](repeating: 0, count: 3 + (try bits(3)))
            default: lengths += [Int](repeating: 0, count: 11 + (try bits(7)))
            }
        }
        try packed(Codes(Array(lengths[..<counts.0])), Codes(Array(lengths[counts.0...])))
    }

    private mutating func packed(_ literals: Codes, _ distances: Codes) throws {
        while true {
            let symbol = try symbol(literals)
            if symbol == 256 { return }
            guard symbol > 256 else {
                output.append(UInt8(symbol))
                continue
            }
            let length = try number(symbol - 257, Self.lengthBases, Self.lengthBits)
            let code = try self.symbol(distances)
            let distance = try number(code, Self.distanceBases, Self.distanceBits)
            guard distance <= output.count else { throw Malformed() }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    private mutating func number(_ code: Int, _ bases: [Int], _ extra: [Int]) throws -> Int {
        guard code < bases.count else { throw Malformed() }
        return bases[code] + (try bits(extra[code]))
    }

    private mutating func bits(_ count: Int) throws -> Int {
        var value = 0
        for index in 0..<count {
            guard bit < input.count * 8 else { throw Malformed() }
            value |= Int(input[bit / 8] >> UInt8(bit % 8) & 1) << index
            bit += 1
        }
        return value
    }

    private mutating func symbol(_ codes: Codes) throws -> Int {
        var code = 0
        for length in 1...15 {
            code = code << 1 | (try bits(1))
            if let symbol = codes.symbols[length << 16 | code] { return symbol }
        }
        throw Malformed()
    }

    /// Symbols by length and code (RFC 1951, section 3.2.2).
    private struct Codes {
        var symbols: [Int: Int] = [:]

        init(_ lengths: [Int]) {
            var code = 0
            for length in 1...15 {
                for (symbol, own) in lengths.enumerated() where own == length {
                    symbols[length << 16 | code] = symbol
                    code += 1
                }
                code <<= 1
            }
        }
    }

    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
        131, 163, 195, 227, 258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025,
        1_537, 2_049, 3_073, 4_097, 6_145, 8_193, 12_289, 16_385, 24_577,
    ]
    private static let distanceBits = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12,
        13, 13,
    ]
}
