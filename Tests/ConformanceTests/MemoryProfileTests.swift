import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// The store in memory as devices that can do less.
@Suite struct MemoryProfileTests {
    @Test("a store that lists little refuses the rest", arguments: ItemStoreConformance.cases)
    func keepsWithLittle(_ promise: ConformanceCase) async throws {
        let outcome = try await promise.check(.memory(capabilities: .little))
        #expect((outcome == .kept) != Self.needsMore.contains(promise.name))
    }

    @Test(
        "a device without a passcode refuses what needs one", arguments: ItemStoreConformance.cases)
    func keepsWithoutPasscode(_ promise: ConformanceCase) async throws {
        let store = MemoryStore()
        store.setPasscode(false)
        var subject = ConformanceSubject.memory(store)
        subject.hasPasscode = false
        let outcome = try await promise.check(subject)
        #expect((outcome == .kept) != Self.needsPasscode.contains(promise.name))
    }

    @Test("a store that offers no control says which cases were not checked")
    func withoutControls() async throws {
        var reasons: [String] = []
        for promise in ItemStoreConformance.cases {
            let outcome = try await promise.check(
                ConformanceSubject(MemoryStore(answerPrompt: { _ in .confirmed })))
            if case .notApplicable(let reason) = outcome { reasons.append(reason) }
        }
        let controls = reasons.filter { $0.hasPrefix("the subject has no control ") }
        #expect(controls.count == 21)
        #expect(Set(controls).count == 5)
    }

    @Test("names of cases are unique and begin with a promise")
    func names() {
        let names = ItemStoreConformance.cases.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.prefixMatch(of: /P(1|2|5|6|10|11): [a-z]/) != nil })
    }

    private static let needsMore: Set = [
        "P11: a prompt-free call on a protected item is AUTH_REQUIRED",
        "P11: looking and removing never prompt",
        "P2: a prompt that is not confirmed changes nothing",
        "P11: an item that needs a passcode is refused without one",
    ]

    private static let needsPasscode: Set = [
        "P11: a prompt-free call on a protected item is AUTH_REQUIRED",
        "P11: looking and removing never prompt",
        "P2: a prompt that is not confirmed changes nothing",
        "P11: an option that the store does not list is refused",
    ]
}

extension ConformanceSubject {
    /// A store in memory with every control.
    static func memory(capabilities: StoreCapabilities = .memory) -> ConformanceSubject {
        memory(
            MemoryStore(
                capabilities: capabilities, clock: TickingClock(),
                answerPrompt: { _ in .confirmed }))
    }

    /// A store in memory with every control, made by the caller.
    static func memory(_ store: MemoryStore) -> ConformanceSubject {
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

extension StoreCapabilities {
    /// Two classes and nothing else, as a desktop keyring might offer.
    static let little = StoreCapabilities(
        persistence: .process,
        accessibilities: [.afterFirstUnlock, .afterFirstUnlockThisDeviceOnly],
        accessControls: [.none], keyStorages: [.automatic], hasSynchronizableItems: false,
        hasAccessGroups: false, hasAtomicUpdate: true, isSharedAcrossProcesses: false)
}

/// A clock that is a second later whenever it is looked at, so that no two times are equal.
final class TickingClock: WallClock {
    private let seconds = Locked<Int64>(0)

    var now: UnixTime {
        seconds.withLock { seconds in
            seconds += 1
            return UnixTime(seconds: seconds)
        }
    }
}
