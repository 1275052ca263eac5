import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLab

/// Each stock invariant finds a store, or an app, that breaks it.
@Suite("Invariants")
struct InvariantTests {
    @Test("P4: a save while saving is suspended is found")
    func suspension() async throws {
        let scenario = Scenario("hasty", story: "An app saves although it could not load.") { run in
            try await ChatApp(run).save(state: "state 1")
        } body: { run in
            let app = ChatApp(run)
            run.suspendSaving(true)
            do {
                _ = try await app.store.read(ChatApp.state())
                run.suspendSaving(false)
            } catch {
                run.phone.note("the app does not care")
            }
            await Scenario.leavingErrors(to: run) { try await app.save(state: "state 2") }
        }
        let result = try await Explorer(depth: .singles).explore(
            scenario, on: .iPhone(), with: .container)
        #expect(result.findings.map(\.violation.promise).contains(.suspendedMeansSuspended))
    }

    @Test("P6: an item that nobody removed and that is gone is found")
    func disappearance() async throws {
        let store = spoiled { base, key throws(KeychainError) in
            let item = try base.readWithoutPrompt(key)
            _ = try base.removeWithoutPrompt(key)
            return item
        }
        let result = try await explore(store)
        let found = try #require(result.findings.first)
        #expect(found.violation.promise == .onlyRemoveRemoves)
        #expect(found.plan.faults.isEmpty)
    }

    @Test("An item that is called invalidated without a cause is found")
    func falseInvalidation() async throws {
        let store = spoiled { base, key throws(KeychainError) in
            do {
                return try base.readWithoutPrompt(key)
            } catch {
                throw KeychainError(.keyInvalidated, "whatever it was")
            }
        }
        let result = try await explore(store)
        #expect(result.findings.map(\.violation.promise) == [.noFalseInvalidation])
    }

    @Test("P2: a value that nobody wrote is found")
    func inventedValue() async throws {
        let store = spoiled { base, key throws(KeychainError) in
            guard let item = try base.readWithoutPrompt(key) else { return nil }
            return Item(value: SecretBytes(utf8: "another"), attributes: item.attributes)
        }
        let result = try await explore(store)
        #expect(result.findings.map(\.violation.promise) == [.doneMeansDurable])
    }

    @Test("A scenario's own invariant is checked after each play, on a phone without faults")
    func ownInvariant() async throws {
        let checked = Locked(0)
        let own = Invariant("the store can be used") { aftermath in
            checked.withLock { $0 += 1 }
            #expect(aftermath.reads.count == 1)
            return aftermath.plan == .none ? [] : [Violation(item: "state", "struck")]
        }
        let scenario = Scenario(
            "own", story: "An app reads.", invariants: Invariant.stock + [own],
            setUp: { try await ChatApp($0).save(state: "state 1") },
            body: { run in
                await Scenario.leavingErrors(to: run) {
                    _ = try await ChatApp(run).store.read(ChatApp.state())
                }
            })
        let result = try await Explorer(depth: .singles).explore(
            scenario, on: .iPhone(), with: .container)
        #expect(result.findings.map(\.violation.promise) == [.ownInvariant])
        #expect(checked.withLock { $0 } >= result.coverage.playCount)
    }

    private func explore(_ store: LabStore) async throws -> Exploration {
        let scenario = Scenario("reading", story: "An app reads its state.") { run in
            try await ChatApp(run).save(state: "state 1")
        } body: { run in
            await Scenario.leavingErrors(to: run) {
                _ = try await ChatApp(run).store.read(ChatApp.state())
            }
        }
        return try await Explorer(depth: .singles).explore(scenario, on: .iPhone(), with: store)
    }

    private func spoiled(
        _ read: @escaping @Sendable (any ItemStore, ItemKey) throws(KeychainError) -> Item?
    ) -> LabStore {
        LabStore("spoiled", summary: "a read that does something else") {
            SpoiledStore(base: LabStore.container.open(in: $0), reading: read)
        }
    }
}

private struct SpoiledStore: PassThroughStore {
    let base: any ItemStore
    let reading: @Sendable (any ItemStore, ItemKey) throws(KeychainError) -> Item?

    func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        try reading(base, key)
    }

    func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        try reading(base, key)
    }
}
