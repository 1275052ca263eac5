import HoldfastCrypto
import Testing

@Suite struct ChunkedEncryptionTests {
    private let key = SecretBytes(0..<32)
    private let random = SeededRandom(seed: 38)

    @Test("messages open to what they were", arguments: [0, 1, 16_383, 16_384, 16_385, 1 << 20])
    func lengths(_ count: Int) throws {
        let message = try random.secret(count)
        let sealed = try ChunkedEncryption.seal(
            message, key: key, context: [1], random: random)
        #expect(sealed.count == ChunkedEncryption.sealedByteCount(of: count))
        let isSame = try ChunkedEncryption.open(sealed, key: key, context: [1]) == message
        #expect(isSame)
    }

    @Test("one message sealed twice is two ciphertexts")
    func salts() throws {
        let sealed = try (0..<2).map { _ in
            try ChunkedEncryption.seal(
                SecretBytes([1]), key: key, context: [], random: random)
        }
        #expect(sealed[0].prefix(24) != sealed[1].prefix(24))
        #expect(sealed[0].suffix(17) != sealed[1].suffix(17))
    }

    @Test("every byte of a message counts")
    func everyByte() throws {
        let sealed = try ChunkedEncryption.seal(
            random.secret(40), key: key, context: [1], random: random)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 0x10
            expect(.authenticationFailed) { () throws(CryptoError) in
                _ = try ChunkedEncryption.open(changed, key: key, context: [1])
            }
        }
    }

    @Test("a message that was cut or made longer at any place is refused")
    func cut() throws {
        let sealed = try ChunkedEncryption.seal(
            random.secret(16_400), key: key, context: [], random: random)
        for count in [0, 1, 55, 56, 71, 72, 16_440, 16_455, 16_456, 16_457, sealed.count - 1] {
            #expect(throws: CryptoError.self, "\(count) bytes") {
                try ChunkedEncryption.open(Array(sealed.prefix(count)), key: key, context: [])
            }
        }
        #expect(throws: CryptoError.self) {
            try ChunkedEncryption.open(sealed + [0], key: key, context: [])
        }
    }

    @Test("keys of another length are refused", arguments: [0, 16, 31, 33])
    func keyLengths(_ count: Int) {
        let short = SecretBytes([UInt8](repeating: 1, count: count))
        expect(.invalidLength) { () throws(CryptoError) in
            _ = try ChunkedEncryption.seal(
                SecretBytes([]), key: short, context: [], random: random)
        }
        expect(.invalidLength) { () throws(CryptoError) in
            _ = try ChunkedEncryption.open(
                [UInt8](repeating: 0, count: 72), key: short, context: [])
        }
    }
}
