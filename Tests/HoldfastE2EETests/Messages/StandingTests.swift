import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastE2EE
@testable import HoldfastWire

@Suite("Who may have sent a message, and to whom it should have gone")
struct StandingTests {
    private func standing(
        _ message: DeliveredMessage, _ world: Correspondence
    ) throws -> SenderStanding {
        try MessageOpener(device: world.bo.record, log: world.bob.log)
            .judge(message, senderLog: world.ada.log).standing
    }

    private func message(
        _ world: Correspondence, counter: UInt64 = 1, by sender: Peer? = nil,
        in log: DeviceLog? = nil, to bobsLog: DeviceLog? = nil
    ) throws -> DeliveredMessage {
        try Correspondence.delivery(
            try world.envelope(
                try Correspondence.draft(), counter: counter, by: sender, in: log, to: bobsLog),
            for: world.bo)
    }

    @Test("What a device sent before it left counts, up to its last counter")
    func retired() throws {
        var world = try Correspondence()
        let before = world.ada.log
        let last = try message(world, counter: 5, by: world.laptop, in: before)
        let beyond = try message(world, counter: 6, by: world.laptop, in: before)
        try world.ada.revoke(world.laptop, by: world.laptop, lastCounter: 5)
        #expect(try standing(last, world) == .removedSince)
        #expect(try standing(beyond, world) == .apart(.beyondLastCounter))
    }

    @Test(
        "After a loss, a message with an old place of the log is kept apart, whatever its counter")
    func lost() throws {
        var world = try Correspondence()
        let third = try Peer("third")
        try world.ada.add(third, by: world.phone)
        let before = world.ada.log
        try world.ada.revoke(world.laptop, by: world.phone, .lost, lastCounter: 100)
        for counter: UInt64 in [1, 100, 101] {
            let late = try message(world, counter: counter, by: world.laptop, in: before)
            #expect(try standing(late, world) == .apart(.lostDevice))
        }
    }

    @Test("A message that names a place at which its device had been put out is refused")
    func revoked() throws {
        var world = try Correspondence()
        try world.ada.revoke(world.laptop, by: world.laptop)
        let honest = world.ada.log
        // A sealer would refuse; the device signs by itself.
        let forged = try Self.forge(world, by: world.laptop, at: honest.head)
        #expect(throws: OpenFailure.senderRemoved(world.laptop.id, at: honest.head.sequence)) {
            try standing(forged, world)
        }
    }

    @Test("A device that the place does not know yet, or nobody knows, is refused")
    func unknown() throws {
        var world = try Correspondence()
        let old = world.ada.log.head
        let third = try Peer("third")
        let stranger = try Self.forge(world, by: third, at: old)
        #expect(throws: OpenFailure.unknownSender(third.id)) { try standing(stranger, world) }
        try world.ada.add(third, by: world.phone)
        #expect(throws: OpenFailure.unknownSender(third.id)) { try standing(stranger, world) }
    }

    @Test("A place beyond the log that is known asks for the log, and nothing is lost")
    func newer() throws {
        var world = try Correspondence()
        let known = world.ada
        let third = try Peer("third")
        try world.ada.add(third, by: world.phone)
        let new = try message(world, by: third)
        world.ada = known
        let failed = #expect(throws: OpenFailure.self) { try standing(new, world) }
        #expect(failed?.action == .fetchLog(world.ada.id))
        world = try Correspondence()
        #expect(throws: OpenFailure.self) { try standing(new, world) }
    }

    @Test("Another entry at a known place holds the account, if its own device has signed it")
    func forked() throws {
        var world = try Correspondence()
        var other = world.ada
        try other.append(
            .checkpoint(lineage: world.phone.record.slot, generation: 1, manifest: .none),
            by: world.phone)
        try world.ada.append(
            .checkpoint(lineage: world.phone.record.slot, generation: 2, manifest: .none),
            by: world.phone)
        let shown = try message(world, in: other.log)
        let failed = #expect(throws: OpenFailure.self) { try standing(shown, world) }
        #expect(failed == .forkedLog(world.ada.id, at: 2))
        #expect(failed?.action == .holdAccount(world.ada.id))
        // The same words without the signature are nobody's.
        let header = shown.message.header
        let unsigned = DeliveredMessage(
            shown.delivery,
            of: try SealedMessage(
                header, signature: try world.laptop.sign(header.bytes, .message),
                body: shown.message.body))
        #expect(throws: OpenFailure.fault(MessageFault(.badSignature))) {
            try standing(unsigned, world)
        }
    }

    private func completeness(
        _ message: DeliveredMessage, _ world: Correspondence
    ) throws -> Completeness {
        try MessageOpener(device: world.bo.record, log: world.bob.log)
            .judge(message, senderLog: world.ada.log).completeness
    }

    @Test("A sender who was shown an old list of my devices: I am told who came since")
    func oldHead() throws {
        var world = try Correspondence()
        let old = world.bob.log
        let third = try Peer("third")
        try world.bob.add(third, by: world.bo)
        let sent = try message(world, to: old)
        #expect(try completeness(sent, world) == .beforeAdded([third.id]))
        #expect(try completeness(try message(world), world) == .complete)
        try world.bob.revoke(world.second, by: world.second)
        #expect(try completeness(sent, world) == .beforeAdded([third.id]))
    }

    @Test("A device that was left out is named; one more than there are is seen too")
    func leftOut() throws {
        var world = try Correspondence()
        let whole = world.bob
        let third = try Peer("third")
        let short = try Self.forge(world, by: world.phone, at: world.ada.log.head)
        #expect(try completeness(short, world) == .leftOut([world.second.id]))
        try world.bob.add(third, by: world.bo)
        let grown = try message(world)
        // The same set under the older place of the log.
        world.bob = whole
        #expect(try completeness(grown, world) == .unknownPlace)
        var forked = whole
        try forked.append(
            .checkpoint(lineage: world.bo.record.slot, generation: 1, manifest: .none),
            by: world.bo)
        let other = try message(world, to: forked.log)
        try world.bob.add(third, by: world.bo)
        #expect(try completeness(other, world) == .forked)
    }

    @Test("A list of devices other than the signed one is refused")
    func otherList() throws {
        var world = try Correspondence()
        let sent = try message(world)
        let third = try Peer("third")
        try world.bob.add(third, by: world.bo)
        let part = sent.delivery
        let ids = [world.bo.id, third.id].sorted().flatMap(\.bytes)
        let changed = Delivery(
            recipient: part.recipient, recipientProof: part.recipientProof, deviceIDs: ids,
            wrap: part.wrap, wrapProof: part.wrapProof)
        #expect(throws: OpenFailure.fault(MessageFault(.wrongDevices))) {
            try completeness(DeliveredMessage(changed, of: sent.message), world)
        }
    }

    /// A message of any device under any place of Ada's log, for Bo's first phone alone.
    private static func forge(
        _ world: Correspondence, by sender: Peer, at head: LogHead
    ) throws -> DeliveredMessage {
        let draft = try Correspondence.draft()
        let wrap = try Wrap(
            device: world.bo.id, key: .identity, sealed: [UInt8](repeating: 4, count: 113))
        let list = try RecipientList([
            AccountWraps(account: world.bob.id, head: world.bob.log.head, wraps: [wrap])
        ])
        let header = try MessageHeader(
            message: draft.id, attempt: 0,
            sender: MessageSender(
                account: world.ada.id, record: sender.record, head: head, counter: 1),
            created: MessageTime.now, content: draft.body.contentID, recipients: list,
            commitment: [UInt8](repeating: 0, count: 32), bodyByteCount: 256)
        let body = [UInt8](repeating: 9, count: 272)
        let signature = try sender.sign(
            SealedMessage.signedBytes(of: header, body: body), .message)
        let envelope = try Envelope(
            SealedMessage(header, signature: signature, body: body), for: list)
        return try Correspondence.delivery(envelope, for: world.bo)
    }
}
