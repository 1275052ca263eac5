import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire
import Testing

@testable import HoldfastLab

/// A process dies at each call of the outside in turn, while a device comes into an account or the
/// account changes, and is started again.
@Suite("Death while an account changes")
struct JoiningDeathTests {
    /// What happens in the process that dies.
    enum Change: String, CaseIterable {
        /// A new device asks, and is let in by the other one.
        case asks
        /// A device whose key is lost asks for its own place.
        case asksForItsPlace
        /// The recovery key brings a device into the first one's place.
        case recovers
        /// The first device lets the second one in.
        case approves
        /// The first device puts the second one out, of three.
        case revokes
        /// The first device is called otherwise.
        case renames
        /// The first device gives the log back to a server that lost it.
        case registersAgain

        /// How many devices the account has afterwards.
        var deviceCount: Int {
            switch self {
            case .asks, .asksForItsPlace, .approves, .revokes: 2
            case .recovers, .renames: 1
            case .registersAgain: 2
            }
        }

        /// Whether the second machine is the one that dies.
        var isOfSecond: Bool { [.asks, .asksForItsPlace, .recovers].contains(self) }
    }

    /// The people and machines, in the state in which the change begins.
    struct Stage {
        let family: Family
        var laptop: IdentityRecord?

        init(_ change: Change) async throws {
            family = try await Family()
            switch change {
            case .asks, .recovers, .approves, .renames: break
            case .asksForItsPlace:
                let record = try await family.join()
                try family.second.loseKey(of: record)
            case .revokes:
                laptop = try await family.join()
                let tablet = try await World(family.directory).opened(family.account)
                try await family.approve(try await tablet.askToJoin(as: .new(named: "tablet")))
            case .registersAgain:
                try await family.join()
                _ = try await family.first.opened()
                family.directory.lose(family.account)
            }
        }

        /// Does what the person wants, in a process that may die.
        func run(_ change: Change, _ strike: Strike = Strike(at: -1, isAfter: false)) async throws {
            let world = change.isOfSecond ? family.second : family.first
            let identity = world.process(strike)
            let opening = try await identity.open(.foreground, account: family.account)
            switch change {
            case .asks, .asksForItsPlace:
                guard opening.permitsJoining else { return }
                let place = opening.ownPlace ?? .new(named: "laptop")
                try await family.approve(try await identity.askToJoin(as: place))
                _ = try await identity.open(.foreground)
            case .recovers:
                guard opening.permitsJoining else { return }
                let place = JoinPlace.successor(of: family.record.device.id, reason: .lost)
                try await identity.join(as: place, signedBy: family.phrase)
            case .approves:
                let asking = try await family.second.opened(family.account)
                guard await asking.opening?.permitsJoining == true else { return }
                try await identity.approve(
                    try await asking.askToJoin(as: .new(named: "laptop")),
                    prompt: Prompt(title: "Let it in?"))
                _ = try await family.second.opened()
            case .revokes:
                guard let laptop else { return }
                try await identity.revoke(
                    laptop.device.id, reason: .lost, prompt: Prompt(title: "Remove it?"))
            case .renames: try await identity.rename(to: "Ada’s phone")
            case .registersAgain:
                guard opening.permitsRegisteringAgain else { return }
                try await identity.registerAgain()
            }
        }

        func live(_ change: Change, _ strike: Strike) async {
            do {
                try await run(change, strike)
            } catch {
                // Dead processes end so; what matters is what is left behind.
            }
        }
    }

    @Test(
        "P7: wherever it dies, the account has each device once afterwards, with its keys",
        arguments: Change.allCases, [false, true])
    func once(change: Change, isAfter: Bool) async throws {
        var index = 0
        while true {
            let stage = try await Stage(change)
            let strike = Strike(at: index, isAfter: isAfter)
            await stage.live(change, strike)
            guard strike.hasStruck else { break }
            try await Self.check(change, stage, "\(change) dies at call \(index)")
            index += 1
        }
        #expect(index > 7)
    }

    @Test(
        "P7: the same with a second death in the start that follows", arguments: Change.allCases)
    func twice(change: Change) async throws {
        var (first, pairs) = (0, 0)
        while true {
            var second = 0
            var isOver = false
            while true {
                let stage = try await Stage(change)
                let before = Strike(at: first, isAfter: second % 2 == 0)
                await stage.live(change, before)
                guard before.hasStruck else {
                    isOver = true
                    break
                }
                let strike = Strike(at: second, isAfter: first % 2 == 0)
                await stage.live(change, strike)
                guard strike.hasStruck else { break }
                try await Self.check(change, stage, "\(change) dies at \(first), then at \(second)")
                // Deaths of a start that reads the same things come to the same.
                second += 3
                pairs += 1
            }
            guard !isOver else { break }
            first += 2
        }
        #expect(pairs > 10)
    }

    /// The next starts, in which nothing fails.
    private static func check(_ change: Change, _ stage: Stage, _ comment: Comment) async throws {
        try await stage.run(change)
        let family = stage.family
        #expect(family.directory.accounts == [family.account], comment)
        let active = try family.facts.activeDevices
        #expect(active.count == change.deviceCount, comment)
        #expect(Set(active.map(\.slot)).count == active.count, comment)
        let world = change.isOfSecond ? family.second : family.first
        let opening = try await world.process().open(.background)
        #expect(opening.decision == .proceed(isConfirmed: true), comment)
        let record = try #require(opening.record, comment)
        #expect(active.contains(record.device), comment)
        #expect(try Set(world.keyNames()) == Set(record.keyNames), comment)
        if change == .asksForItsPlace || change == .recovers {
            // One key and its successor, whatever died in between.
            #expect(try family.facts.members.count == (change == .recovers ? 2 : 3), comment)
        }
    }
}
