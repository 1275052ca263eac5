@testable import HoldfastCrypto
import Testing

/// AES-128-GCM has no door of its own; HPKE's suite with it uses this one.
@Suite struct AES128GCMVectorTests {
    @Test("Wycheproof: what is valid seals and opens to the byte, what is not is refused")
    func wycheproof() throws {
        let file = try VectorFile.wycheproof("aes_gcm_test.json", of: Group.self)
        var (valid, invalid, other) = (0, 0, 0)
        for group in file.testGroups {
            guard group.keySize == 128, group.ivSize == 96 else {
                other += group.tests.count
                continue
            }
            for vector in group.tests where vector.result == "valid" {
                valid += 1
                let sealed = try AEADAlgorithm.aes128GCM.seal(
                    SecretBytes(vector.msg.bytes), key: SecretBytes(vector.key.bytes),
                    nonce: vector.iv.bytes, associatedData: vector.aad.bytes)
                #expect(sealed == vector.sealed, "tcId \(vector.tcId)")
                #expect(try vector.open() == SecretBytes(vector.msg.bytes), "tcId \(vector.tcId)")
            }
            for vector in group.tests where vector.result == "invalid" {
                invalid += 1
                expect(.authenticationFailed) { () throws(CryptoError) in _ = try vector.open() }
            }
        }
        #expect(valid == 40)
        #expect(invalid == 27)
        #expect(valid + invalid + other == file.numberOfTests)
    }

    private struct Group: Decodable {
        let keySize: Int
        let ivSize: Int
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
            try AEADAlgorithm.aes128GCM.open(
                sealed, key: SecretBytes(key.bytes), nonce: iv.bytes, associatedData: aad.bytes)
        }
    }
}
