#if os(Linux) && TPM
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastWire
import Testing

@Suite("An identity with its keys in a TPM", .serialized)
struct TPMIdentityTests {
    private static let prompt = Prompt(title: "Let it in?")
    private let world: TPMWorld

    init() throws {
        world = try TPMWorld()
    }

    /// The account has exactly this device, and the machine exactly its keys.
    private func expectOne(_ record: IdentityRecord) async throws {
        let opening = try await world.identity().open(.background)
        #expect(opening.decision == .proceed(isConfirmed: true) && opening.record == record)
        let names = try await world.keys().list(service: nil).map(\.name)
        var own: Set = [record.signingKeyName, record.agreementKeyName]
        if let presence = record.presenceKeyName { own.insert(presence) }
        #expect(Set(names) == own)
    }

    @Test("P7: the keys are the TPM's, and the identity outlives the TPM's loss of power")
    func first() async throws {
        let record = try await world.begin()
        // A TPM that is a program is no hardware, and the record does not say that it is.
        #expect(record.device.signingGrade == .software)
        #expect(record.device.agreementGrade == .software)
        #expect(record.device.presenceKey != nil)
        try await expectOne(record)
        try world.swap(to: "state")
        try await expectOne(record)
        let identity = try await world.opened()
        let peer = try P256PrivateKey(random: SystemRandom())
        let secret = try await identity.agreementKey().sharedSecret(with: peer.publicKey)
        #expect(secret.count == 32)
    }

    @Test("P1: a TPM that is away or busy says nothing of the key, and nothing is made")
    func away() async throws {
        let record = try await world.begin()
        try world.tpm.kill()
        for _ in 0..<10 {
            let opening = try await world.identity().open(.foreground)
            #expect(opening.decision == .notYet(.keyStoreDown))
            #expect(opening.record == record)
        }
        try world.tpm.start(state: "state")
        try await expectOne(record)
    }

    @Test("A cleared TPM and another TPM are told apart, and the right one ends it all")
    func told() async throws {
        let record = try await world.begin()
        try world.swap(to: "another")
        #expect(try await world.identity().open(.foreground).decision == .keyLost(.foreign))
        try world.swap(to: "state")
        try await expectOne(record)
        try TPMOwner(world.tpm).clear()
        let opening = try await world.identity().open(.foreground)
        #expect(opening.decision == .keyLost(.invalidated))
        #expect(opening.record == record)
        #expect(try await world.identity().open(.background).decision == .notYet(.notCertain))
    }

    @Test(
        "P2: after a clear or a move another device puts a successor in, and the history stays",
        arguments: [true, false])
    func successor(isCleared: Bool) async throws {
        let phone = MemoryPhone(world.directory)
        let own = try await phone.begin()
        let asking = try await world.opened(own.account)
        try await phone.approve(try await asking.askToJoin(as: .new(named: "desktop")))
        let record = try #require(try await asking.open(.foreground).record)
        let history: [UInt8] = [1, 2, 3]
        try world.container.replaceFile("history", with: history)
        if isCleared { try TPMOwner(world.tpm).clear() } else { try world.swap(to: "another") }
        let identity = try await world.opened()
        let place = try #require(await identity.opening?.ownPlace)
        try await phone.approve(try await identity.askToJoin(as: place))
        let successor = try #require(try await world.identity().open(.foreground).record)
        #expect(successor.device.slot == record.device.slot)
        #expect(successor.device.id != record.device.id)
        try await expectOne(successor)
        #expect(try world.container.readFile("history") == history)
    }

    @Test("A key that was being made in another TPM is made anew in this one")
    func movedHalfway() async throws {
        let identity = try await world.opened()
        world.directory.behave(.unreachable)
        await #expect(throws: IdentityError.directory(.unreachable)) {
            try await identity.begin(named: "desktop", recovery: nil)
        }
        try world.swap(to: "another")
        world.directory.behave(nil)
        let later = try await world.opened()
        #expect(await later.opening?.decision == .firstInstall)
        try await expectOne(try await later.begin(named: "desktop", recovery: nil))
    }

    @Test("The person's PIN lets a device in, and a wrong one does not")
    func approves() async throws {
        let record = try await world.begin()
        let laptop = MemoryPhone(world.directory)
        let asking = laptop.identity()
        _ = try await asking.open(.foreground, account: record.account)
        let request = try await asking.askToJoin(as: .new(named: "laptop"))
        let identity = try await world.opened()
        world.person.type("0000")
        await #expect(throws: IdentityError.self) {
            try await identity.approve(request, prompt: Self.prompt)
        }
        #expect(world.directory.facts(of: record.account)?.activeDevices.count == 1)
        world.person.type("2468")
        try await identity.approve(request, prompt: Self.prompt)
        #expect(world.directory.facts(of: record.account)?.activeDevices.count == 2)
        // What runs in the background never asks.
        let asked = world.person.askedCount
        _ = try await world.identity().open(.background)
        #expect(world.person.askedCount == asked)
    }

    @Test("A forked log signed by the revoked first device is never verified by its number alone")
    func forgedByFirstDevice() async throws {
        // The first device is this one; its thief keeps it, and the server keeps the early log.
        let record = try await world.begin()
        let phone = MemoryPhone(world.directory)
        try await world.opened().approve(
            try await phone.asking(record.account), prompt: Self.prompt)
        let thief = MemoryDirectory()
        for entry in try await world.directory.entries(of: record.account, from: 0) {
            try await thief.submit(entry, to: record.account)
        }
        let tablet = MemoryPhone(world.directory)
        let own = try await phone.opened()
        try await own.approve(
            try await tablet.asking(record.account), prompt: Self.prompt)
        try await own.revoke(record.device.id, reason: .lost, prompt: Self.prompt)
        let stolen = DeviceIdentity(try world.parts(thief))
        _ = try await stolen.open(.foreground)
        for _ in 0..<3 {
            try await stolen.approve(
                try await MemoryPhone(thief).asking(record.account), prompt: Self.prompt)
        }
        let forged = try await stolen.accountLog()
        let truth = try await phone.opened().accountLog()
        let bob = try await MemoryPhone(MemoryDirectory()).beginLog()
        var pin = ContactPin(firstContact: forged)
        let number = SafetyNumber(own: bob.account, contact: record.account)
        #expect(pin.confirm(number, own: bob.account) == true)
        #expect(pin.standing == .verifiedNumbers)
        let scan = ContactScan(
            shower: .init(account: truth.account, head: truth.head),
            scanner: .init(account: bob.account, head: bob.head))
        #expect(pin.confirm(scan, own: bob, contact: forged) == .forked(.contact))
        #expect(pin.standing != .verified && !pin.maySend)
    }

    @Test("A stolen device's phrase and revocations, and a phrase's thief: the owner's veto wins")
    func vetoes() async throws {
        let phrase = try P256PrivateKey(random: SystemRandom())
        let record = try await world.begin(recovery: phrase.publicKey)
        let stolen = MemoryPhone(world.directory)
        try await world.opened().approve(
            try await stolen.asking(record.account), prompt: Self.prompt)
        let thief = try await stolen.opened()
        try await thief.setRecovery(try P256PrivateKey(random: SystemRandom()).publicKey)
        await #expect(throws: IdentityError.log(LogError(.notPermitted, at: 3))) {
            try await thief.revoke(record.device.id, reason: .lost, prompt: Self.prompt)
        }
        let owner = try await world.opened()
        let change = try #require(try await owner.accountLog().pending.first)
        #expect(ContactPin(firstContact: try await owner.accountLog()).isRecoveryPending)
        try await owner.veto(change)
        #expect(world.directory.facts(of: record.account)?.recoveryKey == phrase.publicKey)
        // The phrase's thief takes this device's place.
        let other = MemoryPhone(world.directory)
        let taking = other.identity()
        _ = try await taking.open(.foreground, account: record.account)
        try await taking.join(
            as: .successor(of: record.device.id, reason: .lost), signedBy: RecoveryKey(phrase))
        let out = try await world.opened()
        #expect(await out.opening?.decision == .removalWaits)
        let log = try await out.accountLog()
        #expect(ContactPin(firstContact: log).isRecoveryPending)
        try await out.veto(try #require(log.pending.first))
        try await expectOne(record)
        // And the phrase puts the stolen device out, which is the last other one.
        let again = try await world.opened()
        let lost = try #require(try await stolen.opened().opening?.record)
        try await again.revoke(lost.device.id, reason: .lost, signedBy: RecoveryKey(phrase))
        #expect(world.directory.facts(of: record.account)?.activeDevices == [record.device])
    }
}
#endif
