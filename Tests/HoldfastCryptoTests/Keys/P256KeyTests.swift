import HoldfastCrypto
import Testing

@Suite struct P256KeyTests {
    static let order: Hex = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
    static let belowOrder: Hex = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550"
    // RFC 6979, appendix A.2.5.
    static let scalar: Hex = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"
    static let point: Hex = """
        0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99a41ae9e9\
        5628bc64f2f1b20c2d7e9f5177a3c294d4462299
        """
    /// The generator: SP 800-186, section 3.2.1.3.
    static let generator: Hex = """
        046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a\
        7c0f9e162bce33576b315ececbb6406837bf51f5
        """

    @Test("a scalar has the public key that RFC 6979 gives it")
    func publicKey() throws {
        let key = try P256PrivateKey(scalar: SecretBytes(Self.scalar.bytes))
        #expect(key.publicKey.bytes == Self.point.bytes)
        #expect(key.scalar == SecretBytes(Self.scalar.bytes))
    }

    @Test("the scalars 1 and n - 1 have the generator and its negative")
    func borders() throws {
        let one = try P256PrivateKey(scalar: Self.number(1)).publicKey
        let last = try P256PrivateKey(scalar: SecretBytes(Self.belowOrder.bytes)).publicKey
        #expect(one.bytes == Self.generator.bytes)
        #expect(last.bytes[..<33] == one.bytes[..<33])
        #expect(last.bytes[33...] != one.bytes[33...])
        #expect(last.compressedBytes[0] == 2 && one.compressedBytes[0] == 3)
    }

    @Test("zero, n and what lies above are no private keys, nor are other lengths")
    func scalarsOutOfRange() throws {
        var above = Self.order.bytes
        above[31] += 1
        for bytes in [
            [UInt8](repeating: 0, count: 32), Self.order.bytes, above,
            [UInt8](repeating: 0xff, count: 32),
        ] {
            expect(.invalidParameter) { () throws(CryptoError) in
                _ = try P256PrivateKey(scalar: SecretBytes(bytes))
            }
        }
        for count in [0, 1, 31, 33, 64] {
            expect(.invalidLength) { () throws(CryptoError) in
                _ = try P256PrivateKey(scalar: SecretBytes([UInt8](repeating: 1, count: count)))
            }
        }
    }

    @Test("each byte of n counts for the range")
    func rangeByteByByte() throws {
        for index in 0..<32 {
            var less = Self.order.bytes
            var more = Self.order.bytes
            if less[index] > 0 {
                less[index] -= 1
                _ = try P256PrivateKey(scalar: SecretBytes(less))
            }
            if more[index] < 0xff {
                more[index] += 1
                expect(.invalidParameter) { () throws(CryptoError) in
                    _ = try P256PrivateKey(scalar: SecretBytes(more))
                }
            }
        }
    }

    @Test("a drawn key is the drawn bytes, and one that is out of range is drawn again")
    func drawing() throws {
        let random = ScriptedRandom([
            [UInt8](repeating: 0xff, count: 32), [UInt8](repeating: 0, count: 32),
            Self.scalar.bytes,
        ])
        #expect(try P256PrivateKey(random: random).publicKey.bytes == Self.point.bytes)
        let one = try P256PrivateKey(random: SystemRandom())
        let other = try P256PrivateKey(random: SystemRandom())
        #expect(one.publicKey != other.publicKey)
    }

    @Test("a source that gives nothing of use ends the drawing")
    func uselessSource() {
        let zeros = [UInt8](repeating: 0, count: 32)
        expect(.randomnessUnavailable) { () throws(CryptoError) in
            _ = try P256PrivateKey(random: ScriptedRandom([[UInt8]](repeating: zeros, count: 8)))
        }
    }

    @Test("a public key is 65 bytes that begin with 04 and lie on the curve")
    func publicKeys() throws {
        #expect(try P256PublicKey(Self.point.bytes).bytes == Self.point.bytes)
        for count in [0, 1, 33, 64, 66] {
            expect(.invalidLength) { () throws(CryptoError) in
                _ = try P256PublicKey([UInt8](repeating: 4, count: count))
            }
        }
        for first: UInt8 in [0, 2, 3, 5, 6, 7, 0xff] {
            expect(.invalidParameter) { () throws(CryptoError) in
                _ = try P256PublicKey([first] + Self.point.bytes[1...])
            }
        }
        for index in 1..<65 {
            var bytes = Self.point.bytes
            bytes[index] ^= 1
            expect(.invalidParameter) { () throws(CryptoError) in _ = try P256PublicKey(bytes) }
        }
        expect(.invalidParameter) { () throws(CryptoError) in
            _ = try P256PublicKey([4] + [UInt8](repeating: 0, count: 64))
        }
    }

    @Test("a coordinate of the field's size and above is no second name for a point")
    func coordinatesAboveField() throws {
        // x = 5 is on the curve, and p + 5 fits into 32 bytes.
        let short: [UInt8] = [3] + [UInt8](repeating: 0, count: 31) + [5]
        let key = try P256PublicKey(compressed: short)
        let alias: Hex = "ffffffff00000001000000000000000000000001000000000000000000000004"
        expect(.invalidParameter) { () throws(CryptoError) in
            _ = try P256PublicKey(compressed: [3] + alias.bytes)
        }
        expect(.invalidParameter) { () throws(CryptoError) in
            _ = try P256PublicKey([4] + alias.bytes + key.bytes[33...])
        }
    }

    @Test("the short form leads to the same key, by its own door alone")
    func compressed() throws {
        for seed in 1...8 {
            let key = try P256PrivateKey(random: SeededRandom(seed: UInt64(seed))).publicKey
            let short = key.compressedBytes
            #expect(try P256PublicKey(compressed: short) == key)
            expect(.invalidLength) { () throws(CryptoError) in _ = try P256PublicKey(short) }
            expect(.invalidLength) { () throws(CryptoError) in
                _ = try P256PublicKey(compressed: key.bytes)
            }
            for first: UInt8 in [0, 4, 6] {
                expect(.invalidParameter) { () throws(CryptoError) in
                    _ = try P256PublicKey(compressed: [first] + short[1...])
                }
            }
        }
    }

    @Test("P10: a private key shows nothing of itself")
    func description() throws {
        let key = try P256PrivateKey(scalar: SecretBytes(Self.scalar.bytes))
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" == "P256PrivateKey")
        #expect(String(reflecting: key) == "P256PrivateKey")
        #expect(dumped == "- P256PrivateKey\n")
    }

    static func number(_ number: UInt8) -> SecretBytes {
        SecretBytes([UInt8](repeating: 0, count: 31) + [number])
    }
}

/// Gives what a test wrote down, one entry a call.
private final class ScriptedRandom: SecureRandom {
    let isReproducible = true
    private let answers: Locked<[[UInt8]]>

    init(_ answers: [[UInt8]]) {
        self.answers = Locked(answers)
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        let next = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let next, next.count == buffer.count else {
            throw CryptoError(.invalidLength, "The script has no such answer.")
        }
        buffer.copyBytes(from: next)
    }
}
