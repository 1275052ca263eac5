import FoundationEssentials
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastE2EE
@testable import HoldfastWire

@Suite("Opening messages that are not as they should be")
struct OpeningTests {
    @Test("No message opens with any byte changed, cut off or added")
    func damage() async throws {
        var world = try Correspondence()
        try world.claim(.oneTime, of: world.bo, in: world.bob)
        let message = try Correspondence.delivery(
            try world.envelope(try Correspondence.draft()), for: world.bo)
        let bytes = message.bytes
        _ = try await world.open(message, as: world.bo)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << (index % 8)
            let failed = await failure { try await open(changed, world) }
            switch failed {
            case .malformed, .fault, .logNeeded, .unknownSender, .otherRecipient: break
            default: Issue.record("byte \(index): \(String(describing: failed))")
            }
        }
        for count in stride(from: 0, to: bytes.count, by: 7) {
            let failed = await failure { try await open(Array(bytes.prefix(count)), world) }
            guard case .malformed = failed else {
                Issue.record("cut at \(count): \(String(describing: failed))")
                continue
            }
        }
        let longer = await failure { try await open(bytes + [0], world) }
        #expect(longer == .malformed(WireError(.trailingBytes, in: "DeliveredMessage")))
    }

    private func open(_ bytes: [UInt8], _ world: Correspondence) async throws {
        let opener = MessageOpener(device: world.bo.record, log: world.bob.log)
        let judged = try opener.judge(
            try MessageOpener.read(bytes), senderLog: world.ada.log)
        let prekey = judged.wrapKey.prekey.flatMap { world.privateKeys[$0] }
        _ = try await opener.open(
            judged, prekey: prekey, key: HeldAgreementKey(key: world.bo.agreement))
    }

    @Test(
        "A wrap in another device's place: the server is caught by the hashes, the sender by HPKE")
    func movedWrap() async throws {
        let world = try Correspondence()
        let envelope = try world.envelope(try Correspondence.draft())
        let own = try Correspondence.delivery(envelope, for: world.bo).delivery
        let other = try Correspondence.delivery(envelope, for: world.second).delivery
        let moved = try Delivery(
            recipient: own.recipient, recipientProof: own.recipientProof,
            deviceIDs: own.deviceIDs,
            wrap: Wrap(
                device: world.bo.id, key: other.wrap.key, sealed: other.wrap.sealed),
            wrapProof: other.wrapProof)
        let byServer = await failure {
            _ = try await world.open(
                DeliveredMessage(moved, of: envelope.message), as: world.bo)
        }
        #expect(byServer == .fault(MessageFault(.wrongWraps)))
        let asItIs = await failure {
            _ = try await world.open(
                DeliveredMessage(other, of: envelope.message), as: world.bo)
        }
        #expect(asItIs == .otherRecipient)
        let key = try SystemRandom().secret(32)
        let signed = try DishonestSender(world: world).envelope(
            committing: key, keys: [world.bo.id: key, world.second.id: key],
            wrappedFor: [world.bo.id: world.second])
        let bySender = await failure {
            _ = try await world.open(
                Correspondence.delivery(signed, for: world.bo), as: world.bo)
        }
        #expect(bySender == .cannotOpen(.wrapDamaged))
        #expect(bySender?.action == .askAgain(.wrapDamaged))
    }

    @Test(
        "Bodies swapped between messages: the server is caught by the signature, the sender by GCM")
    func swappedBodies() async throws {
        let world = try Correspondence()
        let first = try world.envelope(try Correspondence.draft("first"))
        let second = try world.envelope(try Correspondence.draft("other"), counter: 2)
        let part = try Correspondence.delivery(first, for: world.bo).delivery
        let swapped = DeliveredMessage(
            part,
            of: try SealedMessage(
                first.message.header, signature: first.message.signature,
                body: second.message.body))
        let byServer = await failure { _ = try await world.open(swapped, as: world.bo) }
        #expect(byServer == .fault(MessageFault(.badSignature)))
        let signed = try DishonestSender(world: world).sign(
            first.message.header, second.message.body, for: first.recipients)
        let bySender = await failure {
            _ = try await world.open(
                Correspondence.delivery(signed, for: world.bo), as: world.bo)
        }
        #expect(bySender == .cannotOpen(.bodyDamaged))
    }

    @Test("One text for one device and another for the next: the second key is not committed to")
    func twoKeys() async throws {
        let world = try Correspondence()
        let keys = try CommitmentVector.keys()
        let envelope = try DishonestSender(world: world).envelope(
            committing: keys.first,
            keys: [world.bo.id: keys.first, world.second.id: keys.second])
        let opened = try await world.open(
            Correspondence.delivery(envelope, for: world.bo), as: world.bo)
        #expect(opened.text == "Meet at 10, gate B")
        let failed = await failure {
            _ = try await world.open(
                Correspondence.delivery(envelope, for: world.second), as: world.second)
        }
        #expect(failed == .cannotOpen(.notCommitted))
    }

    @Test("A body that is not what the header names, or not filled as it must be, is not shown")
    func wrongBody() async throws {
        let world = try Correspondence()
        let key = try SystemRandom().secret(32)
        let keys = [world.bo.id: key, world.second.id: key]
        let sender = DishonestSender(world: world)
        let other = try Correspondence.draft("another text").body
        let unnamed = try sender.envelope(committing: key, keys: keys, body: other.padded())
        let unfilled = try sender.envelope(
            committing: key, keys: keys, body: SecretBytes([UInt8](repeating: 3, count: 256)))
        for envelope in [unnamed, unfilled] {
            let failed = await failure {
                _ = try await world.open(
                    Correspondence.delivery(envelope, for: world.bo), as: world.bo)
            }
            #expect(failed == .cannotOpen(.bodyDamaged))
        }
    }

    @Test("A wrap of a key that is no content key is refused like one that does not open")
    func longKey() async throws {
        let world = try Correspondence()
        let key = try SystemRandom().secret(32)
        let short = SecretBytes([UInt8](repeating: 1, count: 31))
        // 31 bytes make a wrap too short for its form, which the form itself refuses.
        #expect(throws: WireError(.invalidValue, in: "sealed")) {
            try DishonestSender(world: world).envelope(
                committing: key, keys: [world.bo.id: short, world.second.id: key])
        }
    }

    @Test("Both keys are needed: with the prekey or the device's key of another it stays closed")
    func bothKeys() async throws {
        for grade in [SecrecyGrade.oneTime, .signed] {
            var world = try Correspondence()
            try world.claim(grade, of: world.bo, in: world.bob)
            let message = try Correspondence.delivery(
                try world.envelope(try Correspondence.draft()), for: world.bo)
            let opener = MessageOpener(device: world.bo.record, log: world.bob.log)
            let judged = try opener.judge(message, senderLog: world.ada.log)
            let id = try #require(judged.wrapKey.prekey)
            let right = try #require(world.privateKeys[id])
            let key = HeldAgreementKey(key: world.bo.agreement)
            let thief = HeldAgreementKey(key: try P256PrivateKey(random: SystemRandom()))
            let wrongPrekey = await failure {
                _ = try await opener.open(judged, prekey: thief.key, key: key)
            }
            #expect(wrongPrekey == .cannotOpen(.prekeyUnknown))
            let noPrekey = await failure {
                _ = try await opener.open(judged, prekey: nil, key: key)
            }
            #expect(noPrekey == .cannotOpen(.prekeyUnknown))
            let wrongKey = await failure {
                _ = try await opener.open(judged, prekey: right, key: thief)
            }
            #expect(wrongKey == .cannotOpen(.wrapDamaged))
            _ = try await opener.open(judged, prekey: right, key: key)
        }
    }
}

/// The vector of one ciphertext that opens under two keys.
enum CommitmentVector {
    private struct File: Decodable {
        let key1: String
        let key2: String
    }

    static func keys() throws -> (first: SecretBytes, second: SecretBytes) {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(
            contentsOf: tests.appending(
                path: "HoldfastCryptoTests/Vectors/commitment/gcm_two_keys.json"))
        let file = try JSONDecoder().decode(File.self, from: data)
        return (SecretBytes(try hex(file.key1)), SecretBytes(try hex(file.key2)))
    }

    static func hex(_ text: String) throws -> [UInt8] {
        let digits = Array(text.utf8)
        return try stride(from: 0, to: digits.count, by: 2).map {
            try #require(
                UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16))
        }
    }
}
