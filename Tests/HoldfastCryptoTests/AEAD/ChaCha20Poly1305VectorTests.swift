import HoldfastCrypto
import Testing

@Suite struct ChaCha20Poly1305VectorTests {
    @Test("Wycheproof: what is valid seals and opens to the byte, what is not is refused")
    func wycheproof() throws {
        let file = try VectorFile.wycheproof("chacha20_poly1305_test.json", of: Group.self)
        var (valid, invalid, otherNonce) = (0, 0, 0)
        for group in file.testGroups {
            #expect(group.tagSize == 128 && group.keySize == 256)
            for vector in group.tests {
                if group.ivSize != 96 {
                    otherNonce += 1
                    expectRefused(vector, .invalidLength)
                } else if vector.result == "valid" {
                    valid += 1
                    try expectValid(vector)
                } else {
                    invalid += 1
                    expectRefused(vector, .authenticationFailed)
                }
            }
        }
        #expect(valid == 256)
        #expect(invalid == 60)
        #expect(otherNonce == 9)
        #expect(valid + invalid + otherNonce == file.numberOfTests)
    }

    private func expectValid(_ vector: Vector) throws {
        let sealed = try ChaCha20Poly1305.seal(
            SecretBytes(vector.msg.bytes), key: SecretBytes(vector.key.bytes),
            nonce: vector.iv.bytes, associatedData: vector.aad.bytes)
        #expect(sealed == vector.sealed, "tcId \(vector.tcId)")
        #expect(try vector.open() == SecretBytes(vector.msg.bytes), "tcId \(vector.tcId)")
    }

    private func expectRefused(_ vector: Vector, _ reason: CryptoError.Reason) {
        let error = #expect(throws: CryptoError.self, "tcId \(vector.tcId)") {
            try vector.open()
        }
        #expect(error?.reason == reason, "tcId \(vector.tcId)")
    }

    private struct Group: Decodable {
        let keySize: Int
        let ivSize: Int
        let tagSize: Int
        let tests: [Vector]
    }

    private struct Vector: Decodable {
        let tcId: Int
        let key: Hex
        let iv: Hex
        let aad: Hex
        let msg: Hex
        let ct: Hex
        let tag: Hex
        let result: String

        var sealed: [UInt8] { ct.bytes + tag.bytes }

        func open() throws(CryptoError) -> SecretBytes {
            try ChaCha20Poly1305.open(
                sealed, key: SecretBytes(key.bytes), nonce: iv.bytes, associatedData: aad.bytes)
        }
    }
}
