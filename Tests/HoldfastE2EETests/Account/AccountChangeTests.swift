import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire
import Testing

@testable import HoldfastLab

@Suite("What an account's devices and contacts are told")
struct AccountChangeTests {
    @Test("P7: the phrase's successor keeps the verification; devices and contacts are told of it")
    func phrase() async throws {
        let family = try await Family()
        let old = try await family.join()
        _ = try await family.first.opened()
        let before = try await family.log()
        var pin = ContactPin(firstContact: before)
        let contact = try await World.settled(recovery: nil).1.account
        let number = SafetyNumber(own: contact, contact: family.account)
        let isConfirmed = pin.confirm(number, own: contact)
        #expect(isConfirmed)
        let phone = World(family.directory)
        let record = try await phone.opened(family.account).join(
            as: .successor(of: old.device.id, reason: .lost), signedBy: family.phrase)
        let opening = try await phone.process().open(.foreground)
        #expect(opening.continuity == .recoveryPhrase && opening.changes.isEmpty)
        // The other device is told once, and can object until the change is settled.
        let told = try await family.first.process().open(.background)
        let change = try #require(told.changes.first)
        #expect(told.changes.count == 1 && change.canBeUndone)
        #expect(change.kind == .replaced(old.device.id, by: record.device, reason: .lost))
        #expect(change.continuity == .recoveryPhrase)
        #expect(IdentityWords(own: change)?.key == "holdfast.identity.ownReplacedByPhrase")
        #expect(try await family.first.process().open(.background).changes.isEmpty)
        // The contact keeps what was verified.
        let log = try await family.log()
        let event = pin.take(log)
        #expect(event == .grew(from: before.head, to: log.head))
        #expect(pin.standing == .verifiedNumbers && pin.maySend && pin.isRecoveryPending)
        let entries = try await family.directory.entries(of: family.account, from: 0)
        #expect(
            AccountChange.changes(in: entries, of: log, after: before.head) == [change])
        #expect(
            IdentityWords(contact: change)?.key == "holdfast.identity.contactReplacedByPhrase")
    }

    @Test("A key that another own device has confirmed says which one")
    func ownDevice() async throws {
        let family = try await Family()
        let old = try await family.join()
        try family.second.loseKey(of: old, isInvalidated: true)
        let identity = try await family.second.opened()
        let place = try #require(await identity.opening?.ownPlace)
        try await family.approve(try await identity.askToJoin(as: place))
        let opening = try await family.second.process().open(.foreground)
        #expect(
            opening.continuity == .ownDevice(family.record.device.id, name: "phone"))
        let words = try #require(opening.continuity.flatMap { IdentityWords($0) })
        #expect(words.key == "holdfast.identity.continuedByDevice")
    }

    @Test("A renewed key is its own successor's witness, and an account's first device nobody's")
    func ownKeyAndNobody() async throws {
        let (world, record) = try await World.settled()
        let identity = try await world.opened()
        #expect(await identity.opening?.continuity == .nobody)
        let renewed = try await identity.renew()
        let opening = try await world.process().open(.foreground)
        #expect(opening.continuity == .ownKey && opening.record == renewed)
        #expect(opening.changes.isEmpty && renewed.device.slot == record.device.slot)
        #expect(IdentityWords(Continuity.ownKey) == nil)
    }

    @Test("P7: who starts anew breaks the chain: the contact's verification falls, sending stops")
    func chainBreak() async throws {
        let family = try await Family()
        let contact = try await World.settled().1.account
        var pin = ContactPin(firstContact: try await family.log())
        let number = SafetyNumber(own: contact, contact: family.account)
        let isConfirmed = pin.confirm(number, own: contact)
        #expect(isConfirmed)
        let anew = World(family.directory)
        let record = try await anew.opened(family.account).begin(
            named: "new", recovery: nil, startsAnew: true)
        let identity = try await anew.opened()
        #expect(await identity.opening?.continuity == .nobody)
        let event = pin.take(try await identity.accountLog())
        #expect(event == .chainBroken(record.account))
        #expect(pin.standing == .noLongerVerified && !pin.maySend)
    }

    @Test("A place that is not in the log, and entries that are not the log's, tell nothing")
    func foreignEntries() async throws {
        let family = try await Family()
        let before = try await family.log()
        try await family.join()
        let log = try await family.log()
        let entries = try await family.directory.entries(of: family.account, from: 0)
        #expect(AccountChange.changes(in: entries, of: log, after: before.head).count == 1)
        #expect(AccountChange.changes(in: entries, of: log, after: log.head).isEmpty)
        let forked = LogHead(sequence: 0, hash: log.head.hash)
        #expect(AccountChange.changes(in: entries, of: log, after: forked).isEmpty)
        let (world, record) = try await World.settled()
        let other = try await world.directory.entries(of: record.account, from: 0)
        #expect(
            AccountChange.changes(in: other + other, of: log, after: before.head).isEmpty)
    }
}
