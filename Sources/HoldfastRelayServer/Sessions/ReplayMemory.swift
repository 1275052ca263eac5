#if os(Linux)
internal import Synchronization

/// Remembers requests for as long as their time would be accepted, so that none is done twice.
///
/// What it cannot remember it refuses: requests from before the relay started, or from before it had
/// to forget, are to be made anew with the present time.
final class ReplayMemory: Sendable {
    /// How old a request may be, in seconds.
    static let past: Int64 = 120
    /// How far ahead of the relay's clock a request may be, in seconds.
    static let future: Int64 = 5

    private struct State {
        var recent: Set<[UInt8]> = []
        var older: Set<[UInt8]> = []
        var turned: Int64
        var floor: Int64
    }

    private static let most = 200_000
    private let state: Mutex<State>

    /// Begins to remember.
    init(now: Int64) {
        state = Mutex(State(turned: now, floor: now))
    }

    /// Notes a request; false if its time is out of range or it was seen before.
    func admit(_ request: [UInt8], time: Int64, now: Int64) -> Bool {
        state.withLock { state in
            Self.turn(&state, now)
            guard time >= max(state.floor, now - Self.past), time <= now + Self.future else {
                return false
            }
            guard !state.older.contains(request) else { return false }
            return state.recent.insert(request).inserted
        }
    }

    private static func turn(_ state: inout State, _ now: Int64) {
        let isOld = now - state.turned > past + future
        guard isOld || state.recent.count >= most else { return }
        // Forgotten before its time: nothing that old is accepted any more.
        if !isOld { state.floor = now + future }
        state.older = state.recent
        state.recent = []
        state.turned = now
    }
}
#endif
