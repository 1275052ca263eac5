import HoldfastCore
import HoldfastCrypto
import HoldfastWire
import Testing

@testable import HoldfastE2EE
@testable import HoldfastLab

@Suite("Coming into an account")
struct JoiningTests {
    @Test("P7: another own device lets a new one in, and both go on")
    func add() async throws {
        let family = try await Family()
        let identity = try await family.second.opened(family.account)
        #expect(await identity.opening?.decision == .newDevice)
        let request = try await identity.askToJoin(as: .new(named: "laptop"))
        #expect(request.approvers == [family.record.device.id])
        // Nothing has changed before somebody approves.
        #expect(try await family.second.opened(family.account).opening?.decision == .newDevice)
        let head = try await family.approve(request)
        #expect(head.sequence == 1)
        let opening = try await family.second.process().open(.background)
        #expect(opening.decision == .proceed(isConfirmed: true))
        let record = try #require(opening.record)
        #expect(record.device.name == "laptop" && record.device.presenceKey != nil)
        #expect(Set(try family.facts.activeDevices) == [family.record.device, record.device])
        #expect(try family.second.keyNames().count == 3)
        // The same request again changes nothing.
        #expect(try await family.approve(request) == head)
    }

    @Test(
        "P2: a lost key gets a successor in its old place, and the history stays",
        arguments: [false, true])
    func successor(isInvalidated: Bool) async throws {
        let family = try await Family()
        let old = try await family.join()
        try family.second.loseKey(of: old, isInvalidated: isInvalidated)
        family.directory.setMessageCounter(9, of: old.device.id)
        let identity = try await family.second.opened()
        let opening = try #require(await identity.opening)
        #expect(opening.decision == .keyLost(isInvalidated ? .invalidated : .missing))
        let reason: RemovalReason = isInvalidated ? .invalidated : .replaced
        let place = try #require(opening.ownPlace)
        #expect(place == .successor(of: old.device.id, reason: reason))
        try await family.approve(try await identity.askToJoin(as: place))
        let record = try #require(try await family.second.process().open(.foreground).record)
        #expect(record.device.slot == old.device.slot && record.device.id != old.device.id)
        #expect(record.device.name == "laptop")
        #expect(
            try family.facts.members[old.device.id]?.standing
                == .removed(at: 2, reason: reason, lastCounter: 9))
        #expect(try Set(family.second.keyNames()) == Set(record.keyNames))
        // The others can object to it.
        let pending = try await family.log().pending
        #expect(pending.map(\.newcomers) == [[record.device.id]])
    }

    @Test("The recovery key brings a device back into its place; it waits, and a device confirms")
    func recovery() async throws {
        let family = try await Family()
        let old = try await family.join()
        let phone = World(family.directory)
        let identity = try await phone.opened(family.account)
        let record = try await identity.join(
            as: .successor(of: old.device.id, reason: .lost), signedBy: family.phrase)
        #expect(record.device.slot == old.device.slot)
        #expect(try await phone.process().open(.background).decision == .proceed(isConfirmed: true))
        let first = try await family.first.opened()
        let change = try #require(try await first.accountLog().pending.first)
        #expect(change.author == .recovery && change.newcomers == [record.device.id])
        // Until then the new device changes nothing in the account.
        let later = try await phone.opened()
        await #expect(throws: IdentityError.log(LogError(.tooEarly, at: 3))) {
            try await later.confirm(change)
        }
        try await first.confirm(change)
        #expect(try await family.log().pending.isEmpty)
        #expect(try await first.confirm(change).sequence == 3)
    }

    @Test("Another phrase brings nobody in, and nothing is left under way")
    func wrongPhrase() async throws {
        let family = try await Family()
        let identity = try await family.second.opened(family.account)
        let wrong = RecoveryKey(try P256PrivateKey(random: SystemRandom()))
        await #expect(throws: IdentityError.joining(.otherRecoveryKey)) {
            try await identity.join(as: .new(named: "x"), signedBy: wrong)
        }
        #expect(try family.second.keyNames().isEmpty)
        #expect(try family.facts.members.count == 1)
    }

    @Test("A request that waits is made anew for another place, or given up, with no key left")
    func otherMinds() async throws {
        let family = try await Family()
        let identity = try await family.second.opened(family.account)
        let first = try await identity.askToJoin(as: .new(named: "laptop"))
        let second = try await identity.askToJoin(as: .new(named: "desk"))
        #expect(first.device.id == second.device.id)
        let record = try await identity.join(as: .new(named: "tablet"), signedBy: family.phrase)
        #expect(record.device.id == first.device.id && record.device.name == "tablet")
        // What was asked before is in by now, and no second device.
        try await family.approve(first)
        #expect(try family.facts.members.count == 2)
        let other = World(family.directory, presence: .biometryCurrentSet)
        let anew = try await other.opened(family.account)
        let given = try await anew.askToJoin(as: .new(named: "x"))
        let begun = try await anew.begin(named: "y", recovery: nil, startsAnew: true)
        #expect(begun.account != family.account && begun.device.id != given.device.id)
        #expect(try Set(other.keyNames()) == Set(begun.keyNames))
        #expect(
            try await other.process().open(.foreground).decision == .proceed(isConfirmed: true))
    }

    @Test("Without a key for its person a device lets a new one in and gives no place away")
    func withoutPresence() async throws {
        let family = try await Family(presence: nil)
        let identity = try await family.second.opened(family.account)
        let place = JoinPlace.successor(of: family.record.device.id, reason: .lost)
        await #expect(throws: IdentityError.joining(.noApprover)) {
            try await identity.askToJoin(as: place)
        }
        try await family.approve(try await identity.askToJoin(as: .new(named: "laptop")))
        #expect(
            try await family.second.process().open(.foreground).decision
                == .proceed(isConfirmed: true))
        #expect(try family.second.keyNames().count == 2)
    }

    @Test("A person's decision helps where neither key nor history came back; nothing does alone")
    func standstill() async throws {
        let family = try await Family()
        let old = try await family.join()
        try family.second.loseKey(of: old, isInvalidated: true)
        family.second.reinstall()
        let background = family.second.process()
        #expect(try await background.open(.background).decision == .needsDecision)
        #expect(await background.opening?.permitsJoining == false)
        let identity = try await family.second.opened()
        let opening = try #require(await identity.opening)
        #expect(opening.decision == .needsDecision && opening.permitsJoining)
        let place = try #require(opening.ownPlace)
        try await family.approve(try await identity.askToJoin(as: place))
        let next = try await family.second.process().open(.foreground)
        #expect(next.decision == .proceed(isConfirmed: true))
        #expect(next.record?.device.slot == old.device.slot)
    }

    @Test("P7: no request, approval or phrase works where the opening did not decide for it")
    func notPermitted() async throws {
        let family = try await Family()
        let identity = try await family.first.opened()
        await #expect(throws: IdentityError.notPermitted(.proceed(isConfirmed: true))) {
            try await identity.askToJoin(as: .new(named: "x"))
        }
        let second = family.second.process()
        await #expect(throws: IdentityError.notPermitted(nil)) {
            try await second.join(as: .new(named: "x"), signedBy: family.phrase)
        }
        _ = try await second.open(.background, account: family.account)
        await #expect(throws: IdentityError.notPermitted(.notYet(.notCertain))) {
            try await second.askToJoin(as: .new(named: "x"))
        }
        #expect(try family.second.keyNames().isEmpty)
    }
}

extension IdentityRecord {
    /// The accounts of its keys' names.
    var keyNames: [String] {
        [signingKeyName.account, agreementKeyName.account]
            + (presenceKeyName.map { [$0.account] } ?? [])
    }
}
