import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import Testing

@testable import HoldfastLab

/// A platform denies something that is there, at some of the times that it is asked.
@Suite("Denials")
struct DenialTests {
    /// How the platform denies it.
    enum Denial: String, CaseIterable {
        /// "There is no such thing."
        case missing
        /// "Its key was destroyed."
        case invalidated
    }

    /// A store that denies one item at reads of these numbers, from 0.
    private struct DenyingStore: PassThroughStore {
        let base: any ItemStore
        let account: String
        let places: Set<Int>
        let denial: Denial
        let calls = Locked(0)

        func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
            if try isDenied(key) { return nil }
            return try await base.read(key, prompt: prompt)
        }

        func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
            if try isDenied(key) { return nil }
            return try base.readWithoutPrompt(key)
        }

        private func isDenied(_ key: ItemKey) throws(KeychainError) -> Bool {
            guard key.account == account else { return false }
            let number = calls.withLock { count in
                count += 1
                return count - 1
            }
            guard places.contains(number) else { return false }
            if denial == .invalidated { throw KeychainError(.keyInvalidated, "destroyed") }
            return true
        }
    }

    private static func identity(_ world: World, _ store: any ItemStore) -> DeviceIdentity {
        DeviceIdentity(
            IdentityParts(
                keys: SoftwareKeyStore(over: store), store: store,
                database: ContainerIdentityDatabase(world.container), directory: world.directory,
                container: world.container, pause: .zero))
    }

    @Test(
        "P1: two denials at any two moments never make a key lost, and change nothing",
        arguments: Denial.allCases, ["signing key", "marker"])
    func twice(denial: Denial, of thing: String) async throws {
        let (world, record) = try await World.settled()
        let account = thing == "marker" ? "marker" : record.signingKeyName.account
        var asked = 0
        for first in 0..<6 {
            for second in (first + 1)..<7 {
                let store = DenyingStore(
                    base: world.store, account: account, places: [first, second], denial: denial)
                let opening = try await Self.identity(world, store).open(.foreground)
                asked = max(asked, store.calls.withLock { $0 })
                #expect(
                    !opening.decision.changesIdentity && opening.decision != .needsDecision,
                    "\(opening.decision) after \(first), \(second)")
                let next = try await world.process().open(.foreground)
                #expect(next.decision == .proceed(isConfirmed: true) && next.record == record)
            }
        }
        #expect(asked > 1)
    }

    @Test("What is denied each time is lost", arguments: Denial.allCases)
    func always(denial: Denial) async throws {
        let (world, record) = try await World.settled()
        let store = DenyingStore(
            base: world.store, account: record.signingKeyName.account, places: Set(0..<100),
            denial: denial)
        let opening = try await Self.identity(world, store).open(.foreground)
        #expect(opening.decision == .keyLost(denial == .missing ? .missing : .invalidated))
    }
}
