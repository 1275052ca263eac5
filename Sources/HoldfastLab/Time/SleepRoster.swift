/// Who sleeps on a manual clock until when; decides who wakes, and wakes nobody itself.
struct SleepRoster: Sendable {
    typealias Sleeper = CheckedContinuation<Void, any Error>
    typealias Watcher = CheckedContinuation<Void, Never>

    /// Whom to resume once the lock is released.
    struct Awakening: Sendable {
        var rested: [Sleeper] = []
        var cancelled: [Sleeper] = []
        var watchers: [Watcher] = []

        func wake() {
            for sleeper in rested { sleeper.resume() }
            for sleeper in cancelled { sleeper.resume(throwing: CancellationError()) }
            for watcher in watchers { watcher.resume() }
        }
    }

    private(set) var now = Duration.zero
    private var lastNumber = 0
    private var sleepers: [Int: (deadline: Duration, continuation: Sleeper)] = [:]
    private var watchers: [(count: Int, continuation: Watcher)] = []
    // A cancellation may come before the sleeper has lain down.
    private var cancelledEarly: Set<Int> = []

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func lieDown(
        _ number: Int, until deadline: Duration, _ continuation: Sleeper
    ) -> Awakening {
        if cancelledEarly.contains(number) { return Awakening(cancelled: [continuation]) }
        if deadline <= now { return Awakening(rested: [continuation]) }
        sleepers[number] = (deadline, continuation)
        return Awakening(watchers: takeSatisfiedWatchers())
    }

    mutating func cancel(_ number: Int) -> Awakening {
        if let sleeper = sleepers.removeValue(forKey: number) {
            return Awakening(cancelled: [sleeper.continuation])
        }
        cancelledEarly.insert(number)
        return Awakening()
    }

    /// Called when a sleeper is up again, whatever woke it.
    mutating func forget(_ number: Int) {
        cancelledEarly.remove(number)
    }

    mutating func advance(by duration: Duration) -> Awakening {
        now += duration
        let due = sleepers.filter { $0.value.deadline <= now }
        for number in due.keys { sleepers[number] = nil }
        // Of those that are due at the same time the first to fall asleep wakes first.
        let inOrder = due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        return Awakening(rested: inOrder.map(\.value.continuation))
    }

    mutating func watch(count: Int, _ continuation: Watcher) -> Awakening {
        watchers.append((count, continuation))
        return Awakening(watchers: takeSatisfiedWatchers())
    }

    private mutating func takeSatisfiedWatchers() -> [Watcher] {
        let satisfied = watchers.filter { $0.count <= sleepers.count }
        watchers.removeAll { $0.count <= sleepers.count }
        return satisfied.map(\.continuation)
    }
}
