import HoldfastCore
import HoldfastCrypto
import HoldfastWire
import Testing

@testable import HoldfastE2EE
@testable import HoldfastLab

@Suite("An identity and bad luck")
struct IdentityMisfortuneTests {
    private static let prompt = Prompt(title: "Let it in?")

    @Test("A sensor that is busy for a minute costs an approval's time and nothing else")
    func busySensor() async throws {
        let family = try await Family()
        let identity = try await family.first.opened()
        let request = try await family.second.opened(family.account)
            .askToJoin(as: .new(named: "laptop"))
        for code: KeychainError.Code in [.lockout, .systemCanceled] {
            family.first.store.answerPrompts(.failed(code))
            for _ in 0..<30 {
                let error = await #expect(throws: IdentityError.self) {
                    try await identity.approve(request, prompt: Self.prompt)
                }
                #expect(error?.code == code)
                #expect(
                    try await family.first.process().open(.background).decision
                        == .proceed(isConfirmed: true))
            }
        }
        #expect(try family.facts.members.count == 1)
        #expect(try Set(family.first.keyNames()) == Set(family.record.keyNames))
        family.first.store.answerPrompts(.confirmed)
        try await identity.approve(request, prompt: Self.prompt)
        #expect(try family.facts.members.count == 2)
    }

    @Test("P8: another key in this device's place, by the log's word, stops and changes nothing")
    func otherKey() async throws {
        let family = try await Family()
        let phone = World(family.directory)
        let identity = try await phone.opened(family.account)
        let taken = try await identity.join(
            as: .successor(of: family.record.device.id, reason: .lost), signedBy: family.phrase)
        // The owner's veto takes the place back: for the other one the log has another key in it.
        let owner = try await family.first.opened()
        try await owner.veto(try #require(try await owner.accountLog().pending.first))
        for launch in [IdentityLaunch.background, .foreground] {
            let opening = try await phone.process().open(launch)
            #expect(opening.findings.directory == .otherKey)
            #expect(opening.decision == .needsDecision && !opening.decision.maySend)
            #expect(!opening.permitsJoining)
            #expect(opening.words?.key == "holdfast.identity.needsDecision")
        }
        #expect(try Set(phone.keyNames()) == Set(taken.keyNames))
    }

    @Test("P8: what a server claims and cannot sign destroys nothing and makes nothing")
    func claims() async throws {
        let (world, record) = try await World.settled()
        let (stranger, other) = try await World.settled()
        let foreign = try await stranger.directory.entries(of: other.account, from: 0)
        for lie in [HostileDirectory.Lie.entries(foreign), .entries([]), .refused] {
            let identity = DeviceIdentity(
                IdentityParts(
                    keys: SoftwareKeyStore(over: world.store), store: world.store,
                    database: ContainerIdentityDatabase(world.container),
                    directory: HostileDirectory(lie), container: world.container, pause: .zero))
            let opening = try await identity.open(.foreground)
            #expect(opening.record == record)
            #expect(
                opening.decision == .proceed(isConfirmed: false)
                    || opening.decision == .registerAgain)
            #expect(!opening.permitsJoining)
            #expect(try Set(world.keyNames()) == Set(record.keyNames))
        }
        #expect(
            try await world.process().open(.background).decision == .proceed(isConfirmed: true))
    }

    @Test(
        "A clock at 1970, at 2038 or far off orders nothing and keeps nobody out",
        arguments: [0, -1, 2_147_483_647, 2_147_483_648, 253_402_300_800])
    func clocks(seconds: Int64) async throws {
        let family = try await Family()
        family.second.wallClock = ManualWallClock(now: UnixTime(seconds: seconds))
        let laptop = try await family.join()
        #expect(laptop.device.name == "laptop")
        let identity = try await family.second.opened()
        let renamed = try await identity.rename(to: "slate")
        family.first.wallClock = ManualWallClock(now: UnixTime(seconds: -seconds))
        _ = try await family.first.opened().rename(to: "Ada’s phone")
        #expect(try family.facts.activeDevices.count == 2)
        #expect(try await family.second.process().open(.background).record == renamed)
        #expect(try await IdentityJournal(in: family.second.container).lines().count > 2)
    }

    @Test("P1: ten launches before the first unlock leave what waits for an approval as it is")
    func waitingBeforeFirstUnlock() async throws {
        let family = try await Family()
        let request = try await family.second.opened(family.account)
            .askToJoin(as: .new(named: "laptop"))
        let keys = try family.second.keyNames()
        family.second.store.setAvailability(.beforeFirstUnlock)
        try await family.approve(request)
        for _ in 0..<10 {
            let opening = try await family.second.process().open(
                .background, account: family.account)
            #expect(opening.decision == .notYet(.keyLocked))
            #expect(!opening.permitsJoining)
        }
        family.second.store.setAvailability(.unlocked)
        #expect(try family.second.keyNames() == keys)
        let opening = try await family.second.process().open(.background)
        #expect(opening.decision == .proceed(isConfirmed: true))
        #expect(opening.record?.device.id == request.device.id)
    }

    @Test("A device that was let in and put out again before it looked begins anew")
    func inAndOut() async throws {
        let family = try await Family()
        let identity = try await family.second.opened(family.account)
        let request = try await identity.askToJoin(as: .new(named: "laptop"))
        try await family.approve(request)
        let third = try await World(family.directory).opened(family.account)
        try await family.approve(try await third.askToJoin(as: .new(named: "tablet")))
        try await family.first.opened().revoke(
            request.device.id, reason: .lost, prompt: Self.prompt)
        let later = try await family.second.opened(family.account)
        #expect(await later.opening?.decision == .newDevice)
        #expect(try family.second.keyNames().isEmpty)
        let record = try await family.join(named: "laptop 2")
        #expect(record.device.id != request.device.id)
    }
}

extension IdentityError {
    /// The code of a store's error.
    fileprivate var code: KeychainError.Code? {
        if case .keychain(let error) = self { error.code } else { nil }
    }
}

/// A server that makes things up.
private struct HostileDirectory: DeviceDirectory {
    enum Lie {
        case entries([SignedLogEntry])
        case refused
    }

    let lie: Lie

    init(_ lie: Lie) {
        self.lie = lie
    }

    func entries(
        of account: AccountID, from sequence: UInt64
    ) async throws(DirectoryError) -> [SignedLogEntry] {
        switch lie {
        case .entries(let entries): return entries
        case .refused: throw .refused
        }
    }

    func submit(_ entry: SignedLogEntry, to account: AccountID) async throws(DirectoryError) {
        throw .refused
    }

    func messageCounter(of device: DeviceID) async throws(DirectoryError) -> UInt64 { .max }
}
