import HoldfastCore
import HoldfastCrypto
import HoldfastWire
import Testing

@testable import HoldfastE2EE
@testable import HoldfastLab

@Suite("The account's own devices")
struct OwnDevicesTests {
    private static let prompt = Prompt(title: "Remove it?")

    @Test("A lost device is put out with the person there; what it had sent counts so far")
    func revoke() async throws {
        let family = try await Family()
        let laptop = try await family.join()
        let third = try await World(family.directory).opened(family.account)
        try await family.approve(try await third.askToJoin(as: .new(named: "tablet")))
        let sender = try await family.second.opened()
        for _ in 0..<12 {
            family.directory.setMessageCounter(
                try await sender.nextMessageCounter(), of: laptop.device.id)
        }
        let identity = try await family.first.opened()
        let head = try await identity.revoke(
            laptop.device.id, reason: .lost, prompt: Self.prompt)
        #expect(
            try family.facts.members[laptop.device.id]?.standing
                == .removed(at: head.sequence, reason: .lost, lastCounter: 12))
        let again = try await identity.revoke(
            laptop.device.id, reason: .lost, prompt: Self.prompt)
        #expect(again == head)
        let opening = try await family.second.process().open(.background)
        #expect(opening.decision == .revoked && !opening.decision.maySend)
        #expect(opening.words?.key == "holdfast.identity.revoked")
    }

    @Test("The last other device is not put out, and none without a key for the person")
    func notRevoked() async throws {
        let family = try await Family()
        let laptop = try await family.join()
        let identity = try await family.first.opened()
        await #expect(throws: IdentityError.log(LogError(.notPermitted, at: 2))) {
            try await identity.revoke(laptop.device.id, reason: .lost, prompt: Self.prompt)
        }
        let unknown = DeviceID(signingKey: try P256PrivateKey(random: SystemRandom()).publicKey)
        await #expect(throws: IdentityError.log(LogError(.unknownDevice, at: 2))) {
            try await identity.revoke(unknown, reason: .lost, prompt: Self.prompt)
        }
        let bare = try await Family(presence: nil)
        try await bare.join()
        let other = World(bare.directory)
        let third = try await other.opened(bare.account)
        try await bare.approve(try await third.askToJoin(as: .new(named: "tablet")))
        let tablet = try await other.opened()
        await #expect(throws: IdentityError.log(LogError(.notPermitted, at: 3))) {
            try await tablet.revoke(
                bare.record.device.id, reason: .lost, prompt: Self.prompt)
        }
        #expect(try family.facts.activeDevices.count == 2)
        #expect(try bare.facts.activeDevices.count == 3)
    }

    @Test("A device leaves by its own word, without its person's key")
    func leave() async throws {
        let family = try await Family()
        let laptop = try await family.join()
        family.second.store.answerPrompts(.failed(.userCanceled))
        let identity = try await family.second.opened()
        for expected: UInt64 in 1...4 {
            #expect(try await identity.nextMessageCounter() == expected)
        }
        try await identity.revoke(laptop.device.id, reason: .retired, prompt: Self.prompt)
        #expect(
            try family.facts.members[laptop.device.id]?.standing
                == .removed(at: 2, reason: .retired, lastCounter: 4))
        #expect(try await family.second.process().open(.foreground).decision == .revoked)
    }

    @Test("Another name comes with new keys in the old place, and with the same presence key")
    func rename() async throws {
        let (world, record) = try await World.settled(presence: .biometryCurrentSet)
        let identity = try await world.opened()
        #expect(try await identity.rename(to: "phone") == record)
        await #expect(throws: IdentityError.self) { try await identity.rename(to: "a\nb") }
        let named = try await identity.rename(to: "Ada’s phone")
        #expect(named.device.name == "Ada’s phone" && named.device.slot == record.device.slot)
        #expect(named.device.presenceKey == record.device.presenceKey)
        #expect(named.device.id != record.device.id)
        #expect(try Set(world.keyNames()) == Set(named.keyNames))
        let opening = try await world.process().open(.background)
        #expect(opening.decision == .proceed(isConfirmed: true) && opening.record == named)
    }

    @Test("A change by the phrase is vetoed, also by the device that it put out")
    func veto() async throws {
        let family = try await Family()
        let thief = World(family.directory)
        let stolen = try await thief.opened(family.account)
        let record = try await stolen.join(
            as: .successor(of: family.record.device.id, reason: .lost), signedBy: family.phrase)
        #expect(try family.facts.activeDevices == [record.device])
        let owner = try await family.first.opened()
        #expect(await owner.opening?.decision == .removalWaits)
        let change = try #require(try await owner.accountLog().pending.first)
        try await owner.veto(change)
        #expect(try family.facts.activeDevices == [family.record.device])
        #expect(try await owner.veto(change).sequence == 2)
        #expect(
            try await family.first.process().open(.background).decision
                == .proceed(isConfirmed: true))
        let end = try await thief.process().open(.foreground)
        #expect(end.decision == .needsDecision && !end.decision.maySend)
    }

    @Test("A new recovery key counts at once with the old one's signature, and waits without")
    func recoveryKey() async throws {
        let family = try await Family()
        try await family.join()
        let other = try P256PrivateKey(random: SystemRandom())
        let identity = try await family.first.opened()
        try await identity.setRecovery(other.publicKey, signedBy: family.phrase)
        #expect(try await family.log().pending.isEmpty)
        #expect(try await identity.setRecovery(other.publicKey).sequence == 2)
        // Whoever has the phone alone sets another, and the laptop objects.
        try await identity.setRecovery(nil)
        let laptop = try await family.second.opened()
        let change = try #require(try await laptop.accountLog().pending.first)
        try await laptop.veto(change)
        #expect(try family.facts.recoveryKey == other.publicKey)
    }

    @Test("Two devices that speak at once are both heard")
    func race() async throws {
        let family = try await Family()
        let laptop = try await family.join()
        let third = World(family.directory)
        try await family.approve(
            try await third.opened(family.account).askToJoin(as: .new(named: "tablet")))
        let one = try await family.first.opened()
        let other = try await third.opened()
        async let first = one.revoke(laptop.device.id, reason: .lost, prompt: Self.prompt)
        async let second = other.rename(to: "slate")
        _ = try await (first, second)
        let names = try family.facts.activeDevices.map(\.name)
        #expect(Set(names) == ["phone", "slate"])
    }
}
