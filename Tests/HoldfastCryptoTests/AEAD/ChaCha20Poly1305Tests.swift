import HoldfastCrypto
import Testing

@Suite struct ChaCha20Poly1305Tests {
    static let key = SecretBytes([UInt8](repeating: 7, count: 32))
    static let nonce = [UInt8](repeating: 9, count: 12)

    @Test("each bit of ciphertext, tag, nonce and associated data counts")
    func everyBit() throws {
        let sealed = try ChaCha20Poly1305.seal(
            SecretBytes(utf8: "attack at dawn"), key: Self.key, nonce: Self.nonce,
            associatedData: [1, 2])
        for bit in 0..<(sealed.count * 8) {
            var changed = sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            expect(.authenticationFailed) { () throws(CryptoError) in
                _ = try ChaCha20Poly1305.open(
                    changed, key: Self.key, nonce: Self.nonce, associatedData: [1, 2])
            }
        }
        expect(.authenticationFailed) { () throws(CryptoError) in
            _ = try ChaCha20Poly1305.open(
                sealed, key: Self.key, nonce: Self.nonce, associatedData: [1, 3])
        }
        var other = Self.nonce
        other[11] ^= 1
        expect(.authenticationFailed) { () throws(CryptoError) in
            _ = try ChaCha20Poly1305.open(
                sealed, key: Self.key, nonce: other, associatedData: [1, 2])
        }
    }

    @Test(
        "keys, nonces and sealed bytes of another length are refused", arguments: [0, 11, 31, 33])
    func lengths(_ count: Int) throws {
        let bytes = [UInt8](repeating: 1, count: count)
        expect(.invalidLength) { () throws(CryptoError) in
            _ = try ChaCha20Poly1305.seal(
                SecretBytes([]), key: SecretBytes(bytes), nonce: Self.nonce, associatedData: [])
        }
        expect(.invalidLength) { () throws(CryptoError) in
            _ = try ChaCha20Poly1305.seal(
                SecretBytes([]), key: Self.key, nonce: bytes, associatedData: [])
        }
        expect(.invalidLength) { () throws(CryptoError) in
            _ = try ChaCha20Poly1305.open(
                [UInt8](bytes.prefix(15)), key: Self.key, nonce: Self.nonce, associatedData: [])
        }
    }
}
