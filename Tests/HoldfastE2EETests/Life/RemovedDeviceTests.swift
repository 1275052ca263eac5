import HoldfastCore
import HoldfastCrypto
import HoldfastWire
import Testing

@testable import HoldfastE2EE
@testable import HoldfastLab

/// What becomes of a device's own keys when it learns that it is out of the account.
@Suite("A device that was put out")
struct RemovedDeviceTests {
    private static let prompt = Prompt(title: "Remove it?")

    /// A phone, a laptop that the phone has put out, and a tablet.
    struct Stage {
        let family: Family
        let laptop: IdentityRecord
        let tablet: World

        /// The phone removes the laptop with the person's key, or the phrase does.
        init(byPhrase: Bool = false) async throws {
            family = try await Family()
            laptop = try await family.join()
            tablet = World(family.directory)
            let asking = try await tablet.opened(family.account)
            try await family.approve(try await asking.askToJoin(as: .new(named: "tablet")))
            _ = try await tablet.opened()
            let phone = try await family.first.opened()
            if byPhrase {
                try await phone.revoke(laptop.device.id, reason: .lost, signedBy: family.phrase)
            } else {
                try await phone.revoke(
                    laptop.device.id, reason: .lost, prompt: RemovedDeviceTests.prompt)
            }
        }

        /// The laptop's machine.
        var world: World { family.second }

        func settleRemoval() async throws {
            let identity = try await tablet.opened()
            for change in try await identity.accountLog().pending {
                try await identity.confirm(change)
            }
        }
    }

    @Test("P7: once it is certain its private keys are removed, and nothing else is")
    func removed() async throws {
        let stage = try await Stage()
        let kept = try #require(try stage.world.container.readFile("holdfast-identity"))
        let woken = try await stage.world.process().open(.background)
        #expect(woken.decision == .revoked && !woken.permitsJoining)
        #expect(try Set(stage.world.keyNames()) == Set(stage.laptop.keyNames))
        let identity = stage.world.process()
        let opening = try await identity.open(.foreground)
        #expect(opening.decision == .revoked && opening.record == stage.laptop)
        #expect(try stage.world.keyNames().isEmpty)
        #expect(try stage.world.container.readFile("holdfast-identity") == kept)
        #expect(try await stage.world.store.read(IdentityNames.marker(), prompt: .standard) != nil)
        await #expect(throws: IdentityError.notPermitted(.revoked)) {
            try await identity.agreementKey()
        }
        let later = try await stage.world.process().open(.background)
        #expect(later.decision == .revoked && later.findings.key == .missing)
    }

    @Test("P9: the person is told who did it, and that the messages are still there")
    func told() async throws {
        let stage = try await Stage()
        let opening = try await stage.world.process().open(.foreground)
        let removal = try #require(opening.removal)
        #expect(removal.author == .device(stage.family.record.device.id))
        #expect(removal.authorName == "phone" && removal.reason == .lost)
        #expect(removal.sequence == 3 && removal.created > 0)
        #expect(opening.words?.key == "holdfast.identity.revoked")
        #expect(opening.words?.body.contains("your messages are still here") == true)
        #expect(await stage.world.process().examine().removal == removal)
        #expect(try await stage.family.first.opened().opening?.removal == nil)
        let journal = try await IdentityJournal(in: stage.world.container).lines()
        #expect(journal.last?.contains("removed from the account") == true)
    }

    @Test("It comes back only as another device, with new keys")
    func comesBack() async throws {
        let stage = try await Stage()
        let identity = try await stage.world.opened()
        let opening = try #require(await identity.opening)
        #expect(opening.permitsJoining && opening.ownPlace == nil)
        await #expect(throws: IdentityError.joining(.unknownDevice)) {
            try await identity.askToJoin(
                as: .successor(of: stage.laptop.device.id, reason: .lost))
        }
        try await stage.family.approve(
            try await stage.world.opened().askToJoin(as: .new(named: "laptop")))
        let again = try await stage.world.process().open(.foreground)
        #expect(again.decision == .proceed(isConfirmed: true))
        let record = try #require(again.record)
        #expect(record.device.id != stage.laptop.device.id)
        #expect(record.device.slot != stage.laptop.device.slot)
        #expect(try Set(stage.world.keyNames()) == Set(record.keyNames))
    }

    @Test("While the account can undo it no key goes, and the device can object itself")
    func waits() async throws {
        let stage = try await Stage(byPhrase: true)
        let identity = stage.world.process()
        let opening = try await identity.open(.foreground)
        #expect(opening.decision == .removalWaits && !opening.decision.maySend)
        #expect(opening.words?.key == "holdfast.identity.removalWaits")
        #expect(opening.removal?.author == .recovery && opening.removal?.authorName == nil)
        #expect(try Set(stage.world.keyNames()) == Set(stage.laptop.keyNames))
        let change = try #require(try await identity.accountLog().pending.first)
        try await identity.veto(change)
        let again = try await stage.world.process().open(.foreground)
        #expect(again.decision == .proceed(isConfirmed: true) && again.record == stage.laptop)
    }

    @Test("Once another device has said that it was right, the keys go")
    func settled() async throws {
        let stage = try await Stage(byPhrase: true)
        #expect(try await stage.world.process().open(.foreground).decision == .removalWaits)
        try await stage.settleRemoval()
        #expect(try await stage.world.process().open(.foreground).decision == .revoked)
        #expect(try stage.world.keyNames().isEmpty)
    }

    @Test("P7: a stolen device that puts the others out by its own phrase takes no key from them")
    func stolen() async throws {
        let family = try await Family()
        let laptop = try await family.join()
        let thief = try await family.second.opened()
        let phrase = RecoveryKey(try P256PrivateKey(random: SystemRandom()))
        try await thief.setRecovery(phrase.publicKey)
        try await thief.revoke(family.record.device.id, reason: .lost, signedBy: phrase)
        let removal = try #require(try await thief.accountLog().pending.last)
        try await thief.confirm(removal)
        #expect(try family.facts.activeDevices == [laptop.device])
        // Nothing of the removal waits any more; what waits is the phrase that made it.
        let identity = family.first.process()
        #expect(try await identity.open(.foreground).decision == .removalWaits)
        #expect(try Set(family.first.keyNames()) == Set(family.record.keyNames))
        let change = try #require(try await identity.accountLog().pending.first)
        #expect(change.delay == .recoveryKey)
        try await identity.veto(change)
        let opening = try await family.first.process().open(.foreground)
        #expect(opening.decision == .proceed(isConfirmed: true))
        #expect(try family.facts.recoveryKey == family.recovery.publicKey)
    }

    @Test("P1: a server that is away or cuts the log, and a locked store, remove nothing")
    func noAnswer() async throws {
        for trouble in [MemoryDirectory.Trouble.unreachable, .forgetful, .cut(3)] {
            let stage = try await Stage()
            stage.family.directory.behave(trouble)
            _ = try await stage.world.process().open(.foreground)
            #expect(try Set(stage.world.keyNames()) == Set(stage.laptop.keyNames), "\(trouble)")
        }
        let stage = try await Stage()
        stage.world.store.setAvailability(.beforeFirstUnlock)
        #expect(try await stage.world.process().open(.foreground).decision == .notYet(.keyLocked))
        stage.world.store.setAvailability(.unlocked)
        #expect(try Set(stage.world.keyNames()) == Set(stage.laptop.keyNames))
    }

    @Test("P7: wherever it dies while the keys go, the next start removes the rest and makes none")
    func death() async throws {
        var places = 0
        for isAfter in [false, true] {
            var index = 0
            while true {
                let stage = try await Stage()
                let before = try stage.family.facts
                let strike = Strike(at: index, isAfter: isAfter)
                do {
                    _ = try await stage.world.process(strike).open(.foreground)
                } catch {
                    // Dead processes end so; what matters is what is left behind.
                }
                guard strike.hasStruck else { break }
                let left = try Set(stage.world.keyNames())
                #expect(left.isSubset(of: stage.laptop.keyNames), "\(index)")
                // The key by which the device is known goes last.
                #expect(left.isEmpty || left.contains(stage.laptop.keyNames[0]), "\(index)")
                let opening = try await stage.world.process().open(.foreground)
                #expect(opening.decision == .revoked, "\(index)")
                #expect(opening.record == stage.laptop && opening.permitsJoining, "\(index)")
                #expect(try stage.world.keyNames().isEmpty, "\(index)")
                #expect(try stage.family.facts == before, "\(index)")
                index += 1
                places += 1
            }
        }
        #expect(places > 30)
    }

    @Test("A new key that was under way goes too: the old one can sign it in no more")
    func underWay() async throws {
        var (index, count) = (0, 0)
        while true {
            let family = try await Family()
            let laptop = try await family.join()
            let strike = Strike(at: index, isAfter: true)
            do {
                let identity = family.second.process(strike)
                _ = try await identity.open(.foreground)
                try await identity.rename(to: "Ada’s laptop")
            } catch {
                // Dead processes end so; what matters is what is left behind.
            }
            guard strike.hasStruck else { break }
            index += 1
            // From there on the new key is in the account, and is what would be put out.
            guard try family.facts.members[laptop.device.id]?.isActive == true else { continue }
            count += 1
            let phone = try await family.first.opened()
            try await phone.revoke(laptop.device.id, reason: .lost, signedBy: family.phrase)
            try await phone.confirm(try #require(try await phone.accountLog().pending.first))
            let opening = try await family.second.process().open(.foreground)
            #expect(opening.decision == .revoked && opening.record == laptop, "\(index)")
            #expect(try family.second.keyNames().isEmpty, "\(index)")
        }
        #expect(count > 10)
    }
}
