import HoldfastCrypto
import Testing

@Suite struct AES256GCMVectorTests {
    @Test("Wycheproof: what is valid seals and opens to the byte, what is not is refused")
    func wycheproof() throws {
        let file = try VectorFile.wycheproof("aes_gcm_test.json", of: Group.self)
        var (valid, invalid, otherKey, otherNonce) = (0, 0, 0, 0)
        for group in file.testGroups {
            #expect(group.tagSize == 128)
            for vector in group.tests {
                if group.keySize != 256 {
                    otherKey += 1
                    try expectLengthRefused(vector)
                } else if group.ivSize != 96 {
                    otherNonce += 1
                    try expectLengthRefused(vector)
                } else if vector.result == "valid" {
                    valid += 1
                    try expectValid(vector)
                } else {
                    invalid += 1
                    expectRefused(vector)
                }
            }
        }
        #expect(valid == 39)
        #expect(invalid == 27)
        #expect(otherKey == 211)
        #expect(otherNonce == 39)
        #expect(valid + invalid + otherKey + otherNonce == file.numberOfTests)
    }

    private func expectValid(_ vector: Vector) throws {
        let sealed = try AES256GCM.seal(
            SecretBytes(vector.msg.bytes), key: SecretBytes(vector.key.bytes),
            nonce: vector.iv.bytes, associatedData: vector.aad.bytes)
        #expect(sealed == vector.sealed, "tcId \(vector.tcId)")
        #expect(try vector.open() == SecretBytes(vector.msg.bytes), "tcId \(vector.tcId)")
    }

    private func expectRefused(_ vector: Vector) {
        let error = #expect(throws: CryptoError.self, "tcId \(vector.tcId)") {
            try vector.open()
        }
        #expect(error?.reason == .authenticationFailed, "tcId \(vector.tcId)")
    }

    private func expectLengthRefused(_ vector: Vector) throws {
        let error = #expect(throws: CryptoError.self, "tcId \(vector.tcId)") {
            try vector.open()
        }
        #expect(error?.reason == .invalidLength, "tcId \(vector.tcId)")
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
            try AES256GCM.open(
                sealed, key: SecretBytes(key.bytes), nonce: iv.bytes, associatedData: aad.bytes)
        }
    }
}
