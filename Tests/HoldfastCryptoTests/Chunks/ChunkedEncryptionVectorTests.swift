import FoundationEssentials
@testable import HoldfastCrypto
import Testing

@Suite struct ChunkedEncryptionVectorTests {
    @Test("C2SP: what is a message opens and seals to the byte, what is not is refused")
    func vectors() throws {
        let file = try JSONDecoder().decode(
            File.self, from: Data(VectorFile.bytes("c2sp/chunked_encryption.json")))
        var (opened, refused) = (0, 0)
        for vector in file.vectors {
            let sealed = try vector.sealed()
            if vector.expect == "success" {
                opened += 1
                try expectOpens(vector, sealed)
            } else {
                refused += 1
                #expect(throws: CryptoError.self, "\(vector.name)") { try vector.open(sealed) }
            }
        }
        // 9 and 25 for each of the three ciphers; only AES-256-GCM has a public door.
        #expect(opened == 3 * 9)
        #expect(refused == 3 * 25)
    }

    private func expectOpens(_ vector: Vector, _ sealed: [UInt8]) throws {
        let plaintext = try vector.open(sealed)
        let hash = SHA256.hash { $0.absorb(plaintext) }
        #expect(plaintext.count == vector.payload_length, "\(vector.name)")
        #expect(hash == vector.payload_sha256?.bytes, "\(vector.name)")
        let again = try ChunkedEncryption.seal(
            plaintext, key: SecretBytes(vector.key.bytes), context: Array(vector.context.utf8),
            salt: Array(sealed.prefix(24)), algorithm: vector.algorithm())
        #expect(again.count == ChunkedEncryption.sealedByteCount(of: plaintext.count))
        // Not compared by the expectation, which would print megabytes.
        let isSame = again == sealed
        #expect(isSame, "\(vector.name)")
    }

    private struct File: Decodable {
        let vectors: [Vector]
    }

    // The names are those of the file.
    private struct Vector: Decodable {
        let name: String
        let aead: String
        let expect: String
        let key: Hex
        let context: String
        let ciphertext: String?
        let compressed: Bool?
        let payload_sha256: Hex?
        let payload_length: Int?

        func sealed() throws -> [UInt8] {
            let data = try #require(Data(base64Encoded: ciphertext ?? ""))
            return compressed == true ? try Inflate.unpack([UInt8](data)) : [UInt8](data)
        }

        func algorithm() throws -> AEADAlgorithm {
            switch aead {
            case "AEAD_AES_128_GCM": .aes128GCM
            case "AEAD_AES_256_GCM": .aes256GCM
            case "AEAD_CHACHA20_POLY1305": .chaCha20Poly1305
            default: throw UnknownCipher()
            }
        }

        func open(_ sealed: [UInt8]) throws -> SecretBytes {
            try ChunkedEncryption.open(
                sealed, key: SecretBytes(key.bytes), context: Array(context.utf8),
                algorithm: algorithm())
        }

        struct UnknownCipher: Error {}
    }
}
