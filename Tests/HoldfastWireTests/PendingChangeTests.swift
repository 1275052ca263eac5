import HoldfastCrypto
import HoldfastWire
import Testing

@Suite("Changes that the owner's devices can undo")
struct PendingChangeTests {
    let phone: TestDevice
    let laptop: TestDevice
    let thief: TestDevice
    let recovery: P256PrivateKey
    let stolenKey: P256PrivateKey
    var account: TestAccount

    init() throws {
        phone = try TestDevice("phone")
        laptop = try TestDevice("laptop")
        thief = try TestDevice("thief")
        recovery = try P256PrivateKey(random: SystemRandom())
        stolenKey = try P256PrivateKey(random: SystemRandom())
        account = try TestAccount(phone, recovery: recovery)
        try account.add(laptop, by: phone)
    }

    /// A successor of the phone that somebody with the phrase makes.
    private mutating func takePhone() throws -> (TestDevice, EntryHash) {
        let successor = try TestDevice("phone", slot: phone.record.slot)
        try account.append(
            account.entry(
                .replace(phone.id, reason: .lost, lastCounter: 0, by: successor.record),
                by: recovery, newcomer: successor))
        return (successor, account.log.head.hash)
    }

    @Test(
        "A phrase's thief replaces the phone, adds to it, and the owner's objection undoes all")
    mutating func stolenPhrase() throws {
        let before = account.log.facts
        let (successor, change) = try takePhone()
        #expect(account.log.facts.members[phone.id]?.isActive == false)
        #expect(account.log.pending.map(\.entry.hash) == [change])
        // The successor may not change the account, nor object to the owner.
        let add = try account.entry(.add(thief.record), by: successor, newcomer: thief)
        #expect(reason { try account.append(add) } == .notPermitted)
        let confirm = try account.entry(.confirm(change), by: successor, presence: false)
        #expect(reason { try account.append(confirm) } == .tooEarly)
        try account.append(account.entry(.add(thief.record), by: recovery, newcomer: thief))
        #expect(account.log.pending.count == 2)
        // The phone was put out by the very change that it objects to.
        try account.append(account.entry(.veto(change), by: phone, presence: false))
        #expect(account.log.facts.members[phone.id]?.isActive == true)
        #expect(account.log.facts.members[successor.id] == nil)
        // The other change was the phrase's too, and is undone by itself.
        #expect(account.log.pending.count == 1)
        let other = account.log.pending[0].entry.hash
        try account.append(account.entry(.veto(other), by: laptop, presence: false))
        #expect(account.log.facts.activeDevices == before.activeDevices)
        #expect(account.log.pending.isEmpty)
    }

    @Test(
        "A stolen device sets another recovery key and uses it; the old key's owner undoes it")
    mutating func stolenDevice() throws {
        try account.append(
            account.entry(.setRecovery(stolenKey.publicKey), by: laptop, presence: false))
        let change = account.log.head.hash
        #expect(account.log.pending.first?.delay == .recoveryKey)
        try account.append(
            account.entry(
                .revoke(phone.id, reason: .lost, lastCounter: 0), by: stolenKey))
        #expect(account.log.facts.members[phone.id]?.isActive == false)
        // The author does not judge its own change.
        let own = try account.entry(.confirm(change), by: laptop, presence: false)
        #expect(reason { try account.append(own) } == .tooEarly)
        try account.append(account.entry(.veto(change), by: recovery))
        #expect(account.log.facts.recoveryKey == recovery.publicKey)
        #expect(account.log.facts.members[phone.id]?.isActive == true)
        #expect(account.log.pending.isEmpty)
    }

    @Test("With the current recovery key a new one holds at once")
    mutating func cosigned() throws {
        try account.append(
            account.entry(
                .setRecovery(stolenKey.publicKey), by: laptop, presence: false, recovery: recovery))
        #expect(account.log.pending.isEmpty)
        let wrong = try account.entry(
            .setRecovery(nil), by: laptop, presence: false, recovery: recovery)
        #expect(reason { try account.append(wrong) } == .badSignature)
    }

    @Test("One device replaces another's place only so that the other can object")
    mutating func replaceOther() throws {
        let taken = try TestDevice("phone", slot: phone.record.slot)
        try account.append(
            account.entry(
                .replace(phone.id, reason: .invalidated, lastCounter: 3, by: taken.record),
                by: laptop, newcomer: taken))
        let change = account.log.head.hash
        let own = try account.entry(.veto(change), by: laptop, presence: false)
        #expect(reason { try account.append(own) } == .notPermitted)
        try account.append(account.entry(.veto(change), by: phone, presence: false))
        #expect(account.log.facts.members[phone.id]?.isActive == true)
    }

    @Test("Another device's word makes a change final")
    mutating func confirmed() throws {
        let (successor, change) = try takePhone()
        try account.append(account.entry(.confirm(change), by: laptop, presence: false))
        #expect(account.log.pending.isEmpty)
        try account.append(account.entry(.add(thief.record), by: successor, newcomer: thief))
        let late = try account.entry(.veto(change), by: laptop, presence: false)
        #expect(reason { try account.append(late) } == .notPending)
    }

    @Test("The maker confirms after the delay, by its own words and by the verifier's clock")
    mutating func delay() throws {
        let (successor, change) = try takePhone()
        let delay = PendingChange.Delay.change.rawValue
        account.time += Int64(delay) - 1
        let early = try account.entry(.confirm(change), by: successor, presence: false)
        #expect(reason { try account.append(early) } == .tooEarly)
        account.time += 1
        let claimed = try account.entry(.confirm(change), by: successor, presence: false)
        #expect(reason { try account.append(claimed, age: { _ in delay - 1 }) } == .tooEarly)
        let objection = try account.entry(.veto(change), by: laptop, presence: false)
        #expect(reason { try account.append(objection, age: { _ in delay }) } == .tooLate)
        try account.append(claimed, age: { _ in delay })
        #expect(account.log.pending.isEmpty)
    }

    @Test("A claimed time at either end of the numbers is no reason to confirm")
    mutating func clocks() throws {
        account.time = .min
        let (successor, change) = try takePhone()
        account.time = .max
        let entry = try account.entry(.confirm(change), by: successor, presence: false)
        #expect(reason { try account.append(entry) } == .tooEarly)
    }

    @Test("Only the recovery key ends a fork, with the devices that it names, and can be undone")
    mutating func merge() throws {
        let survivors = [laptop, thief].map(\.record).sorted { $0.id < $1.id }
        let action = LogAction.merge(
            other: LogHead(sequence: 1, hash: .none), survivors: survivors)
        let device = try account.entry(action, by: laptop, presence: false)
        #expect(reason { try account.append(device) } == .notPermitted)
        try account.append(account.entry(action, by: recovery))
        #expect(account.log.facts.activeDevices == survivors)
        #expect(account.log.pending.first?.newcomers == [thief.id])
        let change = account.log.head.hash
        try account.append(account.entry(.veto(change), by: phone, presence: false))
        #expect(account.log.facts.members[thief.id] == nil)
    }

    @Test("Nobody fills the list of waiting changes beyond its bound")
    mutating func bound() throws {
        for number in 0..<16 {
            let device = try TestDevice("d\(number)")
            try account.append(
                account.entry(.add(device.record), by: recovery, newcomer: device))
        }
        let one = try account.entry(.add(thief.record), by: recovery, newcomer: thief)
        let before = account.log.facts
        #expect(reason { try account.append(one) } == .tooMany)
        #expect(account.log.facts == before)
    }
}
