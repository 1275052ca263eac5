#if !canImport(CryptoKit)
import Testing

@testable import HoldfastCrypto

/// The two ways to a hash on OpenSSL: libcrypto's own functions, and its providers.
@Suite struct SHA256EngineTests {
    @Test("The provider's SHA-256 and libcrypto's own agree, at all lengths and cuts")
    func agreement() {
        let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 167) }
        for count in 0...message.count {
            for cut in [0, count / 3, count] {
                let parts = [Array(message[..<cut]), Array(message[cut..<count])]
                #expect(hash(parts, isDirect: true) == hash(parts, isDirect: false))
            }
        }
    }

    @Test("A copy goes on from where it was made, and so does a restart", arguments: [true, false])
    func copies(isDirect: Bool) {
        let (first, second) = ([UInt8](repeating: 1, count: 70), [UInt8](repeating: 2, count: 9))
        var stream = SHA256Stream(isDirect: isDirect)
        stream.absorb(first)
        var copy = SHA256Stream(copying: stream)
        copy.absorb(second)
        #expect(finish(&copy) == SHA256.hash(first + second))
        copy.restart(from: stream)
        copy.absorb(first)
        #expect(finish(&copy) == SHA256.hash(first + first))
        copy.restart()
        #expect(finish(&copy) == SHA256.hash([]))
        #expect(finish(&stream) == SHA256.hash(first))
    }

    @Test(
        "What is lent for a call hashes alike, from the start and from a copy",
        arguments: [true, false])
    func lending(isDirect: Bool) {
        let (first, second) = ([UInt8](repeating: 3, count: 70), [UInt8](repeating: 4, count: 9))
        var digests: [[UInt8]] = []
        SHA256Stream.lend(isDirect: isDirect) { stream in
            stream.absorb(first)
            SHA256Stream.lend(copying: stream) { copy in
                copy.absorb(second)
                digests.append(finish(&copy))
            }
            digests.append(finish(&stream))
        }
        #expect(digests == [SHA256.hash(first + second), SHA256.hash(first)])
    }

    private func hash(_ parts: [[UInt8]], isDirect: Bool) -> [UInt8] {
        var stream = SHA256Stream(isDirect: isDirect)
        for part in parts { stream.absorb(part) }
        return finish(&stream)
    }

    private func finish(_ stream: inout SHA256Stream) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
        digest.withUnsafeMutableBytes { stream.finish(into: $0) }
        return digest
    }
}
#endif
