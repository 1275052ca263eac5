import HoldfastCore
import HoldfastE2EE
import HoldfastWire
import Testing

@testable import HoldfastLab

/// The app dies at each call of the outside in turn, and is started again.
@Suite("Death while an identity changes")
struct IdentityDeathTests {
    /// What happens in the process that dies.
    enum Change: String, CaseIterable {
        case begin
        case renew
        case reuse

        func run(_ identity: DeviceIdentity) async throws {
            let opening = try await identity.open(.foreground)
            switch (self, opening.decision) {
            case (.begin, .firstInstall): try await identity.begin(named: "phone", recovery: nil)
            case (.renew, .reinstalled): try await identity.renew()
            case (.reuse, .reinstalled): try await identity.reuse()
            default: return
            }
        }

        func world() async throws -> World {
            if self == .begin { return World() }
            let (world, _) = try await World.settled()
            world.reinstall()
            return world
        }
    }

    @Test(
        "P7: wherever it dies, there is one identity afterwards, never two and never none",
        arguments: Change.allCases, [false, true])
    func once(change: Change, isAfter: Bool) async throws {
        var index = 0
        while true {
            let world = try await change.world()
            let strike = Strike(at: index, isAfter: isAfter)
            await Self.live(change, in: world, strike)
            guard strike.hasStruck else { break }
            try await Self.check(change, world, "\(change) dies at call \(index)")
            index += 1
        }
        #expect(index > 15)
    }

    @Test("P7: the same with a second death in the start that follows", arguments: Change.allCases)
    func twice(change: Change) async throws {
        var (first, pairs) = (0, 0)
        while true {
            let probe = Strike(at: first, isAfter: false)
            await Self.live(change, in: try await change.world(), probe)
            guard probe.hasStruck else { break }
            var second = 0
            while true {
                let world = try await change.world()
                await Self.live(change, in: world, Strike(at: first, isAfter: second % 2 == 0))
                let strike = Strike(at: second, isAfter: first % 2 == 0)
                await Self.live(change, in: world, strike)
                guard strike.hasStruck else { break }
                try await Self.check(change, world, "\(change) dies at \(first), then at \(second)")
                second += 1
                pairs += 1
            }
            first += 1
        }
        #expect(pairs > 200)
    }

    @Test("A new key that is destroyed before it was used is made again, and no start is stuck")
    func destroyedAtBirth() async throws {
        for index in 0..<40 {
            let world = World()
            await Self.live(.begin, in: world, Strike(at: index, isAfter: true))
            let names = try world.keyNames()
            for name in names {
                let item = try ItemKey(
                    service: "holdfast.device-key/holdfast.identity", account: name)
                world.store.invalidate(item, reason: .keyLost)
            }
            let hasDatabase = try world.container.readFile("holdfast-identity") != nil
            let decision = try await world.process().open(.foreground).decision
            switch decision {
            case .firstInstall: #expect(!hasDatabase, "\(index)")
            case .proceed: #expect(names.isEmpty, "\(index)")
            case .keyLost: #expect(hasDatabase && !names.isEmpty, "\(index)")
            default: Issue.record("\(index): \(decision)")
            }
        }
    }

    /// A process that may die.
    private static func live(_ change: Change, in world: World, _ strike: Strike) async {
        do {
            try await change.run(world.process(strike))
        } catch {
            // Dead processes end so; what matters is what is left behind.
        }
    }

    /// The next starts, in which nothing fails.
    private static func check(_ change: Change, _ world: World, _ comment: Comment) async throws {
        try await change.run(world.process())
        let opening = try await world.process().open(.background)
        #expect(opening.decision == .proceed(isConfirmed: true), comment)
        let record = try #require(opening.record, comment)
        #expect(world.directory.accounts == [record.account], comment)
        let facts = try #require(world.directory.facts(of: record.account), comment)
        #expect(facts.activeDevices == [record.device], comment)
        let keys = [record.signingKeyName.account, record.agreementKeyName.account]
        #expect(try Set(world.keyNames()) == Set(keys), comment)
    }
}
