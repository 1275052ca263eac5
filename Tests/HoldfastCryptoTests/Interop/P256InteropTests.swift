#if os(Linux)
import HoldfastCrypto
import Testing

/// ECDSA and ECDH with cryptography, each way.
@Suite struct P256InteropTests {
    private let random = SystemRandom()

    @Test("signatures verify with cryptography, and its signatures with us")
    func signatures() throws {
        let peer = try PeerProcess()
        var (low, high) = (0, 0)
        for count in 0..<32 {
            let key = try P256PrivateKey(random: random)
            let message = try random.bytes(count)
            var question = PeerProcess.Question(do: "verify")
            question.point = Hex(key.publicKey.bytes)
            question.message = Hex(message)
            question.signature = Hex(try key.signature(for: message).bytes)
            #expect(try peer.ask(question).refused == nil)
            question.message = Hex(message + [1])
            #expect(try peer.ask(question).refused == "InvalidSignature")

            var signing = PeerProcess.Question(do: "sign")
            signing.key = Hex(key.scalar)
            signing.message = Hex(message)
            let signature = try P256Signature(#require(try peer.ask(signing).signature).bytes)
            #expect(try key.publicKey.isValid(signature, for: message))
            if signature.hasLowS { low += 1 } else { high += 1 }
        }
        // One in 2^31 runs has only one of the two.
        #expect(low > 0 && high > 0)
        #expect(try peer.finish())
    }

    @Test("both agree on the same secrets")
    func agreement() throws {
        let peer = try PeerProcess()
        for _ in 0..<32 {
            let (one, other) = (
                try P256PrivateKey(random: random), try P256PrivateKey(random: random)
            )
            var question = PeerProcess.Question(do: "agree")
            question.key = Hex(other.scalar)
            question.point = Hex(one.publicKey.bytes)
            let secret = try #require(try peer.ask(question).secret)
            #expect(try one.sharedSecret(with: other.publicKey) == SecretBytes(secret.bytes))
        }
        #expect(try peer.finish())
    }
}
#endif
