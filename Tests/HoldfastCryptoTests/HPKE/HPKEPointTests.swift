import HoldfastCrypto
import Testing

/// What is no point, where a sender's encapsulated key should be.
@Suite struct HPKEPointTests {
    /// Each is 65 bytes long but for those that are not.
    enum NoPoint: String, CaseIterable {
        case infinity, infinityPadded, compressed, hybrid, offCurve, coordinatesOfZero, tooLarge
        case oneShort, oneLong, nothing

        func bytes(_ point: [UInt8]) -> [UInt8] {
            switch self {
            case .infinity: [0]
            case .infinityPadded: [UInt8](repeating: 0, count: 65)
            case .compressed: [2 | (point[64] & 1)] + point[1..<33]
            case .hybrid: [6 | (point[64] & 1)] + point[1...]
            case .offCurve: point.dropLast() + [point[64] ^ 1]
            case .coordinatesOfZero: [4] + [UInt8](repeating: 0, count: 64)
            case .tooLarge: [4] + [UInt8](repeating: 0xff, count: 64)
            case .oneShort: point.dropLast()
            case .oneLong: point + [0]
            case .nothing: []
            }
        }

        var reason: CryptoError.Reason {
            switch self {
            case .infinity, .compressed, .oneShort, .oneLong, .nothing: .invalidLength
            case .infinityPadded, .hybrid, .offCurve, .coordinatesOfZero, .tooLarge:
                .invalidParameter
            }
        }
    }

    @Test("an encapsulated key that is no point is refused", arguments: NoPoint.allCases)
    func noPoint(_ kind: NoPoint) throws {
        let key = try P256PrivateKey(random: SeededRandom(seed: 1))
        let peer = try P256PrivateKey(random: SeededRandom(seed: 2))
        let bytes = kind.bytes(peer.publicKey.bytes)
        expect(kind.reason) { () throws(CryptoError) in
            _ = try HPKERecipient(bytes, key: key, suite: .p256AES256GCM, info: [])
        }
        expect(kind.reason) { () throws(CryptoError) in _ = try P256PublicKey(bytes) }
    }

    @Test("Wycheproof: none of the invalid points of ECDH is taken as an encapsulated key")
    func wycheproof() throws {
        let file = try VectorFile.wycheproof("ecdh_secp256r1_ecpoint_test.json", of: Group.self)
        let key = try P256PrivateKey(random: SeededRandom(seed: 1))
        var refused = 0
        for vector in file.testGroups.flatMap(\.tests) where vector.result == "invalid" {
            refused += 1
            #expect(throws: CryptoError.self, "tcId \(vector.tcId)") {
                _ = try HPKERecipient(
                    vector.public.bytes, key: key, suite: .p256AES256GCM, info: [])
            }
        }
        #expect(refused == 24)
    }

    @Test("fewer bytes than any message has are refused", arguments: [0, 1, 64, 65, 80])
    func short(_ count: Int) throws {
        let key = try P256PrivateKey(random: SeededRandom(seed: 1))
        let sealed = try HPKE.seal(
            SecretBytes([]), to: key.publicKey, suite: .p256AES256GCM, info: [],
            associatedData: [], random: SeededRandom(seed: 3))
        #expect(sealed.count == 81)
        expect(.invalidLength) { () throws(CryptoError) in
            _ = try HPKE.open(
                [UInt8](sealed.prefix(count)), key: key, suite: .p256AES256GCM, info: [],
                associatedData: [])
        }
    }

    private struct Group: Decodable {
        let tests: [Vector]
    }

    private struct Vector: Decodable {
        let tcId: Int
        let `public`: Hex
        let result: String
    }
}
