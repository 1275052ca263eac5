import HoldfastCrypto
import Testing

/// A file of Wycheproof's for a cipher that encrypts and authenticates at once.
enum WycheproofAEAD {
    struct Group: Decodable {
        let keySize: Int
        let ivSize: Int
        let tagSize: Int
        let tests: [Vector]
    }

    struct Vector: Decodable {
        let tcId: Int
        let key: Hex
        let iv: Hex
        let aad: Hex
        let msg: Hex
        let ct: Hex
        let tag: Hex
        let result: String

        var sealed: [UInt8] { ct.bytes + tag.bytes }
    }

    /// The two directions of a cipher, each with key, nonce and associated data.
    struct Cipher {
        let seal: (SecretBytes, SecretBytes, [UInt8], [UInt8]) throws(CryptoError) -> [UInt8]
        let open: ([UInt8], SecretBytes, [UInt8], [UInt8]) throws(CryptoError) -> SecretBytes
    }

    /// How many vectors there were of each kind.
    struct Counts: Equatable {
        var valid = 0
        var invalid = 0
        /// With a size of key or nonce that the cipher does not have.
        var otherSizes = 0
    }

    /// Runs a whole file: what is valid seals and opens to the byte, all else is refused.
    static func run(
        _ name: String, keySize: Int, _ cipher: Cipher
    ) throws -> Counts {
        let file = try VectorFile.wycheproof(name, of: Group.self)
        var counts = Counts()
        for group in file.testGroups {
            #expect(group.tagSize == 128)
            for vector in group.tests {
                if group.keySize != keySize || group.ivSize != 96 {
                    counts.otherSizes += 1
                    refuses(vector, cipher, .invalidLength)
                } else if vector.result == "valid" {
                    counts.valid += 1
                    try takes(vector, cipher)
                } else {
                    counts.invalid += 1
                    refuses(vector, cipher, .authenticationFailed)
                }
            }
        }
        #expect(counts.valid + counts.invalid + counts.otherSizes == file.numberOfTests)
        return counts
    }

    private static func takes(_ vector: Vector, _ cipher: Cipher) throws {
        let (text, key) = (SecretBytes(vector.msg.bytes), SecretBytes(vector.key.bytes))
        let sealed = try cipher.seal(text, key, vector.iv.bytes, vector.aad.bytes)
        #expect(sealed == vector.sealed, "tcId \(vector.tcId)")
        let opened = try cipher.open(vector.sealed, key, vector.iv.bytes, vector.aad.bytes)
        #expect(opened == text, "tcId \(vector.tcId)")
    }

    private static func refuses(_ vector: Vector, _ cipher: Cipher, _ reason: CryptoError.Reason) {
        let error = #expect(throws: CryptoError.self, "tcId \(vector.tcId)") {
            try cipher.open(
                vector.sealed, SecretBytes(vector.key.bytes), vector.iv.bytes, vector.aad.bytes)
        }
        #expect(error?.reason == reason, "tcId \(vector.tcId)")
    }
}
