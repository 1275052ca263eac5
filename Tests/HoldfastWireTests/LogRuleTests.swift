import HoldfastCrypto
import HoldfastWire
import Testing

@Suite("Who may do what in a device log")
struct LogRuleTests {
    let phone: TestDevice
    let laptop: TestDevice
    let tablet: TestDevice
    let recovery: P256PrivateKey
    var account: TestAccount

    init() throws {
        phone = try TestDevice("phone")
        laptop = try TestDevice("laptop")
        tablet = try TestDevice("tablet", hasPresence: false)
        recovery = try P256PrivateKey(random: SystemRandom())
        account = try TestAccount(phone, recovery: recovery)
    }

    @Test("A device takes another in, which agrees, with the person there")
    mutating func add() throws {
        try account.add(laptop, by: phone)
        #expect(Set(account.log.facts.activeDevices.map(\.id)) == [phone.id, laptop.id])
        let absent = try account.entry(
            .add(tablet.record), by: phone, newcomer: tablet, presence: false)
        #expect(reason { try account.append(absent) } == .badSignature)
        let unwilling = try account.entry(.add(tablet.record), by: phone)
        #expect(reason { try account.append(unwilling) } == .badSignature)
        let forced = try account.entry(.add(tablet.record), by: phone, newcomer: laptop)
        #expect(reason { try account.append(forced) } == .badSignature)
    }

    @Test("A device that was ever there does not come in again, nor one into a taken place")
    mutating func addTwice() throws {
        try account.add(laptop, by: phone)
        let again = try account.entry(.add(laptop.record), by: phone, newcomer: laptop)
        #expect(reason { try account.append(again) } == .deviceExists)
        let squatter = try TestDevice("squatter", slot: laptop.record.slot)
        let taken = try account.entry(.add(squatter.record), by: phone, newcomer: squatter)
        #expect(reason { try account.append(taken) } == .deviceExists)
        try account.append(
            account.entry(
                .revoke(laptop.id, reason: .retired, lastCounter: 4), by: laptop, presence: false))
        let back = try account.entry(.add(laptop.record), by: phone, newcomer: laptop)
        #expect(reason { try account.append(back) } == .deviceExists)
    }

    @Test("A device removes itself; another one only with the person there, and never the last one")
    mutating func revoke() throws {
        try account.add(laptop, by: phone)
        let last = try account.entry(
            .revoke(laptop.id, reason: .lost, lastCounter: 0), by: phone)
        #expect(reason { try account.append(last) } == .notPermitted)
        try account.add(tablet, by: phone)
        let absent = try account.entry(
            .revoke(laptop.id, reason: .lost, lastCounter: 0), by: phone, presence: false)
        #expect(reason { try account.append(absent) } == .badSignature)
        let weak = try account.entry(.revoke(laptop.id, reason: .lost, lastCounter: 0), by: tablet)
        #expect(reason { try account.append(weak) } == .notPermitted)
        try account.append(
            account.entry(.revoke(laptop.id, reason: .lost, lastCounter: 7), by: phone))
        let member = try #require(account.log.facts.members[laptop.id])
        #expect(member.standing == .removed(at: 3, reason: .lost, lastCounter: 7))
        let late = try account.entry(.add(tablet.record), by: laptop, newcomer: tablet)
        #expect(reason { try account.append(late) } == .unknownAuthor)
        let twice = try account.entry(.revoke(laptop.id, reason: .lost, lastCounter: 7), by: phone)
        #expect(reason { try account.append(twice) } == .unknownDevice)
    }

    @Test("A successor signed by its predecessor has its place at once")
    mutating func replaceSelf() throws {
        let next = try TestDevice("phone", slot: phone.record.slot)
        try account.append(
            account.entry(
                .replace(phone.id, reason: .replaced, lastCounter: 9, by: next.record), by: phone,
                newcomer: next, presence: false))
        #expect(account.log.facts.activeDevices.map(\.id) == [next.id])
        #expect(account.log.pending.isEmpty)
        let other = try TestDevice("phone")
        let elsewhere = try account.entry(
            .replace(next.id, reason: .replaced, lastCounter: 9, by: other.record), by: next,
            newcomer: other, presence: false)
        #expect(reason { try account.append(elsewhere) } == .notPermitted)
    }

    @Test("A backup's generation only grows; the recovery key tells of none")
    mutating func checkpoint() throws {
        let hash = account.log.head.hash
        let lineage = phone.record.slot
        func told(_ generation: UInt64) -> LogAction {
            .checkpoint(lineage: lineage, generation: generation, manifest: hash)
        }
        try account.append(account.entry(told(5), by: phone, presence: false))
        let older = try account.entry(told(5), by: phone, presence: false)
        #expect(reason { try account.append(older) } == .notPermitted)
        let phrase = try account.entry(told(6), by: recovery)
        #expect(reason { try account.append(phrase) } == .notPermitted)
        try account.append(account.entry(told(6), by: phone, presence: false))
        #expect(account.log.facts.checkpoint?.generation == 6)
    }

    @Test("A signature that an entry has no use for is refused")
    mutating func surplus() throws {
        let entry = try account.entry(
            .checkpoint(lineage: phone.record.slot, generation: 1, manifest: .none), by: phone,
            presence: true)
        #expect(reason { try account.append(entry) } == .badSignature)
    }

    @Test("An account without a recovery key knows none; a lone device sets one at once")
    func firstRecoveryKey() throws {
        var account = try TestAccount(phone)
        let phrase = try account.entry(.add(laptop.record), by: recovery, newcomer: laptop)
        #expect(reason { try account.append(phrase) } == .unknownAuthor)
        try account.append(
            account.entry(.setRecovery(recovery.publicKey), by: phone, presence: false))
        #expect(account.log.pending.isEmpty)
        try account.append(account.entry(.add(laptop.record), by: recovery, newcomer: laptop))
        #expect(account.log.pending.count == 1)
    }
}
