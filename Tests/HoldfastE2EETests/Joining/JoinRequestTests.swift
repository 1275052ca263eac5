import HoldfastCore
import HoldfastCrypto
import HoldfastWire
import Testing

@testable import HoldfastE2EE
@testable import HoldfastLab

@Suite("A request to be let in")
struct JoinRequestTests {
    private static let prompt = Prompt(title: "Let it in?")

    @Test("A request is one encoding, and says the same on both sides")
    func codec() async throws {
        let family = try await Family()
        let identity = try await family.second.opened(family.account)
        for place: JoinPlace in [
            .new(named: "laptop"), .successor(of: family.record.device.id, reason: .lost),
        ] {
            // A place can be taken only with another device's approval.
            if case .successor = place { try await family.join() }
            let request: JoinRequest
            if case .new = place {
                request = try await identity.askToJoin(as: place)
            } else {
                let third = try await World(family.directory).opened(family.account)
                request = try await third.askToJoin(as: place)
            }
            let bytes = request.bytes
            let read = try JoinRequest(bytes)
            #expect(read == request && read.bytes == bytes)
            #expect(read.comparison == request.comparison)
            #expect(read.comparison.map(\.count) == [5, 5, 5, 5, 5, 5])
            for count in 0..<bytes.count {
                #expect(throws: WireError.self) { try JoinRequest(Array(bytes.prefix(count))) }
            }
            #expect(throws: WireError.self) { try JoinRequest(bytes + [0]) }
        }
    }

    @Test("Whatever byte of a request is changed, nobody is let in by it, or not this device")
    func tampered() async throws {
        let family = try await Family()
        let asking = try await family.second.opened(family.account)
        let request = try await asking.askToJoin(as: .new(named: "laptop"))
        let identity = try await family.first.opened()
        var refusals: Set<String> = []
        for index in request.bytes.indices {
            var bytes = request.bytes
            bytes[index] ^= 1
            do {
                let changed = try JoinRequest(bytes)
                #expect(changed.comparison != request.comparison, "byte \(index)")
                try await identity.approve(changed, prompt: Self.prompt)
                Issue.record("byte \(index) can be changed")
            } catch let error as WireError {
                refusals.insert(error.reason.rawValue)
            } catch let error as IdentityError {
                refusals.insert("\(error)")
            }
        }
        #expect(refusals.count > 5, "\(refusals)")
        #expect(try family.facts.members.count == 1)
    }

    @Test("A request is for one place in the log, one account and the devices that it names")
    func addressed() async throws {
        let family = try await Family()
        let request = try await family.second.opened(family.account)
            .askToJoin(as: .new(named: "laptop"))
        let other = try await Family()
        await #expect(throws: IdentityError.joining(.otherAccount)) {
            try await other.approve(request)
        }
        // Another device came first.
        let third = try await World(family.directory).opened(family.account)
        try await family.approve(try await third.askToJoin(as: .new(named: "tablet")))
        await #expect(throws: IdentityError.joining(.outdated)) {
            try await family.approve(request)
        }
        let identity = try await family.second.opened(family.account)
        let anew = try await identity.askToJoin(
            as: .new(named: "laptop"), approvedBy: family.record.device.id)
        #expect(anew.device.id == request.device.id)
        #expect(anew.approvers == [family.record.device.id])
        await #expect(throws: IdentityError.joining(.noApprover)) {
            try await identity.askToJoin(
                as: .new(named: "laptop"), approvedBy: anew.device.id)
        }
        await #expect(throws: IdentityError.joining(.unknownDevice)) {
            try await identity.askToJoin(as: .successor(of: anew.device.id, reason: .lost))
        }
        try await family.approve(anew)
        #expect(try family.facts.activeDevices.count == 3)
    }

    @Test("P9: the person is asked before anybody is let in, and a refusal lets nobody in")
    func prompt() async throws {
        let family = try await Family()
        let asking = try await family.second.opened(family.account)
        let request = try await asking.askToJoin(as: .new(named: "laptop"))
        let identity = try await family.first.opened()
        family.first.store.answerPrompts(.failed(.userCanceled))
        let error = await #expect(throws: IdentityError.self) {
            try await identity.approve(request, prompt: Self.prompt)
        }
        guard case .keychain(let refusal) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.code == .userCanceled)
        #expect(try family.facts.members.count == 1)
        family.first.store.answerPrompts(.confirmed)
        try await identity.approve(request, prompt: Self.prompt)
        #expect(try family.facts.members.count == 2)
    }
}
