#if os(Linux)
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastWire
import Testing

/// The life of an identity whose keys lie in a vault.
@Suite("An identity in a vault")
struct VaultIdentityTests {
    private let passcode = SecretBytes(utf8: "a passcode of a test")

    @Test("P7: a first start begins an account; the next goes on")
    func first() async throws {
        let (world, record) = try await VaultWorld.settled()
        #expect(record.device.signingGrade == .software)
        #expect(
            try await world.identity().open(.background).decision == .proceed(isConfirmed: true))
        #expect(try await world.keyNames().count == 2)
    }

    @Test("P1: ten starts before the passcode was given change nothing")
    func locked() async throws {
        let (world, record) = try await VaultWorld.settled()
        try await world.vault().setPasscode(passcode)
        world.reboot()
        for _ in 0..<10 {
            let identity = world.identity()
            #expect(try await identity.open(.background).decision == .notYet(.keyLocked))
            await #expect(throws: IdentityError.notPermitted(.notYet(.keyLocked))) {
                try await identity.begin(named: "another", recovery: nil, startsAnew: true)
            }
        }
        try await world.vault().unlock(with: passcode)
        let opening = try await world.identity().open(.foreground)
        #expect(opening.decision == .proceed(isConfirmed: true) && opening.record == record)
        try await Self.expectOne(world, record)
    }

    @Test("P2: a passcode that is changed and removed changes nothing")
    func passcodes() async throws {
        let (world, record) = try await VaultWorld.settled()
        try await world.vault().setPasscode(passcode)
        let other = SecretBytes(utf8: "another passcode")
        try await world.vault().changePasscode(from: passcode, to: other)
        #expect(try await world.identity().open(.foreground).record == record)
        _ = try await world.vault().removePasscode(other)
        world.reboot()
        let opening = try await world.identity().open(.foreground)
        #expect(opening.decision == .proceed(isConfirmed: true) && opening.record == record)
    }

    @Test("A reinstalled app is recognised, with both policies", arguments: [true, false])
    func reinstalled(renews: Bool) async throws {
        let (world, record) = try await VaultWorld.settled()
        world.reinstall()
        let identity = world.identity()
        #expect(try await identity.open(.foreground).decision == .reinstalled)
        let new = renews ? try await identity.renew() : try await identity.reuse()
        #expect((new.device.id == record.device.id) == !renews)
        #expect(
            try await world.identity().open(.background).decision == .proceed(isConfirmed: true))
        try await Self.expectOne(world, new)
    }

    @Test("The app's folder on another machine: the history, and no key")
    func moved() async throws {
        let (world, record) = try await VaultWorld.settled()
        let other = try world.move()
        let opening = try await other.identity().open(.foreground)
        #expect(opening.decision == .keyLost(.missing) && opening.record == record)
        #expect(try await other.keyNames().isEmpty)
    }

    @Test("A database from last week is noticed before anything is sent")
    func rolledBack() async throws {
        let (world, record) = try await VaultWorld.settled()
        let old = try #require(try world.container.readFile("holdfast-identity"))
        let sender = world.identity()
        _ = try await sender.open(.foreground)
        world.directory.setMessageCounter(
            try await sender.nextMessageCounter(), of: record.device.id)
        #expect(try await world.identity().open(.background).decision.maySend)
        try world.container.replaceFile("holdfast-identity", with: old)
        let identity = world.identity()
        #expect(try await identity.open(.foreground).decision == .rolledBack)
        try await Self.expectOne(world, try await identity.renew())
    }

    @Test("P7: a vault that is copied and runs on two machines is noticed, and one of them stops")
    func copied() async throws {
        let (world, record) = try await VaultWorld.settled()
        let other = try world.copied()
        let (one, two) = (world.identity(), other.identity())
        for identity in [one, two] {
            let opening = try await identity.open(.foreground)
            #expect(opening.decision == .proceed(isConfirmed: true) && opening.record == record)
        }
        world.directory.setMessageCounter(
            try await one.nextMessageCounter(), of: record.device.id)
        // The copy has not sent that message.
        let later = other.identity()
        #expect(try await later.open(.foreground).decision == .rolledBack)
        await #expect(throws: IdentityError.notPermitted(.rolledBack)) {
            try await later.nextMessageCounter()
        }
        try await Self.expectOne(other, try await later.renew())
        let end = try await world.identity().open(.background)
        #expect(end.decision == .revoked && !end.decision.maySend)
    }

    private static func expectOne(_ world: VaultWorld, _ record: IdentityRecord) async throws {
        #expect(world.directory.accounts == [record.account])
        let facts = try #require(world.directory.facts(of: record.account))
        #expect(facts.activeDevices == [record.device])
        let names = [record.signingKeyName.account, record.agreementKeyName.account]
        #expect(try await world.keyNames() == Set(names))
    }
}
#endif
