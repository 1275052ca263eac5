@testable import HoldfastCrypto
import Testing

@Suite struct P256SignatureTests {
    // RFC 6979, appendix A.2.5, with SHA-256.
    private static let published: [(message: String, signature: Hex)] = [
        (
            "sample",
            """
            efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716\
            f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8
            """
        ),
        (
            "test",
            """
            f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367\
            019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083
            """
        ),
    ]

    @Test("the signatures of RFC 6979 verify, and of no other message")
    func publishedSignatures() throws {
        let key = try P256PublicKey(P256KeyTests.point.bytes)
        for (message, signature) in Self.published {
            let signature = try P256Signature(signature.bytes)
            #expect(try key.isValid(signature, for: Array(message.utf8)))
            #expect(try !key.isValid(signature, for: Array((message + "x").utf8)))
            #expect(try !key.isValid(signature, for: []))
        }
    }

    @Test("what a key signs verifies with its public key and with no other", arguments: 1...8)
    func roundTrip(_ seed: Int) throws {
        let random = SeededRandom(seed: UInt64(seed))
        let (key, other) = (try P256PrivateKey(random: random), try P256PrivateKey(random: random))
        let message = try random.bytes(seed == 1 ? 0 : seed * 1_000)
        let signature = try key.signature(for: message)
        #expect(try key.publicKey.isValid(signature, for: message))
        #expect(try !key.publicKey.isValid(signature, for: message + [0]))
        #expect(try !other.publicKey.isValid(signature, for: message))
        #expect(try key.signature(for: message) != signature)
    }

    @Test("a signature with any bit of r or s flipped does not verify")
    func flipped() throws {
        let key = try P256PrivateKey(random: SeededRandom(seed: 1))
        let signature = try key.signature(for: [1, 2, 3])
        for index in 0..<64 {
            var bytes = signature.bytes
            bytes[index] ^= 0x10
            // Some flips leave the range, and are no signature at all.
            guard let changed = Self.signature(bytes) else { continue }
            #expect(try !key.publicKey.isValid(changed, for: [1, 2, 3]), "byte \(index)")
        }
    }

    @Test("one key signs and many keys verify in many threads at once")
    func manyThreads() async throws {
        let key = try P256PrivateKey(random: SeededRandom(seed: 3))
        await withTaskGroup(of: Bool.self) { group in
            for number in UInt8(0)..<16 {
                group.addTask {
                    do {
                        let own = try P256PrivateKey(
                            random: SeededRandom(seed: 100 + UInt64(number)))
                        return try (0..<20).allSatisfy { _ in
                            let signature = try key.signature(for: [number])
                            return try key.publicKey.isValid(signature, for: [number])
                                && !own.publicKey.isValid(signature, for: [number])
                        }
                    } catch {
                        Issue.record(error)
                        return false
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test("what plays hardware gives either s, and both verify")
    func eitherS() throws {
        let key = try P256PrivateKey(random: SeededRandom(seed: 2))
        var (low, high) = (0, 0)
        for count in 0..<64 {
            let message = [UInt8](repeating: 7, count: count)
            let signature = try key.signatureWithEitherS(for: message)
            #expect(try key.publicKey.isValid(signature, for: message))
            if signature.hasLowS { low += 1 } else { high += 1 }
        }
        // One in 2^63 runs has only one of the two.
        #expect(low > 0 && high > 0)
    }

    @Test("signing gives the lower s; the other one verifies too, and withLowS undoes it")
    func lowS() throws {
        let key = try P256PrivateKey(random: SeededRandom(seed: 2))
        for count in 0..<64 {
            let message = [UInt8](repeating: 7, count: count)
            let signature = try key.signature(for: message)
            #expect(signature.hasLowS)
            #expect(signature.withLowS == signature)
            let r = Array(signature.bytes[..<32])
            let high = try P256Signature(r + P256Order.negated(signature.bytes[32...]))
            #expect(!high.hasLowS)
            #expect(high.withLowS == signature)
            #expect(try key.publicKey.isValid(signature, for: message))
            #expect(try key.publicKey.isValid(high, for: message))
        }
    }

    @Test("the border between low and high s is half of n")
    func border() throws {
        let half: Hex = "7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8"
        let more: Hex = "7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a9"
        let one = [UInt8](repeating: 0, count: 31) + [1]
        let low = try P256Signature(one + half.bytes)
        let high = try P256Signature(one + more.bytes)
        #expect(low.hasLowS && !high.hasLowS)
        #expect(high.withLowS == low)
        #expect(try P256Signature(one + P256KeyTests.belowOrder.bytes).withLowS.bytes == one + one)
    }

    @Test("zero and n and above are no numbers of a signature, nor are other lengths")
    func range() {
        let one = [UInt8](repeating: 0, count: 31) + [1]
        let zero = [UInt8](repeating: 0, count: 32)
        for bad in [zero, P256KeyTests.order.bytes, [UInt8](repeating: 0xff, count: 32)] {
            for bytes in [bad + one, one + bad] {
                expect(.invalidParameter) { () throws(CryptoError) in _ = try P256Signature(bytes) }
            }
        }
        for count in [0, 63, 65, 128] {
            expect(.invalidLength) { () throws(CryptoError) in
                _ = try P256Signature([UInt8](repeating: 1, count: count))
            }
        }
    }

    @Test("DER comes back to the same signature, at every length of both numbers")
    func derRoundTrip() throws {
        for digits in 1...32 {
            for first: UInt8 in [0x01, 0x7f, 0x80, 0xfe] {
                let number =
                    [UInt8](repeating: 0, count: 32 - digits)
                    + [first] + [UInt8](repeating: 0x80, count: digits - 1)
                let one = [UInt8](repeating: 0, count: 31) + [1]
                for bytes in [number + one, one + number, number + number] {
                    let signature = try P256Signature(bytes)
                    #expect(signature.der.count <= 72)
                    #expect(try P256Signature(der: signature.der) == signature)
                }
            }
        }
    }

    @Test("every prefix and every extension of DER is refused")
    func derLengths() throws {
        let der = try P256PrivateKey(random: SeededRandom(seed: 3)).signature(for: [1]).der
        for count in 0..<der.count {
            #expect(Self.signature(der: [UInt8](der[..<count])) == nil)
        }
        for byte: UInt8 in [0, 2, 5] { #expect(Self.signature(der: der + [byte]) == nil) }
    }

    private static func signature(_ bytes: [UInt8]) -> P256Signature? {
        do { return try P256Signature(bytes) } catch { return nil }
    }

    private static func signature(der: [UInt8]) -> P256Signature? {
        do { return try P256Signature(der: der) } catch { return nil }
    }
}
