import HoldfastCore
import HoldfastCrypto
import HoldfastWire
import Testing

@testable import HoldfastE2EE
@testable import HoldfastLab

@Suite("A server that has lost the account")
struct RegisterAgainTests {
    @Test("P7: the same entries are registered again, and no id changes", arguments: [0, 1, 2])
    func again(kept: Int) async throws {
        let family = try await Family()
        let laptop = try await family.join()
        let tablet = World(family.directory)
        try await family.approve(
            try await tablet.opened(family.account).askToJoin(as: .new(named: "tablet")))
        let identity = try await family.first.opened()
        let before = try await identity.accountLog().hashes
        family.directory.lose(family.account, keeping: kept)
        let later = try await family.first.opened()
        let opening = try #require(await later.opening)
        #expect(opening.permitsRegisteringAgain)
        #expect(opening.decision == (kept == 0 ? .registerAgain : .proceed(isConfirmed: false)))
        #expect(try await later.registerAgain() == family.record)
        let after = try await family.log()
        #expect(after.hashes == before)
        #expect(after.facts.members[laptop.device.id]?.isActive == true)
        #expect(family.directory.accounts == [family.account])
        #expect(
            try await family.second.process().open(.background).decision
                == .proceed(isConfirmed: true))
    }

    @Test("A server that forgets right after the beginning gets the account back")
    func young() async throws {
        let (world, record) = try await World.settled()
        world.directory.lose(record.account)
        let identity = try await world.opened()
        #expect(try await identity.registerAgain() == record)
        #expect(
            try await world.process().open(.background).decision == .proceed(isConfirmed: true))
    }

    @Test("P1: without a whole copy nothing is registered, and nothing is made in its place")
    func noCopy() async throws {
        let damaged: [UInt8] = Array("HFLG".utf8) + [1, 3, 0, 0, 0]
        for bytes in [[UInt8](), damaged] {
            let (world, record) = try await World.settled()
            try world.container.replaceFile("holdfast-identity-log", with: bytes)
            world.directory.lose(record.account)
            let identity = try await world.opened()
            let error = await #expect(throws: IdentityError.self) {
                try await identity.registerAgain()
            }
            guard case .keychain(let error) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(error.code == .dataCorrupted)
            #expect(world.directory.accounts.isEmpty)
            #expect(try world.keyNames().count == 2)
        }
    }

    @Test("A server with another entry in the place gets nothing, and the identity stays")
    func forked() async throws {
        let family = try await Family()
        try await family.join()
        _ = try await family.first.opened()
        family.directory.lose(family.account, keeping: 1)
        // Somebody who has the phrase has written another history meanwhile.
        let other = try await World(family.directory).opened(family.account)
        try await other.join(as: .new(named: "another"), signedBy: family.phrase)
        let identity = try await family.first.opened()
        #expect(await identity.opening?.findings.directory == .unconfirmed)
        await #expect(throws: IdentityError.directory(.refused)) {
            try await identity.registerAgain()
        }
        #expect(try family.first.keyNames().count == 3)
    }
}
