import Testing

@testable import HoldfastCrypto

@Suite struct AEADVectorTests {
    @Test("Wycheproof: AES-256-GCM")
    func aes256GCM() throws {
        let counts = try WycheproofAEAD.run(
            "aes_gcm_test.json", keySize: 256,
            .init(
                seal: AES256GCM.seal(_:key:nonce:associatedData:),
                open: AES256GCM.open(_:key:nonce:associatedData:)))
        #expect(counts == .init(valid: 39, invalid: 27, otherSizes: 250))
    }

    @Test("Wycheproof: AES-128-GCM, which has no door of its own but HPKE's suite")
    func aes128GCM() throws {
        let cipher = AEADAlgorithm.aes128GCM
        let counts = try WycheproofAEAD.run(
            "aes_gcm_test.json", keySize: 128,
            .init(
                seal: cipher.seal(_:key:nonce:associatedData:),
                open: cipher.open(_:key:nonce:associatedData:)))
        #expect(counts == .init(valid: 40, invalid: 27, otherSizes: 249))
    }

    @Test("Wycheproof: ChaCha20-Poly1305")
    func chaCha20Poly1305() throws {
        let counts = try WycheproofAEAD.run(
            "chacha20_poly1305_test.json", keySize: 256,
            .init(
                seal: ChaCha20Poly1305.seal(_:key:nonce:associatedData:),
                open: ChaCha20Poly1305.open(_:key:nonce:associatedData:)))
        #expect(counts == .init(valid: 256, invalid: 60, otherSizes: 9))
    }
}
