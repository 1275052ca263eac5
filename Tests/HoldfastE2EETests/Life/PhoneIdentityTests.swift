import HoldfastCore
import HoldfastE2EE
import HoldfastWire
import Testing

@testable import HoldfastLab

/// The life of an identity on phones, with the keys in their hardware where there is any.
@Suite("An identity on a phone")
struct PhoneIdentityTests {
    @Test("P7: a first start begins an account; the next goes on", arguments: PhoneKind.allCases)
    func first(kind: PhoneKind) async throws {
        let (world, record) = try await PhoneWorld.settled(kind)
        #expect(record.device.signingGrade == kind.grades.signing)
        #expect(record.device.agreementGrade == kind.grades.agreement)
        let opening = try await world.identity(inForeground: false).open(.background)
        #expect(opening.decision == .proceed(isConfirmed: true))
        #expect(opening.record == record)
        #expect(try await world.keyNames().count == 2)
    }

    @Test(
        "P1: ten pushes before the first unlock change nothing, and the morning goes on",
        arguments: PhoneKind.allCases)
    func overnight(kind: PhoneKind) async throws {
        let (world, record) = try await PhoneWorld.settled(kind)
        world.phone.send(.reboot)
        for _ in 0..<10 {
            let identity = world.identity(inForeground: false)
            // Android starts only an app that says it can; what a dead process asks fails.
            guard let opening = try? await identity.open(.background) else { continue }
            #expect(opening.decision.isStandstill, "\(opening.decision)")
            await #expect(throws: IdentityError.self) {
                try await identity.begin(named: "another", recovery: nil, startsAnew: true)
            }
        }
        world.phone.send(.unlock)
        let opening = try await world.identity().open(.foreground)
        #expect(opening.decision == .proceed(isConfirmed: true))
        #expect(opening.record == record)
        try await Self.expectOne(world, record)
    }

    @Test("A phone without the first unlock says so where the app runs at all")
    func words() async throws {
        for kind: PhoneKind in [.iPhone, .iPhoneThatHides] {
            let (world, _) = try await PhoneWorld.settled(kind)
            world.phone.send(.reboot)
            let opening = try await world.identity(inForeground: false).open(.background)
            #expect(opening.decision == .notYet(.keyLocked), "\(kind)")
            #expect(opening.words?.key == "holdfast.identity.locked")
        }
    }

    @Test(
        "A reinstalled app is recognised on an iPhone, with both policies",
        arguments: [PhoneKind.iPhone, .iPhoneThatHides, .iPhoneWithoutEnclave], [true, false])
    func reinstalled(kind: PhoneKind, renews: Bool) async throws {
        let (world, record) = try await PhoneWorld.settled(kind)
        Self.reinstall(world)
        let identity = world.identity()
        #expect(try await identity.open(.foreground).decision == .reinstalled)
        let new = renews ? try await identity.renew() : try await identity.reuse()
        #expect(new.device.slot == record.device.slot)
        #expect((new.device.id == record.device.id) == !renews)
        let opening = try await world.identity().open(.background)
        #expect(opening.decision == .proceed(isConfirmed: true))
        try await Self.expectOne(world, new)
    }

    @Test(
        "On Android a reinstallation leaves nothing: a new device of the account, and no new key",
        arguments: [PhoneKind.android, .androidWithoutStrongBox, .oldAndroid])
    func reinstalledAndroid(kind: PhoneKind) async throws {
        let (world, record) = try await PhoneWorld.settled(kind)
        Self.reinstall(world)
        let identity = world.identity()
        let opening = try await identity.open(.foreground, account: record.account)
        #expect(opening.decision == .newDevice)
        await #expect(throws: IdentityError.notPermitted(.newDevice)) {
            try await identity.begin(named: "phone", recovery: nil)
        }
        #expect(world.directory.accounts == [record.account])
    }

    @Test("P2: a new fingerprint changes nothing", arguments: PhoneKind.allCases)
    func fingerprint(kind: PhoneKind) async throws {
        let (world, record) = try await PhoneWorld.settled(kind)
        for event: PhoneEvent in [.enrolFinger, .removeAllFingers, .enrolFinger] {
            world.phone.send(event)
            let opening = try await world.identity().open(.foreground)
            #expect(opening.decision == .proceed(isConfirmed: true), "\(event)")
            #expect(opening.record == record)
        }
    }

    @Test(
        "P2: a passcode changed, removed and set again changes nothing",
        arguments: PhoneKind.allCases)
    func passcode(kind: PhoneKind) async throws {
        let (world, record) = try await PhoneWorld.settled(kind)
        for event: PhoneEvent in [.changePasscode, .removePasscode, .reboot, .setPasscode] {
            world.phone.send(event)
            if event == .changePasscode { world.phone.send(.unlock) }
            let opening = try await world.identity().open(.foreground)
            #expect(opening.decision == .proceed(isConfirmed: true), "\(event)")
            #expect(opening.record == record)
        }
    }

    @Test(
        "A backup on another phone brings the history and no key, and the person is asked",
        arguments: PhoneKind.allCases, PhoneBackup.Kind.allCases)
    func moved(kind: PhoneKind, backup: PhoneBackup.Kind) async throws {
        let (world, record) = try await PhoneWorld.settled(kind)
        world.move(by: backup)
        let identity = world.identity()
        let opening = try await identity.open(.foreground, account: record.account)
        #expect(opening.decision == .keyLost(.missing), "\(opening.findings)")
        #expect(opening.record == record)
        await #expect(throws: IdentityError.self) {
            try await identity.begin(named: "phone", recovery: nil)
        }
        let new = try await identity.begin(named: "phone", recovery: nil, startsAnew: true)
        #expect(new.account != record.account)
        let next = try await world.identity().open(.background, account: new.account)
        #expect(next.decision == .proceed(isConfirmed: true) && next.record == new)
    }

    @Test(
        "P7: what was under way in a backup is not finished on another phone, and stops nothing",
        arguments: PhoneKind.allCases)
    func movedHalfway(kind: PhoneKind) async throws {
        let world = PhoneWorld(kind.profile)
        let identity = world.identity()
        _ = try await identity.open(.foreground)
        world.directory.behave(.unreachable)
        await #expect(throws: IdentityError.directory(.unreachable)) {
            try await identity.begin(named: "phone", recovery: nil)
        }
        world.move(by: .encrypted)
        world.directory.behave(nil)
        let other = world.identity()
        #expect(try await other.open(.foreground).decision == .firstInstall)
        let record = try await other.begin(named: "phone", recovery: nil)
        let opening = try await world.identity().open(.background)
        #expect(opening.decision == .proceed(isConfirmed: true) && opening.record == record)
        #expect(world.directory.accounts == [record.account])
    }

    @Test(
        "A database from before the last change is noticed before anything is sent",
        arguments: PhoneKind.allCases)
    func rolledBack(kind: PhoneKind) async throws {
        let (world, record) = try await PhoneWorld.settled(kind)
        let old = try #require(
            try world.phone.launch(PhoneWorld.app).appFolder
                .readFile("holdfast-identity"))
        world.directory.setMessageCounter(3, of: record.device.id)
        let identity = world.identity()
        #expect(try await identity.open(.foreground).decision == .rolledBack)
        let new = try await identity.renew()
        try world.phone.launch(PhoneWorld.app).appFolder
            .replaceFile("holdfast-identity", with: old)
        let later = world.identity()
        let opening = try await later.open(.foreground)
        #expect(opening.decision == .rolledBack && opening.record == new)
        try await Self.expectOne(world, try await later.renew())
    }

    private static func reinstall(_ world: PhoneWorld) {
        world.phone.send(.uninstall(PhoneWorld.app))
        world.phone.send(.install(PhoneWorld.app))
    }

    /// The account has exactly this device, and the phone exactly its keys.
    private static func expectOne(_ world: PhoneWorld, _ record: IdentityRecord) async throws {
        #expect(world.directory.accounts == [record.account])
        let facts = try #require(world.directory.facts(of: record.account))
        #expect(facts.activeDevices == [record.device])
        let names = [record.signingKeyName.account, record.agreementKeyName.account]
        #expect(try await world.keyNames() == Set(names))
    }
}

extension IdentityDecision {
    /// Whether it says that nothing can be said yet.
    fileprivate var isStandstill: Bool {
        if case .notYet = self { true } else { false }
    }
}
