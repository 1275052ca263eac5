import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire
import Testing

@testable import HoldfastLab

@Suite("A device's identity")
struct DeviceIdentityTests {
    @Test("P7: a first install is seen, begins an account, and the next start goes on with it")
    func first() async throws {
        let world = World()
        let identity = world.process()
        #expect(try await identity.open(.foreground).decision == .firstInstall)
        let record = try await identity.begin(named: "phone", recovery: nil)
        let opening = try await world.process().open(.background)
        #expect(opening.decision == .proceed(isConfirmed: true))
        #expect(opening.record == record)
        #expect(world.directory.accounts == [record.account])
        let facts = try #require(world.directory.facts(of: record.account))
        #expect(facts.activeDevices == [record.device])
        #expect(facts.activeDevices.first?.signingGrade == .software)
    }

    @Test("Ten launches before the first unlock change nothing and make no key")
    func beforeFirstUnlock() async throws {
        let (world, record) = try await World.settled()
        let keys = try world.keyNames()
        world.store.setAvailability(.beforeFirstUnlock)
        for _ in 0..<10 {
            let identity = world.process()
            let opening = try await identity.open(.background)
            #expect(opening.decision == .notYet(.keyLocked))
            #expect(opening.words?.key == "holdfast.identity.locked")
            await #expect(throws: IdentityError.notPermitted(.notYet(.keyLocked))) {
                try await identity.begin(named: "other", recovery: nil, startsAnew: true)
            }
        }
        world.store.setAvailability(.unlocked)
        #expect(try world.keyNames() == keys)
        #expect(try await world.process().open(.background).record == record)
    }

    @Test("A first launch in the background makes nothing, however empty all is")
    func background() async throws {
        let world = World()
        let identity = world.process()
        #expect(try await identity.open(.background).decision == .notYet(.notCertain))
        await #expect(throws: IdentityError.notPermitted(.notYet(.notCertain))) {
            try await identity.begin(named: "phone", recovery: nil)
        }
        #expect(try world.keyNames().isEmpty)
    }

    @Test("A reinstalled app goes on with the surviving key where its policy says so")
    func reuse() async throws {
        let (world, record) = try await World.settled()
        world.reinstall()
        let identity = world.process()
        #expect(try await identity.open(.foreground).decision == .reinstalled)
        let moved = try await identity.reuse()
        #expect(moved.device == record.device && moved.install != record.install)
        #expect(try await world.process().open(.background).decision == .proceed(isConfirmed: true))
    }

    @Test("A reinstalled app gets a new key in its old place, and the old one is removed")
    func renew() async throws {
        let (world, record) = try await World.settled()
        world.directory.setMessageCounter(41, of: record.device.id)
        world.reinstall()
        let identity = world.process()
        #expect(try await identity.open(.foreground).decision == .reinstalled)
        let new = try await identity.renew()
        #expect(new.device.slot == record.device.slot && new.device.id != record.device.id)
        let facts = try #require(world.directory.facts(of: record.account))
        #expect(facts.activeDevices == [new.device])
        #expect(
            facts.members[record.device.id]?.standing
                == .removed(at: 1, reason: .replaced, lastCounter: 41))
        #expect(try world.keyNames().count == 2)
        #expect(try await world.process().open(.background).decision == .proceed(isConfirmed: true))
    }

    @Test("A database from last week is noticed before anything is sent")
    func rolledBack() async throws {
        let (world, record) = try await World.settled()
        world.directory.setMessageCounter(7, of: record.device.id)
        let identity = world.process()
        let opening = try await identity.open(.foreground)
        #expect(opening.decision == .rolledBack)
        #expect(!opening.decision.maySend)
        let new = try await identity.renew()
        #expect(try await world.process().open(.foreground).record == new)
    }

    @Test("P5: a counter is taken once, and a copy of the database that runs elsewhere stops")
    func counters() async throws {
        let (world, record) = try await World.settled()
        let identity = world.process()
        await #expect(throws: IdentityError.notPermitted(nil)) {
            try await identity.nextMessageCounter()
        }
        _ = try await identity.open(.foreground)
        let old = try #require(try world.container.readFile("holdfast-identity"))
        for expected: UInt64 in 1...3 {
            #expect(try await identity.nextMessageCounter() == expected)
            world.directory.setMessageCounter(expected, of: record.device.id)
        }
        let later = world.process()
        #expect(try await later.open(.background).decision == .proceed(isConfirmed: true))
        #expect(try await later.nextMessageCounter() == 4)
        // Three messages went out; the copy knows of none.
        try world.container.replaceFile("holdfast-identity", with: old)
        let copy = world.process()
        #expect(try await copy.open(.foreground).decision == .rolledBack)
        await #expect(throws: IdentityError.notPermitted(.rolledBack)) {
            try await copy.nextMessageCounter()
        }
        let new = try await copy.renew()
        let facts = try #require(world.directory.facts(of: record.account))
        #expect(
            facts.members[record.device.id]?.standing
                == .removed(at: 1, reason: .replaced, lastCounter: 3))
        let fresh = world.process()
        #expect(try await fresh.open(.foreground).record == new)
        #expect(try await fresh.nextMessageCounter() == 1)
    }

    @Test("The newest place of the log that was verified is remembered, and an older log noticed")
    func remembers() async throws {
        let (world, record) = try await World.settled()
        let newcomer = try ContactDevice("laptop")
        let facts = try #require(world.directory.facts(of: record.account))
        #expect(facts.activeDevices.count == 1)
        let first = try #require(
            try await world.directory.entries(of: record.account, from: 0).first)
        let entry = LogEntry(
            after: LogHead(sequence: 0, hash: first.hash), of: record.account,
            created: 1_800_000_000, author: .device(record.device.id),
            action: .add(newcomer.record))
        let message = SignaturePurpose.logEntry.message(for: entry.bytes)
        let signature = try #require(
            try SoftwareKeyStore(over: world.store).signatureWithoutPrompt(
                for: message, with: record.signingKeyName))
        let consent = try newcomer.signing.signature(
            for: SignaturePurpose.logConsent.message(for: entry.bytes))
        try await world.directory.submit(
            SignedLogEntry(
                entry, signature: signature.withLowS, witnesses: [.newcomer: consent.withLowS]),
            to: record.account)
        #expect(try await world.process().open(.background).decision == .proceed(isConfirmed: true))
        world.directory.behave(.cut(1))
        let opening = try await world.process().open(.background)
        #expect(opening.findings.directory == .unconfirmed)
        #expect(opening.decision == .proceed(isConfirmed: false))
    }

    @Test("A database of another installation is no proof of this one")
    func copied() async throws {
        let (world, _) = try await World.settled()
        let (other, _) = try await World.settled()
        let stolen = try #require(try other.container.readFile("holdfast-identity"))
        try world.container.replaceFile("holdfast-identity", with: stolen)
        let opening = try await world.process().open(.foreground)
        #expect(opening.findings.database == .otherInstall)
        // The server's log of the database's account is older than none of this device's.
        #expect(!opening.decision.maySend)
    }

    @Test("P2: a destroyed key leaves the history, and the person is told")
    func invalidated() async throws {
        let (world, record) = try await World.settled()
        let name = try ItemKey(
            service: "holdfast.device-key/holdfast.identity",
            account: record.signingKeyName.account)
        #expect(world.store.invalidate(name, reason: .biometricsChanged))
        let opening = try await world.process().open(.foreground)
        #expect(opening.decision == .keyLost(.invalidated))
        #expect(opening.words?.key == "holdfast.identity.invalidated")
        #expect(opening.record == record)
        #expect(try world.container.readFile("holdfast-identity") != nil)
        #expect(try await world.process().open(.background).decision == .notYet(.notCertain))
    }

    @Test("A keychain that came without its keys: history there, key lost; another key: foreign")
    func lost() async throws {
        let (world, record) = try await World.settled()
        let keys = SoftwareKeyStore(over: world.store)
        try keys.removeWithoutPrompt(record.signingKeyName)
        #expect(try await world.process().open(.foreground).decision == .keyLost(.missing))
        try keys.createWithoutPrompt(
            record.signingKeyName, use: .signing, protection: KeyUse.background.protection)
        #expect(try await world.process().open(.foreground).decision == .keyLost(.foreign))
    }

    @Test("A server that is away, forgets or cuts the log destroys nothing")
    func server() async throws {
        let (world, record) = try await World.settled()
        world.directory.behave(.unreachable)
        #expect(
            try await world.process().open(.foreground).decision == .proceed(isConfirmed: false))
        world.directory.behave(.forgetful)
        #expect(try await world.process().open(.foreground).decision == .registerAgain)
        world.directory.behave(nil)
        world.directory.setMessageCounter(1, of: record.device.id)
        let identity = world.process()
        _ = try await identity.open(.foreground)
        let new = try await identity.renew()
        world.directory.behave(.cut(1))
        let opening = try await world.process().open(.foreground)
        #expect(opening.findings.directory == .unconfirmed)
        #expect(opening.decision == .proceed(isConfirmed: false))
        world.directory.behave(.unreachable)
        world.reinstall()
        #expect(try await world.process().open(.foreground).decision == .notYet(.serverNotHeard))
        world.directory.behave(nil)
        #expect(try await world.process().open(.foreground).record == new)
    }

    @Test("A new phone of an account is told from a first install")
    func newPhone() async throws {
        let (world, record) = try await World.settled()
        let phone = World()
        let identity = DeviceIdentity(
            IdentityParts(
                keys: SoftwareKeyStore(over: phone.store), store: phone.store,
                database: ContainerIdentityDatabase(phone.container),
                directory: world.directory, container: phone.container, pause: .zero))
        let opening = try await identity.open(.foreground, account: record.account)
        #expect(opening.decision == .newDevice)
        await #expect(throws: IdentityError.notPermitted(.newDevice)) {
            try await identity.begin(named: "new", recovery: nil)
        }
        let new = try await identity.begin(named: "new", recovery: nil, startsAnew: true)
        #expect(new.account != record.account)
    }

    @Test("P9: decisions are journaled with what they rest on, and without a secret")
    func journal() async throws {
        let (world, _) = try await World.settled()
        for _ in 0..<120 { _ = try await world.process().open(.background) }
        let lines = try await IdentityJournal(in: world.container).lines()
        #expect(lines.count == 100)
        let last = try #require(lines.last)
        #expect(
            last.hasSuffix("key ready, database current, log same key: goes on"))
    }

    @Test("A name that the account cannot show is refused, and nothing is left under way")
    func badName() async throws {
        let world = World()
        let identity = world.process()
        _ = try await identity.open(.foreground)
        await #expect(throws: IdentityError.self) {
            try await identity.begin(named: "a\nb", recovery: nil)
        }
        #expect(try await world.process().open(.foreground).decision == .firstInstall)
    }
}
