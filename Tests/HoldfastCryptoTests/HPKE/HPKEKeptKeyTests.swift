import HoldfastCrypto
import Testing

/// Opening by a key that only its keeper can use.
@Suite struct HPKEKeptKeyTests {
    private let plaintext = SecretBytes([UInt8](repeating: 0x5a, count: 32))

    private func sealed(to key: P256PublicKey) throws -> [UInt8] {
        try HPKE.seal(
            plaintext, to: key, suite: .p256AES256GCM, info: [1], associatedData: [2],
            random: SeededRandom(seed: 5))
    }

    @Test("a key that agrees elsewhere opens what is sealed for it, and is asked once")
    func opens() async throws {
        let key = try KeptKey()
        let opened = try await HPKE.open(
            sealed(to: key.publicKey), keptKey: key, suite: .p256AES256GCM, info: [1],
            associatedData: [2])
        #expect(opened == plaintext)
        #expect(key.askedCount == 1)
    }

    @Test("a key in memory goes through the same door")
    func inMemory() async throws {
        let key = try P256PrivateKey(random: SeededRandom(seed: 6))
        let opened = try await HPKE.open(
            sealed(to: key.publicKey), keptKey: key, suite: .p256AES256GCM, info: [1],
            associatedData: [2])
        #expect(opened == plaintext)
    }

    @Test("what is no message is refused before the key is asked")
    func refusedBefore() async throws {
        let key = try KeptKey()
        var offCurve = try sealed(to: key.publicKey)
        offCurve[64] ^= 1
        for bytes in [[], [UInt8](repeating: 4, count: 80), offCurve] {
            await expect(key, bytes) { if case .crypto = $0 { true } else { false } }
        }
        #expect(key.askedCount == 0)
    }

    @Test("what the key's keeper throws comes out as it is")
    func keeperFails() async throws {
        let key = try KeptKey(.throwing)
        await expect(key, try sealed(to: key.publicKey)) {
            if case .key(.busy) = $0 { true } else { false }
        }
    }

    @Test("a keeper that gives a secret of another length is refused")
    func wrongLength() async throws {
        let key = try KeptKey(.leavingZerosOut)
        await expect(key, try sealed(to: key.publicKey)) {
            if case .crypto(let error) = $0 { error.reason == .invalidLength } else { false }
        }
    }

    @Test("changed bytes do not open")
    func changed() async throws {
        let key = try KeptKey()
        var bytes = try sealed(to: key.publicKey)
        bytes[bytes.count - 1] ^= 1
        await expect(key, bytes) {
            if case .crypto(let error) = $0 { error.reason == .authenticationFailed } else { false }
        }
    }

    private func expect(
        _ key: KeptKey, _ bytes: [UInt8], _ isExpected: (HPKEFailure<KeptKey.Failure>) -> Bool,
        at location: SourceLocation = #_sourceLocation
    ) async {
        do {
            _ = try await HPKE.open(
                bytes, keptKey: key, suite: .p256AES256GCM, info: [1], associatedData: [2])
            Issue.record("it opened", sourceLocation: location)
        } catch {
            #expect(isExpected(error), "\(error)", sourceLocation: location)
        }
    }

    /// A key behind a keeper that can fail.
    private struct KeptKey: AgreementKey {
        enum Behaviour { case working, throwing, leavingZerosOut }
        enum Failure: Error { case busy, library(CryptoError) }

        private let key: P256PrivateKey
        private let behaviour: Behaviour
        private let asked = Locked(0)

        init(_ behaviour: Behaviour = .working) throws {
            key = try P256PrivateKey(random: SeededRandom(seed: 4))
            self.behaviour = behaviour
        }

        var publicKey: P256PublicKey { key.publicKey }
        var askedCount: Int { asked.withLock { $0 } }

        func sharedSecret(with peer: P256PublicKey) async throws(Failure) -> SecretBytes {
            asked.withLock { $0 += 1 }
            if behaviour == .throwing { throw .busy }
            do {
                let secret = try key.sharedSecret(with: peer)
                return behaviour == .working
                    ? secret : SecretBytes(secret.copyBytes().dropFirst())
            } catch {
                throw .library(error)
            }
        }
    }
}
