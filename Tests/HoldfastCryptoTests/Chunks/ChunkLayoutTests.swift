@testable import HoldfastCrypto
import Testing

@Suite struct ChunkLayoutTests {
    @Test("each sealed length is of one message or of none", arguments: [true, false])
    func oneToOne(_ lastIsShorter: Bool) throws {
        let layout = ChunkLayout(chunkByteCount: 5, lastIsShorter: lastIsShorter)
        var lengths: [Int: Int] = [:]
        for count in 0...40 { lengths[layout.sealedByteCount(of: count)] = count }
        #expect(lengths.count == 41)
        for sealed in 0...(layout.sealedByteCount(of: 40)) {
            if let count = lengths[sealed] {
                #expect(try layout.byteCount(ofSealed: sealed) == count)
            } else {
                expect(.invalidLength) { () throws(CryptoError) in
                    _ = try layout.byteCount(ofSealed: sealed)
                }
            }
        }
    }

    @Test("chunk 2^38 is refused, the one before it is not")
    func limit() throws {
        let key = CommittedKey(.aes256GCM) { _ in }
        try key.withKeyAndNonce(ofChunk: (1 << 38) - 1) { key, nonce in
            #expect(key.count == 32)
            #expect(Array(nonce) == [0, 0, 0, 0, 0, 0, 0, 0x3f, 0xff, 0xff, 0xff, 0xff])
        }
        for index in [1 << 38, UInt64.max] {
            expect(.limitReached) { () throws(CryptoError) in
                try key.withKeyAndNonce(ofChunk: index) { _, _ in Issue.record("it was lent") }
            }
        }
    }
}
