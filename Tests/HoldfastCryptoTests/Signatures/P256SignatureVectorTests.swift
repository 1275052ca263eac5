import HoldfastCrypto
import Testing

@Suite struct P256SignatureVectorTests {
    @Test("Wycheproof: signatures of two numbers are valid or not as it says")
    func numbers() throws {
        let file = try VectorFile.wycheproof(
            "ecdsa_secp256r1_sha256_p1363_test.json", of: Group.self)
        var counts = Counts()
        for group in file.testGroups {
            let key = try Self.key(group)
            for vector in group.tests {
                try counts.count(vector, key) { (bytes) throws(CryptoError) in
                    try P256Signature(bytes)
                }
            }
        }
        #expect(counts == Counts(valid: 173, invalid: 18, refused: 71))
        #expect(counts.all == file.numberOfTests)
    }

    @Test("Wycheproof: signatures in DER are valid or not as it says, and DER is strict")
    func der() throws {
        let file = try VectorFile.wycheproof("ecdsa_secp256r1_sha256_test.json", of: Group.self)
        var counts = Counts()
        for group in file.testGroups {
            let key = try Self.key(group)
            for vector in group.tests {
                try counts.count(vector, key) { (bytes) throws(CryptoError) in
                    let signature = try P256Signature(der: bytes)
                    #expect(signature.der == bytes, "tcId \(vector.tcId)")
                    return signature
                }
            }
        }
        #expect(counts == Counts(valid: 174, invalid: 23, refused: 287))
        #expect(counts.all == file.numberOfTests)
    }

    /// The group's key, whose SubjectPublicKeyInfo Wycheproof gives as well.
    private static func key(_ group: Group) throws -> P256PublicKey {
        let key = try P256PublicKey(group.publicKey.uncompressed.bytes)
        #expect(key.subjectPublicKeyInfo == group.publicKeyDer.bytes)
        return key
    }

    /// `refused`: another length, no strict DER, or numbers out of range, before a key is asked.
    private struct Counts: Equatable {
        var valid = 0
        var invalid = 0
        var refused = 0

        var all: Int { valid + invalid + refused }

        mutating func count(
            _ vector: Vector, _ key: P256PublicKey,
            _ read: ([UInt8]) throws(CryptoError) -> P256Signature
        ) throws {
            let signature: P256Signature
            do {
                signature = try read(vector.sig.bytes)
            } catch {
                #expect(vector.result == "invalid", "tcId \(vector.tcId)")
                refused += 1
                return
            }
            let isValid = try key.isValid(signature, for: vector.msg.bytes)
            #expect(isValid == (vector.result == "valid"), "tcId \(vector.tcId)")
            if isValid { valid += 1 } else { invalid += 1 }
        }
    }

    private struct Group: Decodable {
        let publicKey: Key
        let publicKeyDer: Hex
        let tests: [Vector]
    }

    private struct Key: Decodable {
        let uncompressed: Hex
    }

    private struct Vector: Decodable {
        let tcId: Int
        let msg: Hex
        let sig: Hex
        let result: String
    }
}
