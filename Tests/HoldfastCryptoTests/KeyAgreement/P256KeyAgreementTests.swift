import FoundationEssentials
import HoldfastCrypto
import Testing

@Suite struct P256KeyAgreementTests {
    @Test("both sides agree on the same 32 bytes, and a third gets others", arguments: 1...8)
    func agreement(_ seed: Int) throws {
        let random = SeededRandom(seed: UInt64(seed))
        let one = try P256PrivateKey(random: random)
        let other = try P256PrivateKey(random: random)
        let third = try P256PrivateKey(random: random)
        let secret = try one.sharedSecret(with: other.publicKey)
        #expect(secret.count == 32)
        #expect(try other.sharedSecret(with: one.publicKey) == secret)
        #expect(try third.sharedSecret(with: one.publicKey) != secret)
    }

    @Test("agreeing with the generator gives the own first coordinate")
    func generator() throws {
        let key = try P256PrivateKey(random: SeededRandom(seed: 9))
        let secret = try key.sharedSecret(with: P256PublicKey(P256KeyTests.generator.bytes))
        #expect(secret == SecretBytes(key.publicKey.bytes[1..<33]))
    }

    @Test("Wycheproof: raw points agree on the secret, and what is no point is refused")
    func points() throws {
        let file = try VectorFile.wycheproof(
            "ecdh_secp256r1_ecpoint_test.json", of: Group<PointVector>.self)
        var (agreed, compressed, refused) = (0, 0, 0)
        for vector in file.testGroups.flatMap(\.tests) {
            switch vector.result {
            case "valid":
                agreed += 1
                #expect(try vector.agree() == vector.secret, "tcId \(vector.tcId)")
            case "acceptable":
                compressed += 1
                #expect(try vector.agree() == vector.secret, "tcId \(vector.tcId)")
            default:
                refused += 1
                #expect(throws: CryptoError.self, "tcId \(vector.tcId)") { try vector.agree() }
            }
        }
        #expect(agreed == 330)
        #expect(compressed == 1)
        #expect(refused == 24)
        #expect(agreed + compressed + refused == file.numberOfTests)
    }

    @Test("Wycheproof: keys in JWK have the public keys it says and agree on the secret")
    func webKeys() throws {
        let file = try VectorFile.wycheproof(
            "ecdh_secp256r1_webcrypto_test.json", of: Group<WebVector>.self)
        var (agreed, refused, ofOtherCurve) = (0, 0, 0)
        for vector in file.testGroups.flatMap(\.tests) {
            guard vector.public.crv == "P-256" else {
                ofOtherCurve += 1
                #expect(vector.result == "invalid", "tcId \(vector.tcId)")
                continue
            }
            guard vector.result == "valid" else {
                refused += 1
                #expect(throws: CryptoError.self, "tcId \(vector.tcId)") {
                    try vector.public.key()
                }
                continue
            }
            agreed += 1
            let key = try P256PrivateKey(
                scalar: SecretBytes(try WebKey.bytes(#require(vector.private.d))))
            #expect(try key.publicKey == vector.private.key(), "tcId \(vector.tcId)")
            #expect(
                try key.sharedSecret(with: vector.public.key()) == SecretBytes(vector.shared.bytes),
                "tcId \(vector.tcId)")
        }
        #expect(agreed == 330)
        #expect(refused == 18)
        #expect(ofOtherCurve == 5)
        #expect(agreed + refused + ofOtherCurve == file.numberOfTests)
    }

    private struct Group<Vector: Decodable>: Decodable {
        let tests: [Vector]
    }

    private struct PointVector: Decodable {
        let tcId: Int
        let `public`: Hex
        let `private`: Hex
        let shared: Hex
        let result: String

        var secret: SecretBytes { SecretBytes(shared.bytes) }

        func agree() throws(CryptoError) -> SecretBytes {
            // Numbers of any length, as BigInteger writes them.
            let digits = self.private.bytes.drop { $0 == 0 }
            let zeros = P256PrivateKey.scalarByteCount - digits.count
            let scalar = [UInt8](repeating: 0, count: max(zeros, 0)) + digits
            let peer =
                self.public.bytes.count == P256PublicKey.compressedByteCount
                ? try P256PublicKey(compressed: self.public.bytes)
                : try P256PublicKey(self.public.bytes)
            return try P256PrivateKey(scalar: SecretBytes(scalar)).sharedSecret(with: peer)
        }
    }

    private struct WebVector: Decodable {
        let tcId: Int
        let `public`: WebKey
        let `private`: WebKey
        let shared: Hex
        let result: String
    }

    private struct WebKey: Decodable {
        let crv: String
        let d: String?
        let x: String
        let y: String

        func key() throws -> P256PublicKey {
            try P256PublicKey([4] + Self.bytes(x) + Self.bytes(y))
        }

        static func bytes(_ text: String) throws -> [UInt8] {
            let standard = text.replacing("-", with: "+").replacing("_", with: "/")
            let padding = String(repeating: "=", count: (4 - standard.count % 4) % 4)
            guard let data = Data(base64Encoded: standard + padding) else { throw NotBase64() }
            return [UInt8](data)
        }
    }

    private struct NotBase64: Error {}
}
