import Testing

@testable import HoldfastCrypto

@Suite struct BLAKE2bTests {
    @Test("RFC 7693, appendix A: the hash of abc")
    func abc() {
        let published: Hex = """
            ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1\
            7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923
            """
        #expect(hash(Array("abc".utf8), count: 64) == published.bytes)
    }

    @Test("Lengths around the block size hash as another implementation has it")
    func lengths() {
        // The hash of 72 hashes, computed with Python 3.11's hashlib.
        let independent: Hex = """
            01a87558d8d844d4f044d16df753955a075e1f1d49c9b458e64ed84786b94431\
            67af05aa8f0939a368a2ba05839a8b252e088435329eca9fd3d7e83bb329546c
            """
        var all: [UInt8] = []
        for count in [0, 1, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1000] {
            let message = (0..<count).map { UInt8(truncatingIfNeeded: 7 * $0 + count) }
            for size in [1, 20, 32, 48, 63, 64] { all += hash(message, count: size) }
        }
        #expect(hash(all, count: 64) == independent.bytes)
    }

    @Test("Parts hash as the message that they make together, wherever it is cut")
    func parts() {
        let message = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        let whole = hash(message, count: 64)
        for cut in 0...message.count {
            #expect(hash([UInt8](message[..<cut]), [UInt8](message[cut...]), count: 64) == whole)
        }
    }

    private func hash(_ first: [UInt8], _ second: [UInt8] = [], count: Int) -> [UInt8] {
        [UInt8](count: count) { output in
            var stream = BLAKE2b(hashByteCount: count)
            first.withUnsafeBytes { stream.absorb($0) }
            second.withUnsafeBytes { stream.absorb($0) }
            stream.finish(into: output)
        }
    }
}
