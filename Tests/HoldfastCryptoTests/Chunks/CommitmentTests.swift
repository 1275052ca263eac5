import FoundationEssentials
@testable import HoldfastCrypto
import Testing

/// One ciphertext that opens under two keys, which a commitment must forbid.
@Suite struct CommitmentTests {
    private struct Vector: Decodable {
        let key1: Hex
        let key2: Hex
        let nonce: Hex
        let ct_and_tag: Hex
        let pt1: Hex
        let pt2: Hex
    }

    private let vector: Vector

    init() throws {
        vector = try JSONDecoder().decode(
            Vector.self, from: Data(VectorFile.bytes("commitment/gcm_two_keys.json")))
    }

    @Test("AES-GCM alone opens one ciphertext under two keys, to two texts")
    func withoutCommitment() throws {
        for (key, plaintext) in [(vector.key1, vector.pt1), (vector.key2, vector.pt2)] {
            let opened = try AES256GCM.open(
                vector.ct_and_tag.bytes, key: SecretBytes(key.bytes), nonce: vector.nonce.bytes,
                associatedData: [])
            #expect(opened == SecretBytes(plaintext.bytes))
        }
    }

    @Test("a key that would open the ciphertext is refused where it is not the one committed to")
    func secondKey() throws {
        // As if a derivation had given these keys, for which nobody knows a content key.
        let keys = [vector.key1, vector.key2].enumerated().map { number, key in
            CommittedKey(.aes256GCM) { output in
                let commitment = [UInt8](repeating: UInt8(number), count: 32)
                output.copyBytes(from: key.bytes + vector.nonce.bytes + commitment)
            }
        }
        for key in keys {
            let cipher = ChunkedCipher(
                key: key, layout: ChunkLayout(chunkByteCount: 1024, lastIsShorter: true)
            ) { _, _ in [] }
            // Without its check the second key opens here too.
            _ = try SecretBytes(count: vector.ct_and_tag.bytes.count - 16) { output in
                try vector.ct_and_tag.bytes.withUnsafeBytes { try cipher.open($0, into: output) }
            }
        }
        try keys[0].check(keys[0].commitment)
        expect(.authenticationFailed) { () throws(CryptoError) in
            try keys[1].check(keys[0].commitment)
        }
    }

    @Test("a body's commitment to one content key refuses the other")
    func contentKeys() throws {
        let sealer = try BodySealer(contentKey: SecretBytes(vector.key1.bytes), info: [1])
        let commitment = sealer.commitment
        let sealed = try sealer.seal(
            SecretBytes(vector.pt1.bytes), headerHash: SHA256.hash(commitment))
        let opener = try BodyOpener(
            contentKey: SecretBytes(vector.key1.bytes), info: [1], commitment: commitment)
        #expect(
            try opener.open(sealed, headerHash: SHA256.hash(commitment))
                == SecretBytes(vector.pt1.bytes))
        expect(.authenticationFailed) { () throws(CryptoError) in
            _ = try BodyOpener(
                contentKey: SecretBytes(vector.key2.bytes), info: [1], commitment: commitment)
        }
    }

    @Test("what lies in C2SP's chunks is refused under another key before a chunk is opened")
    func chunks() throws {
        let sealed = try ChunkedEncryption.seal(
            SecretBytes(vector.pt1.bytes), key: SecretBytes(vector.key1.bytes), context: [],
            random: SeededRandom(seed: 2))
        // Every chunk is broken too: only the commitment can be what refuses in so few bytes.
        for bytes in [sealed, Array(sealed.prefix(56)) + [UInt8](repeating: 0, count: 16)] {
            do {
                _ = try ChunkedEncryption.open(
                    bytes, key: SecretBytes(vector.key2.bytes), context: [])
                Issue.record("it opened")
            } catch {
                #expect(error.reason == .authenticationFailed)
                #expect(error.message.contains("committed"))
            }
        }
    }
}
