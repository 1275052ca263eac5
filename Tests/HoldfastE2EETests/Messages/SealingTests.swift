import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastE2EE
@testable import HoldfastWire

@Suite("Sealing messages")
struct SealingTests {
    @Test("Every device opens a message, at the grade that its prekey permits, and so do one's own")
    func grades() async throws {
        var world = try Correspondence()
        try world.claim(.oneTime, of: world.bo, in: world.bob)
        try world.claim(.signed, of: world.second, in: world.bob)
        let envelope = try world.envelope(try Correspondence.draft())
        let read = try Envelope.decode(envelope.bytes)
        #expect(read.recipients.wrapCount == 3)
        for (peer, grade) in [(world.bo, SecrecyGrade.oneTime), (world.second, .signed)] {
            let opened = try await world.open(Correspondence.delivery(read, for: peer), as: peer)
            #expect(opened.text == "Meet at 10, gate B")
            #expect(opened.grade == grade)
            #expect((opened.spent != nil) == (grade == .oneTime))
            #expect(opened.completeness == .complete && opened.standing == .current)
        }
        let own = try await world.open(
            Correspondence.delivery(read, for: world.laptop), as: world.laptop,
            in: world.ada.log)
        #expect(own.grade == .identity && own.completeness == .complete)
    }

    @Test("P8: neither text, key nor name is in what the server gets")
    func blind() async throws {
        let world = try Correspondence()
        let text = "a sentence that is nowhere else"
        let bytes = try world.envelope(try Correspondence.draft(text)).bytes
        #expect(!bytes.contains(Array(text.utf8)))
        for secret in [world.phone.signing, world.phone.agreement, world.bo.agreement] {
            #expect(!bytes.contains(secret.scalar.copyBytes()))
        }
    }

    @Test("A lower grade is refused with the devices that it is about, and no key is drawn for it")
    func tooLow() throws {
        var world = try Correspondence()
        try world.claim(.signed, of: world.bo, in: world.bob)
        world.policy = GradePolicy()
        #expect(throws: SealError.gradeTooLow([world.second.id: .identity])) {
            try world.envelope(try Correspondence.draft())
        }
        world.policy = GradePolicy(lowest: .oneTime)
        #expect(
            throws: SealError.gradeTooLow([world.bo.id: .signed, world.second.id: .identity])
        ) {
            try world.envelope(try Correspondence.draft())
        }
    }

    @Test("Consent to grade C ends with the first prekey, and for a known contact with the message")
    func consent() {
        var policy = GradePolicy()
        #expect(!policy.permits(.identity) && policy.permits(.signed) && policy.permits(.oneTime))
        policy.consent = .firstContact
        #expect(policy.permits(.identity))
        policy.remember([.identity])
        #expect(policy.permits(.identity))
        policy.remember([.identity, .signed])
        #expect(!policy.permits(.identity))
        policy.consent = .thisMessage
        #expect(policy.permits(.identity))
        policy.remember([.identity])
        #expect(policy.consent == .none && !policy.permits(.identity))
        policy = GradePolicy(lowest: .oneTime, consent: .firstContact)
        #expect(!policy.permits(.identity) && !policy.permits(.signed))
    }

    @Test("Another attempt at a message shares no key with the first, and says the same")
    func again() async throws {
        let world = try Correspondence()
        let draft = try Correspondence.draft()
        let first = try world.envelope(draft)
        let second = try world.envelope(draft, attempt: 1, counter: 2)
        #expect(first.message.header.message == second.message.header.message)
        #expect(first.message.header.content == second.message.header.content)
        #expect(first.message.header.commitment != second.message.header.commitment)
        #expect(first.message.body != second.message.body)
        let sealed = [first, second].flatMap { $0.recipients.accounts.flatMap(\.wraps) }
        #expect(Set(sealed.map(\.sealed)).count == sealed.count)
        // A wrap of one attempt in the other one's place opens nothing.
        let moved = DeliveredMessage(
            try Correspondence.delivery(first, for: world.bo).delivery, of: second.message)
        let failed = await failure { _ = try await world.open(moved, as: world.bo) }
        #expect(failed == .fault(MessageFault(.wrongWraps)))
    }

    @Test("Nothing is sent to a contact on hold, by an old log, or by a device that was put out")
    func holds() throws {
        var world = try Correspondence()
        var pin = ContactPin(firstContact: world.bob.log)
        let old = world.bob.log
        let third = try Peer("third")
        try world.bob.add(third, by: world.bo)
        _ = pin.take(world.bob.log)
        #expect(throws: SealError.olderLog(world.bob.id)) {
            try MessageRecipient(contact: pin, log: old, prekeys: [:], policy: GradePolicy())
        }
        let other = try PeerAccount(try Peer("other"))
        #expect(throws: SealError.otherLog(world.bob.id)) {
            try MessageRecipient(
                contact: pin, log: other.log, prekeys: [:], policy: GradePolicy())
        }
        _ = pin.take(other.log)
        #expect(throws: SealError.onHold(other.id, .chainBreak)) {
            try MessageRecipient(
                contact: pin, log: other.log, prekeys: [:], policy: GradePolicy())
        }
        try world.ada.revoke(world.laptop, by: world.laptop)
        #expect(throws: SealError.senderNotInAccount) {
            try MessageSealer(device: world.laptop.record, log: world.ada.log)
        }
    }

    @Test("A signature of another key than the device's is noticed before anything is sent")
    func foreignKey() throws {
        let world = try Correspondence()
        let unsigned = try MessageSealer(device: world.phone.record, log: world.ada.log).seal(
            try Correspondence.draft(), counter: 1, for: [try world.recipient()],
            own: MessageRecipient(
                own: world.ada.log, prekeys: [:], policy: GradePolicy(consent: .thisMessage)),
            random: SystemRandom())
        let signature = try world.laptop.signing.signature(for: unsigned.messageToSign)
        #expect(throws: EnvelopeError.fault(MessageFault(.badSignature))) {
            try unsigned.signed(signature, by: world.phone.record)
        }
        #expect(throws: EnvelopeError.fault(MessageFault(.otherSender))) {
            try unsigned.signed(signature, by: world.laptop.record)
        }
    }

    @Test("A message to nobody, and one that is too long, are refused")
    func sizes() throws {
        let alone = try Peer("alone")
        let account = try PeerAccount(alone)
        let sealer = try MessageSealer(device: alone.record, log: account.log)
        #expect(throws: SealError.noRecipients) {
            try sealer.seal(
                try Correspondence.draft(), counter: 1, for: [], random: SystemRandom())
        }
        #expect(throws: SealError.tooLong(WireError(.tooLong, in: "content"))) {
            try MessageDraft(
                SecretBytes(count: MessageBody.maximumContentByteCount + 1) { _ in },
                created: UnixTime(seconds: 0), random: SystemRandom())
        }
    }
}

extension [UInt8] {
    /// Whether other bytes are somewhere among these.
    func contains(_ other: [UInt8]) -> Bool {
        guard let first = other.first else { return true }
        return indices.contains {
            self[$0] == first && self[$0...].starts(with: other)
        }
    }
}
