import HoldfastCore
import HoldfastCrypto
import HoldfastWire
import Testing

@testable import HoldfastE2EE
@testable import HoldfastLab

/// The key that needs the person, on a phone whose fingers change.
@Suite("The key that needs the person")
struct PresenceKeyTests {
    private static let prompt = Prompt(title: "Let it in?")

    private static func phone(_ kind: PhoneKind) async throws -> (PhoneWorld, IdentityRecord) {
        let world = PhoneWorld(kind.profile, presence: .biometryCurrentSet)
        for event: PhoneEvent in [.setPasscode, .enrolFinger, .unlock] { world.phone.send(event) }
        let identity = world.identity()
        _ = try await identity.open(.foreground)
        return (world, try await identity.begin(named: "phone", recovery: nil))
    }

    /// A request of a new device for the phone's approval.
    private static func request(
        _ world: PhoneWorld, _ record: IdentityRecord
    ) async throws -> JoinRequest {
        let laptop = World(world.directory)
        return try await laptop.opened(record.account).askToJoin(as: .new(named: "laptop"))
    }

    @Test("The person lets a device in on a phone", arguments: [PhoneKind.iPhone, .android])
    func approves(kind: PhoneKind) async throws {
        let (world, record) = try await Self.phone(kind)
        #expect(record.device.presenceKey != nil && record.presenceKeyName != nil)
        let identity = world.identity()
        _ = try await identity.open(.foreground)
        try await identity.approve(
            try await Self.request(world, record), prompt: Self.prompt)
        #expect(world.directory.facts(of: record.account)?.activeDevices.count == 2)
    }

    @Test(
        "P2: a new finger destroys it and nothing else, and the device makes another one",
        arguments: [PhoneKind.iPhone, .android])
    func newFinger(kind: PhoneKind) async throws {
        let (world, record) = try await Self.phone(kind)
        world.phone.send(.enrolFinger)
        let identity = world.identity()
        let opening = try await identity.open(.foreground)
        #expect(opening.decision == .proceed(isConfirmed: true) && opening.record == record)
        let error = await #expect(throws: IdentityError.self) {
            try await identity.approve(
                try await Self.request(world, record), prompt: Self.prompt)
        }
        guard case .keychain(let loss) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(loss.code == .keyInvalidated)
        let renewed = try await identity.renew(withNewPresenceKey: true)
        #expect(renewed.device.slot == record.device.slot)
        #expect(renewed.device.presenceKey != record.device.presenceKey)
        #expect(renewed.device.presenceKey != nil)
        let later = world.identity()
        _ = try await later.open(.foreground)
        try await later.approve(
            try await Self.request(world, renewed), prompt: Self.prompt)
        #expect(world.directory.facts(of: record.account)?.activeDevices.count == 2)
        #expect(try await world.keyNames() == Set(renewed.keyNames))
    }

    @Test("A background path gets keys that never ask, and the person's key only with words")
    func types() async throws {
        let (world, record) = try await World.settled(presence: .biometryCurrentSet)
        world.store.answerPrompts(.failed(.userCanceled))
        let identity = world.process()
        _ = try await identity.open(.background)
        let key = try await identity.signingKey()
        let signature = try await key.signature(for: [1, 2, 3], .logConsent)
        #expect(
            try SignaturePurpose.logConsent.isSatisfied(
                by: signature, of: record.device.signingKey, over: [1, 2, 3]))
        let peer = try P256PrivateKey(random: SystemRandom())
        let secret = try await identity.agreementKey().sharedSecret(with: peer.publicKey)
        #expect(secret.count == 32)
        let presence = try #require(try await identity.presenceKey())
        #expect(presence.publicKey == record.device.presenceKey)
        let error = await #expect(throws: KeychainError.self) {
            try await presence.signature(for: [1], .logApproval, prompt: Self.prompt)
        }
        #expect(error?.code == .userCanceled)
        // What cannot prompt cannot use it, whoever has its name.
        let background = BackgroundKey(
            presence.name, presence.publicKey, in: SoftwareKeyStore(over: world.store))
        let refusal = await #expect(throws: KeychainError.self) {
            try await background.signature(for: [1], .logApproval)
        }
        #expect(refusal?.code == .authRequired)
    }

    @Test("A phone without a finger has none, says so, and gets one later")
    func without() async throws {
        let world = World(presence: .biometryCurrentSet)
        world.store.setBiometry(.notEnrolled)
        let identity = world.process()
        _ = try await identity.open(.foreground)
        let record = try await identity.begin(named: "phone", recovery: nil)
        #expect(record.device.presenceKey == nil)
        #expect(try world.keyNames().count == 2)
        world.store.setBiometry(.enrolled(set: 1))
        let renewed = try await world.opened().renew(withNewPresenceKey: true)
        #expect(renewed.device.presenceKey != nil)
        #expect(try Set(world.keyNames()) == Set(renewed.keyNames))
    }

    @Test("A prompt that is ended while the key is made leaves a start that goes on")
    func endedPrompt() async throws {
        let world = World(presence: .biometryCurrentSet)
        let identity = world.process()
        _ = try await identity.open(.foreground)
        world.store.answerPrompts(.failed(.userCanceled))
        await #expect(throws: IdentityError.self) {
            try await identity.begin(named: "phone", recovery: nil)
        }
        #expect(try await world.process().open(.foreground).decision == .notYet(.promptEnded))
        #expect(try await world.process().open(.background).decision == .notYet(.keyLocked))
        // The fingers are gone meanwhile: the identity is made without the key.
        world.store.setBiometry(.notEnrolled)
        let opening = try await world.process().open(.foreground)
        #expect(opening.decision == .proceed(isConfirmed: true))
        #expect(opening.record?.device.presenceKey == nil)
    }
}
