#if os(Linux)
internal import HoldfastWire
internal import Synchronization

/// The devices that wait for a message to come.
final class InboxWaiters: Sendable {
    private struct Waiter {
        let deadline: Int64
        let act: @Sendable () -> Void
    }

    private struct State {
        var waiters: [InboxName: [Int: Waiter]] = [:]
        var count = 0
        var next = 0
        var isStopped = false
    }

    private let state = Mutex(State())

    /// How many wait.
    var count: Int { state.withLock { $0.count } }

    /// Waits; nil if the relay is stopping.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - account: its account.
    ///   - deadline: until when, in milliseconds of the clock that never goes backwards.
    ///   - act: runs once: when something came, at the deadline, or when the relay stops.
    /// - Returns: what ``cancel(_:_:of:)`` takes.
    func wait(
        _ device: DeviceID, of account: AccountID, until deadline: Int64,
        _ act: @escaping @Sendable () -> Void
    ) -> Int? {
        state.withLock { state in
            guard !state.isStopped else { return nil }
            state.next += 1
            state.count += 1
            let name = InboxName(account: account, device: device)
            state.waiters[name, default: [:]][state.next] = Waiter(deadline: deadline, act: act)
            return state.next
        }
    }

    /// Waits no more; false if it has acted already.
    func cancel(_ number: Int, _ device: DeviceID, of account: AccountID) -> Bool {
        state.withLock { state in
            let name = InboxName(account: account, device: device)
            guard state.waiters[name]?.removeValue(forKey: number) != nil else { return false }
            if state.waiters[name]?.isEmpty == true { state.waiters[name] = nil }
            state.count -= 1
            return true
        }
    }

    /// Something came for some devices.
    func wake(_ names: [InboxName]) {
        let woken = state.withLock { state -> [Waiter] in
            var woken: [Waiter] = []
            for name in names where !state.waiters.isEmpty {
                guard let found = state.waiters.removeValue(forKey: name) else { continue }
                state.count -= found.count
                woken += found.values
            }
            return woken
        }
        for waiter in woken { waiter.act() }
    }

    /// Those that have waited long enough wait no more.
    func expire(at milliseconds: Int64) {
        act { $0.deadline <= milliseconds }
    }

    /// Something may have come for anybody.
    func wakeAll() {
        act { _ in true }
    }

    /// Nobody waits any more.
    func stop() {
        state.withLock { $0.isStopped = true }
        wakeAll()
    }

    private func act(on isOver: (Waiter) -> Bool) {
        let over = state.withLock { state -> [Waiter] in
            var over: [Waiter] = []
            for (name, waiters) in state.waiters {
                let left = waiters.filter { !isOver($0.value) }
                guard left.count < waiters.count else { continue }
                over += waiters.values.filter(isOver)
                state.count -= waiters.count - left.count
                state.waiters[name] = left.isEmpty ? nil : left
            }
            return over
        }
        for waiter in over { waiter.act() }
    }
}
#endif
