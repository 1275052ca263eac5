import HoldfastCrypto
import HoldfastWire
import Testing

/// A key for the person puts devices out, so it must not come in by itself.
@Suite("Where a presence key comes from")
struct PresenceRuleTests {
    let phone: TestDevice
    let laptop: TestDevice
    let box: TestDevice
    var account: TestAccount

    init() throws {
        phone = try TestDevice("phone")
        laptop = try TestDevice("laptop")
        box = try TestDevice("box", hasPresence: false)
        account = try TestAccount(phone)
        try account.add(laptop, by: phone)
        try account.add(box, by: phone)
    }

    private func replacement(
        of device: TestDevice, by successor: TestDevice, presence: Bool
    ) throws -> SignedLogEntry {
        try account.entry(
            .replace(device.id, reason: .replaced, lastCounter: 0, by: successor.record),
            by: device, newcomer: successor, presence: presence)
    }

    @Test("A stolen device that gives itself another presence key waits, and puts nobody out")
    mutating func stolen() throws {
        for (thief, others) in [(box, [phone, laptop]), (laptop, [phone, box])] {
            var copy = self
            let successor = try TestDevice("mine", slot: thief.record.slot)
            try copy.account.append(
                copy.replacement(of: thief, by: successor, presence: false))
            let change = try #require(copy.account.log.pending.first)
            #expect(change.newcomers == [successor.id])
            for other in others {
                let revoke = try copy.account.entry(
                    .revoke(other.id, reason: .lost, lastCounter: 0), by: successor)
                #expect(reason { try copy.account.append(revoke) } == .notPermitted)
            }
            try copy.account.append(
                copy.account.entry(.veto(change.entry.hash), by: phone, presence: false))
            #expect(copy.account.log.facts.members[thief.id]?.isActive == true)
            #expect(copy.account.log.facts.members[successor.id] == nil)
        }
    }

    @Test("With the old presence key's signature another one counts at once")
    mutating func approved() throws {
        let successor = try TestDevice("laptop", slot: laptop.record.slot)
        try account.append(replacement(of: laptop, by: successor, presence: true))
        #expect(account.log.pending.isEmpty)
        try account.append(
            account.entry(.revoke(box.id, reason: .lost, lastCounter: 0), by: successor))
        #expect(account.log.facts.activeDevices.count == 2)
    }

    @Test("A signature of another presence key than the old one is refused")
    mutating func forged() throws {
        let successor = try TestDevice("laptop", slot: laptop.record.slot)
        let entry = try replacement(of: laptop, by: successor, presence: false)
        let forged = SignedLogEntry(
            entry.entry, signature: entry.signature,
            witnesses: entry.witnesses.merging(
                [.presence: try #require(successor.presence).sign(entry.entry, .logApproval)],
                uniquingKeysWith: { first, _ in first }))
        #expect(reason { try account.append(forged) } == .badSignature)
        // One that is not needed is refused too: the keys stay what they are.
        let plain = try TestDevice("laptop", slot: laptop.record.slot, hasPresence: false)
        let needless = try replacement(of: laptop, by: plain, presence: true)
        #expect(reason { try account.append(needless) } == .badSignature)
        try account.append(replacement(of: laptop, by: plain, presence: false))
        #expect(account.log.pending.isEmpty)
    }

    @Test("A device without such a key lets one with it in only where the others can object")
    mutating func added() throws {
        let newcomer = try TestDevice("tablet")
        try account.append(
            account.entry(.add(newcomer.record), by: box, newcomer: newcomer))
        #expect(account.log.pending.map(\.newcomers) == [[newcomer.id]])
        let plain = try TestDevice("server", hasPresence: false)
        try account.append(account.entry(.add(plain.record), by: box, newcomer: plain))
        #expect(account.log.pending.count == 1)
        var alone = try TestAccount(box)
        let first = try TestDevice("phone")
        try alone.add(first, by: box)
        #expect(alone.log.pending.isEmpty)
    }
}
