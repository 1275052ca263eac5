@testable import HoldfastCrypto
import Testing

@Suite struct HPKETests {
    private static let sealing: [HPKESuite] = [
        .p256AES128GCM, .p256AES256GCM, .p256ChaCha20Poly1305,
    ]
    private let random = SeededRandom(seed: 180)
    private let plaintext = SecretBytes([UInt8](repeating: 0x5a, count: 32))

    @Test("a wrapped key of 32 bytes is 65 and 48 bytes, and opens", arguments: sealing)
    func singleShot(_ suite: HPKESuite) throws {
        let key = try P256PrivateKey(random: random)
        let sealed = try HPKE.seal(
            plaintext, to: key.publicKey, suite: suite, info: [1], associatedData: [2],
            random: random)
        #expect(sealed.count == 65 + 48)
        #expect(
            try HPKE.open(sealed, key: key, suite: suite, info: [1], associatedData: [2])
                == plaintext)
        let again = try HPKE.seal(
            plaintext, to: key.publicKey, suite: suite, info: [1], associatedData: [2],
            random: random)
        #expect(sealed.prefix(65) != again.prefix(65))
    }

    @Test("a pre-shared key is needed to open, and its name as well", arguments: sealing)
    func preSharedKey(_ suite: HPKESuite) throws {
        let key = try P256PrivateKey(random: random)
        let secret = try random.secret(32)
        let shared = try HPKEPreSharedKey(secret, id: [7])
        let sealed = try HPKE.seal(
            plaintext, to: key.publicKey, suite: suite, info: [], associatedData: [],
            preSharedKey: shared, random: random)
        let open = { (shared: HPKEPreSharedKey?) throws(CryptoError) in
            try HPKE.open(
                sealed, key: key, suite: suite, info: [], associatedData: [], preSharedKey: shared)
        }
        #expect(try open(shared) == plaintext)
        let wrong: [HPKEPreSharedKey?] = [
            nil, try HPKEPreSharedKey(secret, id: [8]),
            try HPKEPreSharedKey(random.secret(32), id: [7]),
        ]
        for other in wrong {
            expect(.authenticationFailed) { () throws(CryptoError) in _ = try open(other) }
        }
    }

    @Test("another key, suite, info or associated data does not open")
    func binding() throws {
        let key = try P256PrivateKey(random: random)
        let sealed = try HPKE.seal(
            plaintext, to: key.publicKey, suite: .p256AES256GCM, info: [1], associatedData: [2],
            random: random)
        let other = try P256PrivateKey(random: random)
        let attempts: [(P256PrivateKey, HPKESuite, [UInt8], [UInt8])] = [
            (other, .p256AES256GCM, [1], [2]), (key, .p256ChaCha20Poly1305, [1], [2]),
            (key, .p256AES128GCM, [1], [2]), (key, .p256AES256GCM, [], [2]),
            (key, .p256AES256GCM, [1], []),
        ]
        for (key, suite, info, associatedData) in attempts {
            expect(.authenticationFailed) { () throws(CryptoError) in
                _ = try HPKE.open(
                    sealed, key: key, suite: suite, info: info, associatedData: associatedData)
            }
        }
    }

    @Test("every bit of a message counts")
    func everyBit() throws {
        let key = try P256PrivateKey(random: random)
        let sealed = try HPKE.seal(
            plaintext, to: key.publicKey, suite: .p256AES256GCM, info: [], associatedData: [],
            random: random)
        for bit in 0..<(sealed.count * 8) {
            var changed = sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            // A changed point is off the curve but once in very many, ciphertext never opens.
            expect(bit < 65 * 8 ? .invalidParameter : .authenticationFailed) {
                () throws(CryptoError) in
                _ = try HPKE.open(
                    changed, key: key, suite: .p256AES256GCM, info: [], associatedData: [])
            }
        }
    }

    @Test("messages open in their order, and one that fails takes no place in it")
    func order() throws {
        let key = try P256PrivateKey(random: random)
        var sender = try HPKESender(
            to: key.publicKey, suite: .p256AES256GCM, info: [], random: random)
        let messages = try (0..<3).map {
            try sender.seal(SecretBytes([UInt8($0)]), associatedData: [])
        }
        var recipient = try HPKERecipient(
            sender.encapsulated, key: key, suite: .p256AES256GCM, info: [])
        let expectRefused = { (error: CryptoError?) in
            #expect(error?.reason == .authenticationFailed)
        }
        #expect(try recipient.open(messages[0], associatedData: []) == SecretBytes([0]))
        for wrong in [messages[2], messages[0]] {
            do {
                _ = try recipient.open(wrong, associatedData: [])
                Issue.record("a message opened out of its order")
            } catch {
                expectRefused(error)
            }
        }
        #expect(try recipient.open(messages[1], associatedData: []) == SecretBytes([1]))
        #expect(try recipient.open(messages[2], associatedData: []) == SecretBytes([2]))
    }

    @Test("sequence numbers end: the last but one seals and opens, then both sides refuse")
    func overflow() throws {
        let key = try P256PrivateKey(random: random)
        let ephemeral = try P256PrivateKey(random: random)
        var sender = try HPKESender(
            to: key.publicKey, suite: .p256AES256GCM, info: [], preSharedKey: nil,
            ephemeral: ephemeral, startingAt: .max - 1)
        var recipient = try HPKERecipient(
            agreed: key.sharedSecret(with: ephemeral.publicKey), encapsulated: ephemeral.publicKey,
            recipient: key.publicKey, suite: .p256AES256GCM, info: [], preSharedKey: nil,
            startingAt: .max - 1)
        let last = try sender.seal(plaintext, associatedData: [])
        #expect(try recipient.open(last, associatedData: []) == plaintext)
        for _ in 0..<2 {
            #expect(
                reason { () throws(CryptoError) in
                    _ = try sender.seal(plaintext, associatedData: [])
                } == .limitReached)
            #expect(
                reason { () throws(CryptoError) in
                    _ = try recipient.open(last, associatedData: [])
                } == .limitReached)
        }
    }

    @Test("a suite that only exports agrees on secrets, and seals and opens nothing")
    func exportOnly() throws {
        let key = try P256PrivateKey(random: random)
        var sender = try HPKESender(
            to: key.publicKey, suite: .p256ExportOnly, info: [3], random: random)
        var recipient = try HPKERecipient(
            sender.encapsulated, key: key, suite: .p256ExportOnly, info: [3])
        let secret = try sender.export([4], count: 77)
        #expect(secret.count == 77)
        #expect(try recipient.export([4], count: 77) == secret)
        #expect(try recipient.export([5], count: 77) != secret)
        #expect(
            reason { () throws(CryptoError) in
                _ = try sender.seal(plaintext, associatedData: [])
            } == .invalidParameter)
        #expect(
            reason { () throws(CryptoError) in
                _ = try recipient.open([UInt8](repeating: 0, count: 48), associatedData: [])
            } == .invalidParameter)
        expect(.invalidParameter) { () throws(CryptoError) in
            _ = try HPKE.open(
                [UInt8](repeating: 0, count: 113), key: key, suite: .p256ExportOnly, info: [],
                associatedData: [])
        }
    }

    @Test("exports of 0 and of more than 8160 bytes are refused", arguments: [0, -1, 8161])
    func exportLengths(_ count: Int) throws {
        let key = try P256PrivateKey(random: random)
        let sender = try HPKESender(
            to: key.publicKey, suite: .p256AES256GCM, info: [], random: random)
        #expect(
            reason { () throws(CryptoError) in
                _ = try sender.export([], count: count)
            } == .invalidLength)
        #expect(try sender.export([], count: 8160).count == 8160)
    }

    @Test("short pre-shared keys, keys without a name and short input for a key are refused")
    func shortSecrets() {
        let short = SecretBytes([UInt8](repeating: 1, count: 31))
        let long = SecretBytes([UInt8](repeating: 1, count: 32))
        expect(.invalidLength) { () throws(CryptoError) in _ = try HPKEPreSharedKey(short, id: [1])
        }
        expect(.invalidLength) { () throws(CryptoError) in _ = try HPKEPreSharedKey(long, id: []) }
        expect(.invalidLength) { () throws(CryptoError) in
            _ = try P256PrivateKey(derivedFrom: short)
        }
    }

    /// Why a body failed; a closure that `expect` takes cannot lend what cannot be copied.
    private func reason(_ body: () throws(CryptoError) -> Void) -> CryptoError.Reason? {
        do {
            try body()
            return nil
        } catch {
            return error.reason
        }
    }
}
