import HoldfastCrypto
import Testing

@Suite struct CryptoStartTests {
    @Test("What the only user leaves out is not needed here")
    func asOnlyUser() throws {
        CryptoStart.asOnlyUserInProcess()
        let abc: Hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(SHA256.hash(Array("abc".utf8)) == abc.bytes)
        let key = SecretBytes(count: 32) { _ in }
        let nonce = [UInt8](repeating: 0, count: 12)
        // NIST's GCM specification (McGrew and Viega), test case 14.
        let sealed: Hex = "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
        let zeros = SecretBytes(count: 16) { _ in }
        #expect(
            try AES256GCM.seal(zeros, key: key, nonce: nonce, associatedData: []) == sealed.bytes)
        #expect(
            try AES256GCM.open(sealed.bytes, key: key, nonce: nonce, associatedData: []) == zeros)
    }
}
