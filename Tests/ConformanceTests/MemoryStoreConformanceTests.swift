// region: backend
import HoldfastCore
import HoldfastLab
import Testing

@Suite struct MemoryStoreConformanceTests {
    @Test("a store in memory keeps every promise", arguments: ItemStoreConformance.cases)
    func keeps(_ promise: ConformanceCase) async throws {
        let outcome = try await promise.check(subject())
        #expect((outcome == .kept) != notApplicable.contains(promise.name))
    }

    // What this store has no answer to; a case that is missing here has to pass.
    private let notApplicable: Set = [
        "P11: an option that the store does not list is refused",
        "P11: an item that needs a passcode is refused without one",
    ]

    private func subject() -> ConformanceSubject {
        let store = MemoryStore(answerPrompt: { _ in .confirmed })
        var subject = ConformanceSubject(store)
        subject.lock = { store.setAvailability(.locked) }
        subject.unlock = { store.setAvailability(.unlocked) }
        subject.simulateReboot = { store.setAvailability(.beforeFirstUnlock) }
        subject.reopen = { store.reopened() }
        subject.invalidate = { store.invalidate($0, reason: .keyLost) }
        subject.answerPrompts = { store.answerPrompts($0) }
        return subject
    }
}
// endregion
