import HoldfastCrypto
import Testing

@testable import HoldfastLab

/// Signatures of simulated hardware: the same in every run, and of nobody else.
@Suite("Repeatable signatures")
struct RepeatableSignatureTests {
    /// The key of RFC 6979, appendix A.2.5.
    private static let scalar = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"

    /// The signatures there with SHA-256: the message, then r and s.
    private static let vectors = [
        (
            "sample",
            "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
                + "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
        ),
        (
            "test",
            "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367"
                + "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"
        ),
    ]

    @Test("Signatures are those of RFC 6979", arguments: [0, 1])
    func vectors(index: Int) throws {
        let (message, expected) = Self.vectors[index]
        let key = try P256PrivateKey(scalar: SecretBytes(Self.bytes(Self.scalar)))
        let signature = try key.repeatableSignature(for: Array(message.utf8))
        #expect(signature.bytes == Self.bytes(expected))
    }

    @Test("P12: they repeat, differ with key and message, and the library takes them")
    func valid() throws {
        let random = SeededRandom(seed: 11)
        var seen: Set<[UInt8]> = []
        for number in 0..<64 {
            let key = try P256PrivateKey(random: random)
            let message = try random.bytes(number)
            let signature = try key.repeatableSignature(for: message)
            #expect(try key.publicKey.isValid(signature, for: message))
            #expect(try !key.publicKey.isValid(signature, for: message + [0]))
            #expect(try key.repeatableSignature(for: message) == signature)
            seen.insert(signature.bytes)
        }
        #expect(seen.count == 64)
        #expect(seen.contains { $0[32] < 0x7f } && seen.contains { $0[32] > 0x80 }, "either s")
    }

    @Test("Numbers modulo the order go round at it")
    func numbers() {
        let order = Self.bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        let last = Self.bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550")
        let (zero, one) = (OrderNumber([]), OrderNumber([1]))
        #expect(OrderNumber(order) == zero && zero.isZero)
        #expect(OrderNumber(last) + one == zero)
        #expect(zero - one == OrderNumber(last))
        #expect(OrderNumber(last) * OrderNumber(last) == one, "-1 by -1")
        for bytes: [UInt8] in [[1], [2], [3], [1, 0, 0, 0, 0, 0, 0, 0, 0], last] {
            let number = OrderNumber(bytes)
            #expect(number * number.inverse == one)
        }
        #expect(OrderNumber([2, 1]).bytes.suffix(2) == [2, 1])
    }

    private static func bytes(_ digits: String) -> [UInt8] {
        let digits = digits.compactMap { $0.hexDigitValue }
        return stride(from: 0, to: digits.count, by: 2).map { index in
            UInt8(digits[index] << 4 | digits[index + 1])
        }
    }
}
