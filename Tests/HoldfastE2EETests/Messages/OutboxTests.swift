import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastE2EE
@testable import HoldfastWire

@Suite("Planning what is sent, and sent again")
struct OutboxTests {
    private struct Sent {
        var world: Correspondence
        let draft: MessageDraft
        var entry: OutboxEntry
    }

    /// A message that Ada's phone has sent to both of Bo's phones, one of them at grade B.
    private func sent() throws -> Sent {
        var world = try Correspondence()
        try world.claim(.signed, of: world.bo, in: world.bob)
        let draft = try Correspondence.draft()
        var entry = OutboxEntry(draft.id, to: [world.bob.id])
        let unsigned = try MessageSealer(device: world.phone.record, log: world.ada.log).seal(
            draft, attempt: try #require(entry.nextAttempt), counter: 1,
            for: [try world.recipient()],
            own: MessageRecipient(
                own: world.ada.log, prekeys: [:], policy: GradePolicy(consent: .thisMessage)),
            random: SystemRandom())
        entry.note(unsigned)
        return Sent(world: world, draft: draft, entry: entry)
    }

    private func receipt(
        _ sent: Sent, of peer: Peer, signer: Peer? = nil, message: MessageID? = nil
    ) throws -> SignedReceipt {
        let receipt = Receipt(
            account: sent.world.bob.id, device: peer.id, head: sent.world.bob.log.head,
            senderAccount: sent.world.ada.id, sender: sent.world.phone.id,
            message: message ?? sent.draft.id, attempt: 0, reason: .prekeyGone,
            created: MessageTime.now)
        return SignedReceipt(
            receipt, signature: try (signer ?? peer).sign(receipt.bytes, .receipt))
    }

    private func refusal(
        _ signed: SignedReceipt, _ sent: Sent
    ) -> RewrapRefusal? {
        do throws(RewrapRefusal) {
            _ = try OutboxPlanner.target(for: signed, of: sent.entry, in: sent.world.bob.log)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "A refusal with the missing entries leads to a new envelope for the devices there are now")
    func stale() async throws {
        var sent = try sent()
        let old = [sent.world.ada.id: sent.world.ada.log, sent.world.bob.id: sent.world.bob.log]
        let third = try Peer("third")
        try sent.world.bob.add(third, by: sent.world.bo)
        try sent.world.bob.revoke(sent.world.second, by: sent.world.second)
        let step = OutboxPlanner.step(
            after: .staleDevices([sent.world.bob.id: sent.world.bob.entries]), of: sent.entry,
            refusals: 1, logs: old)
        guard case .sealAgain(let logs) = step else {
            Issue.record("\(step)")
            return
        }
        let log = try #require(logs[sent.world.bob.id])
        #expect(log.head == sent.world.bob.log.head)
        let envelope = try sent.world.envelope(
            sent.draft, attempt: try #require(sent.entry.nextAttempt), counter: 2, to: log)
        #expect(envelope.message.header.attempt == 1)
        let devices = Set(envelope.deliveries().map(\.wrap.device))
        #expect(devices == [sent.world.laptop.id, sent.world.bo.id, third.id])
        let opened = try await sent.world.open(
            Correspondence.delivery(envelope, for: third), as: third)
        #expect(opened.completeness == .complete)
    }

    @Test("A refusal that shows nothing new asks for the logs; too many of them stop the message")
    func nothingNew() throws {
        let sent = try sent()
        let logs = [sent.world.ada.id: sent.world.ada.log, sent.world.bob.id: sent.world.bob.log]
        for entries in [sent.world.bob.entries, []] {
            let step = OutboxPlanner.step(
                after: .staleDevices([sent.world.bob.id: entries]), of: sent.entry, refusals: 1,
                logs: logs)
            guard case .fetchLogs(let accounts) = step else {
                Issue.record("\(step)")
                return
            }
            #expect(accounts == [sent.world.bob.id])
        }
        let last = OutboxPlanner.step(
            after: .staleDevices([sent.world.bob.id: []]), of: sent.entry,
            refusals: OutboxPlanner.refusalLimit, logs: logs)
        guard case .stop(.refusedTooOften) = last else {
            Issue.record("\(last)")
            return
        }
    }

    @Test("A server that shows false entries, or another branch, is not followed")
    func falseEntries() throws {
        var sent = try sent()
        let logs = [sent.world.bob.id: sent.world.bob.log]
        let third = try Peer("third")
        let forged = try sent.world.bob.entry(
            .add(third.record), by: try Peer("nobody"), newcomer: third)
        let forgery = OutboxPlanner.step(
            after: .staleDevices([sent.world.bob.id: [forged]]), of: sent.entry, refusals: 1,
            logs: logs)
        guard case .stop(.falseLog(sent.world.bob.id, _)) = forgery else {
            Issue.record("\(forgery)")
            return
        }
        var branch = sent.world.bob
        try branch.append(
            .checkpoint(lineage: third.record.slot, generation: 1, manifest: .none),
            by: sent.world.bo)
        try branch.add(third, by: sent.world.bo)
        try sent.world.bob.append(
            .checkpoint(lineage: third.record.slot, generation: 2, manifest: .none),
            by: sent.world.bo)
        let fork = OutboxPlanner.step(
            after: .staleDevices([sent.world.bob.id: branch.entries]), of: sent.entry,
            refusals: 1, logs: [sent.world.bob.id: sent.world.bob.log])
        guard case .stop(.forkedLog(sent.world.bob.id)) = fork else {
            Issue.record("\(fork)")
            return
        }
    }

    @Test("The server's word removes no device, and its times and sizes are its own to say")
    func others() throws {
        let sent = try sent()
        for (refusal, name) in [
            (SendRefusal.senderRemoved, "reconcileIdentity"), (.tooLarge, "stop"),
            (.later(seconds: -5), "wait"),
        ] {
            let step = OutboxPlanner.step(after: refusal, of: sent.entry, refusals: 1, logs: [:])
            #expect("\(step)".hasPrefix(name))
            if case .wait(let seconds) = step { #expect(seconds == 1) }
        }
    }

    @Test("A receipt wraps again for its device, at the same grade or better, three times")
    func again() async throws {
        var sent = try sent()
        let signed = try receipt(sent, of: sent.world.bo)
        #expect(try SignedReceipt(signed.bytes) == signed)
        let sealer = try MessageSealer(device: sent.world.phone.record, log: sent.world.ada.log)
        for round in 1...OutboxPlanner.rewrapLimit {
            let target = try OutboxPlanner.target(
                for: signed, of: sent.entry, in: sent.world.bob.log)
            #expect(target.device == sent.world.bo.record && target.lowest == .signed)
            let attempt = try #require(sent.entry.nextAttempt)
            let unsigned = try sealer.sealAgain(
                sent.draft, attempt: attempt, counter: UInt64(round + 1), for: target,
                of: try sent.world.recipient(), random: SystemRandom())
            #expect(unsigned.grades == [sent.world.bo.id: .signed])
            sent.entry.note(unsigned, for: target)
            let envelope = try unsigned.signed(
                sent.world.phone.signing.signature(for: unsigned.messageToSign),
                by: sent.world.phone.record)
            let opened = try await sent.world.open(
                Correspondence.delivery(envelope, for: sent.world.bo), as: sent.world.bo)
            #expect(opened.completeness == .again(notFor: [sent.world.second.id]))
        }
        #expect(refusal(signed, sent) == .tooOften)
        #expect(try OutboxEntry(sent.entry.bytes) == sent.entry)
    }

    @Test("Wrapped again, a message is never at a lower grade than before")
    func grade() throws {
        var sent = try sent()
        let target = try OutboxPlanner.target(
            for: try receipt(sent, of: sent.world.bo), of: sent.entry, in: sent.world.bob.log)
        sent.world.prekeys = [:]
        let sealer = try MessageSealer(device: sent.world.phone.record, log: sent.world.ada.log)
        #expect(throws: SealError.gradeTooLow([sent.world.bo.id: .identity])) {
            try sealer.sealAgain(
                sent.draft, attempt: 1, counter: 2, for: target, of: try sent.world.recipient(),
                random: SystemRandom())
        }
    }

    @Test("A successor gets what its predecessor did not fetch; nobody else does")
    func successor() throws {
        var sent = try sent()
        let new = try Peer("bo's new key", slot: sent.world.bo.record.slot)
        let asked = try receipt(sent, of: sent.world.bo)
        #expect(throws: RewrapRefusal.notNeeded) {
            try OutboxPlanner.target(
                forReplaced: sent.world.bo.id, of: sent.entry, in: sent.world.bob.log)
        }
        try sent.world.bob.replace(sent.world.bo, by: new)
        let target = try OutboxPlanner.target(
            forReplaced: sent.world.bo.id, of: sent.entry, in: sent.world.bob.log)
        #expect(target.device == new.record && target.lowest == .signed)
        #expect(
            try OutboxPlanner.target(for: asked, of: sent.entry, in: sent.world.bob.log)
                == target)
        // A device that came later was no recipient, whatever it says.
        let third = try Peer("third")
        try sent.world.bob.add(third, by: new)
        #expect(refusal(try receipt(sent, of: third), sent) == .notAddressed)
        try sent.world.bob.revoke(sent.world.second, by: sent.world.second)
        #expect(refusal(try receipt(sent, of: sent.world.second), sent) == .deviceGone)
    }

    @Test("A receipt that is forged, or about another message, moves nothing")
    func forged() throws {
        let sent = try sent()
        let forged = try receipt(sent, of: sent.world.bo, signer: sent.world.second)
        #expect(refusal(forged, sent) == .fault(MessageFault(.badSignature)))
        let other = try receipt(
            sent, of: sent.world.bo, message: try Correspondence.draft().id)
        #expect(refusal(other, sent) == .notAddressed)
    }
}
