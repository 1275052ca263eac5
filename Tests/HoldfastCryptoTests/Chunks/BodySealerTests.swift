import HoldfastCrypto
import Testing

@Suite struct BodySealerTests {
    private let key = SecretBytes(0..<32)
    private let hash = SHA256.hash([1])
    private let random = SeededRandom(seed: 24)

    private func sealed(
        _ count: Int
    ) throws -> (body: SecretBytes, commitment: [UInt8], sealed: [UInt8]) {
        let body = try random.secret(count)
        let sealer = try BodySealer(contentKey: key, info: [9])
        let commitment = sealer.commitment
        return (body, commitment, try sealer.seal(body, headerHash: hash))
    }

    @Test(
        "bodies of all lengths open to what they were",
        arguments: [
            (0, 1), (1, 1), (65_535, 1), (65_536, 1), (65_537, 2), (131_072, 2), (200_000, 4),
        ])
    func lengths(_ count: Int, chunks: Int) throws {
        let (body, commitment, sealed) = try sealed(count)
        #expect(commitment.count == 32)
        #expect(sealed.count == count + 16 * chunks)
        let opener = try BodyOpener(contentKey: key, info: [9], commitment: commitment)
        let isSame = try opener.open(sealed, headerHash: hash) == body
        #expect(isSame)
    }

    @Test("the derivation and the chunk are the ones that are documented")
    func construction() throws {
        let (body, commitment, sealed) = try sealed(3)
        let derived = try HKDFSHA256.derive(
            inputKeyMaterial: key, salt: [], info: [9], count: 76
        ).copyBytes()
        #expect(commitment == Array(derived[44...]))
        let opened = try AES256GCM.open(
            sealed, key: SecretBytes(derived[..<32]), nonce: Array(derived[32..<44]),
            associatedData: hash + [0, 0, 0, 0, 0, 0, 0, 0, 1])
        #expect(opened == body)
    }

    @Test("another key or use is refused by the commitment, another commitment as well")
    func commitment() throws {
        let (_, commitment, _) = try sealed(10)
        var other = commitment
        other[31] ^= 1
        let attempts: [(SecretBytes, [UInt8], [UInt8])] = [
            (SecretBytes(1..<33), [9], commitment), (key, [8], commitment), (key, [9], other),
            (key, [9], []), (key, [9], commitment + [0]), (key, [9], Array(commitment.dropLast())),
        ]
        for (key, info, commitment) in attempts {
            expect(.authenticationFailed) { () throws(CryptoError) in
                _ = try BodyOpener(contentKey: key, info: info, commitment: commitment)
            }
        }
    }

    @Test("chunks that are exchanged, left out, doubled or cut are refused, and another header")
    func chunks() throws {
        let (_, commitment, sealed) = try sealed(3 * 65_536)
        let opener = try BodyOpener(contentKey: key, info: [9], commitment: commitment)
        let full = 65_536 + 16
        let parts = (0..<3).map { Array(sealed[($0 * full)..<(($0 + 1) * full)]) }
        let wrong = [
            parts[1] + parts[0] + parts[2], parts[0] + parts[1], parts[0] + parts[2],
            parts[2], parts[0] + parts[1] + parts[2] + parts[2],
            parts[0] + parts[1] + parts[2].dropLast(),
        ]
        for bytes in wrong {
            expect(.authenticationFailed) { () throws(CryptoError) in
                _ = try opener.open(bytes, headerHash: hash)
            }
        }
        expect(.authenticationFailed) { () throws(CryptoError) in
            _ = try opener.open(sealed, headerHash: SHA256.hash([2]))
        }
    }

    @Test("lengths that no body has are refused", arguments: [0, 15, 65_552 + 16, 65_552 + 15])
    func refusedLengths(_ count: Int) throws {
        let (_, commitment, _) = try sealed(0)
        let opener = try BodyOpener(contentKey: key, info: [9], commitment: commitment)
        expect(.invalidLength) { () throws(CryptoError) in
            _ = try opener.open([UInt8](repeating: 0, count: count), headerHash: hash)
        }
    }

    @Test("keys of other lengths, uses without a name and short hashes are refused")
    func parameters() throws {
        let wrong: [(SecretBytes, [UInt8])] = [
            (SecretBytes(0..<31), [1]), (SecretBytes(0..<33), [1]), (key, []),
        ]
        for (key, info) in wrong {
            expect(.invalidLength) { () throws(CryptoError) in
                _ = try BodySealer(contentKey: key, info: info)
            }
        }
        expect(.invalidLength) { () throws(CryptoError) in
            let sealer = try BodySealer(contentKey: key, info: [9])
            _ = try sealer.seal(SecretBytes([]), headerHash: [1])
        }
    }
}
