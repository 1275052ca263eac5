#if Network && Server
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastRecovery
@testable import HoldfastRelayClient

@Suite("A history from the old phone to the new one, over a real relay")
struct TransferTests {
    private struct Pair {
        let relay: RelayProcess
        let old: Phone
        let new: Phone
        let sender: PhoneBackup

        init(_ relay: RelayProcess) async throws {
            self.relay = relay
            old = try Phone(relay.address)
            try await old.begin("Old phone")
            new = try Phone(relay.address)
            try await new.join(old, "New phone")
            sender = try PhoneBackup(old)
        }

        var outgoing: OutgoingTransfer { OutgoingTransfer(sender.configuration) }

        func send(messages: Int) async throws -> TransferTicket {
            let record = try old.running.record
            let log = try await old.identity.accountLog()
            return try await outgoing.begin(
                try await sender.source(messages: messages),
                from: BackupOrigin(
                    slot: record.device.slot, deviceName: record.device.name, log: log),
                to: try new.id, costs: PhoneBackup.costs)
        }

        func incoming(_ ticket: TransferTicket, by phone: Phone? = nil) async throws
            -> IncomingTransfer
        {
            let phone = phone ?? new
            let keys = IdentityKeys(
                try phone.running.record, keys: SoftwareKeyStore(over: phone.store),
                agreementKeys: SoftwareKeyStore(over: phone.store))
            _ = try await new.identity.open(.foreground)
            return try await IncomingTransfer.find(
                ticket, at: RelayBackupTarget(try phone.running.session), for: keys,
                in: try await new.identity.accountLog(), bounds: .forTests)
        }
    }

    private func staging(
        failing: Bool = false
    ) -> (MemoryRestoreStaging, Locked<Int>) {
        let count = Locked(0)
        let staging = MemoryRestoreStaging(
            occupied: { () throws(KeychainError) in false },
            adopt: { (contents) throws(KeychainError) in
                if failing { throw KeychainError(.unknown, "the disk is full") }
                count.withLock { $0 = contents.records(of: .messages).count }
            })
        return (staging, count)
    }

    @Test("P2: the new phone has all of it, and only then may the old one drop what was sent")
    func wholeWay() async throws {
        let pair = try await Pair(try RelayProcess())
        let ticket = try await pair.send(messages: 50)
        let scanned = try TransferTicket(ticket.bytes)
        #expect(scanned == ticket && scanned.comparison == ticket.comparison)
        let log = try await pair.old.identity.accountLog()
        await #expect(throws: RecoveryError.unfinished) {
            try await pair.outgoing.finish(ticket, in: log)
        }
        let incoming = try await pair.incoming(scanned)
        #expect(incoming.summary.devices.map(\.name) == ["Old phone"])
        let (full, nothing) = staging(failing: true)
        await #expect(throws: RecoveryError.self) { _ = try await incoming.take(into: full) }
        #expect(nothing.withLock { $0 } == 0)
        #expect(try await pair.outgoing.isTaken(ticket, in: log) == false)
        let (room, taken) = staging()
        _ = try await incoming.take(into: room)
        #expect(taken.withLock { $0 } == 50)
        #expect(try await pair.outgoing.isTaken(ticket, in: log))
        try await pair.outgoing.finish(ticket, in: log)
        #expect(try await pair.sender.target.headers().isEmpty)
        #expect(try await pair.sender.target.manifests(of: ticket.lineage).isEmpty)
    }

    @Test("P7: a ticket is for one device; a changed one, and another device's, open nothing")
    func foreign() async throws {
        let relay = try RelayProcess()
        let pair = try await Pair(relay)
        let ticket = try await pair.send(messages: 2)
        let third = try Phone(relay.address)
        try await third.join(pair.old, "Third phone")
        await #expect(throws: RecoveryError.self) {
            _ = try await pair.incoming(ticket, by: third)
        }
        for place in stride(from: 6, to: ticket.bytes.count, by: 7) {
            var bytes = ticket.bytes
            bytes[place] ^= 1
            let changed: TransferTicket
            do {
                changed = try TransferTicket(bytes)
            } catch {
                continue
            }
            #expect(changed.comparison != ticket.comparison)
            await #expect(throws: RecoveryError.self) { _ = try await pair.incoming(changed) }
        }
    }

    @Test("P2: a receipt that the new phone has not signed is not believed")
    func falseReceipt() async throws {
        let pair = try await Pair(try RelayProcess())
        let ticket = try await pair.send(messages: 2)
        let keys = IdentityKeys(
            try pair.old.running.record, keys: SoftwareKeyStore(over: pair.old.store),
            agreementKeys: SoftwareKeyStore(over: pair.old.store))
        let generation = try await pair.incoming(ticket).summary.generation
        let forged = try await TransferReceipt(
            ticket, generation, by: IdentityBackupSigner(keys)
        ).bytes
        _ = try await pair.sender.target.keepChunk(
            forged, hash: Digest256(known: SHA256.hash(forged)),
            named: TransferReceipt.name(of: ticket), of: ticket.lineage)
        let log = try await pair.old.identity.accountLog()
        await #expect(throws: RecoveryError.damaged(BackupDamage(.chunk, .changed))) {
            try await pair.outgoing.finish(ticket, in: log)
        }
        #expect(try await pair.sender.target.manifests(of: ticket.lineage).count == 1)
    }

    @Test("P2: a transfer beside the account's backup touches neither")
    func besideBackup() async throws {
        let pair = try await Pair(try RelayProcess())
        try await pair.sender.switchOn()
        try await pair.sender.run(messages: 5)
        let ticket = try await pair.send(messages: 6)
        try await pair.sender.run(messages: 7)
        #expect(try await pair.sender.found().summary.generation.generation == 2)
        let again = try await pair.send(messages: 8)
        #expect(again.lineage != ticket.lineage)
        #expect(try await pair.sender.target.manifests(of: ticket.lineage).isEmpty)
        try await pair.outgoing.abandon()
        #expect(try await pair.sender.target.headers().count == 1)
        #expect(try await pair.sender.backup.health()?.lastSuccess != nil)
    }
}
#endif
