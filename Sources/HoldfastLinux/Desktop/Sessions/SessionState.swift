#if os(Linux) && Desktop
import HoldfastCore

/// What is known of a user's sessions, from which follows whether the person's screen is open.
///
/// It asks nobody and keeps no time, so that every order of events can be tried.
struct SessionState: Sendable, Equatable {
    /// What a change means.
    enum Change: Sendable, Equatable {
        /// A screen was locked.
        case locked
        /// The last lock is gone.
        case unlocked
        /// A session of the person came to the front.
        case foreground
    }

    private var sessions: [SessionFacts] = []
    /// Sessions that were told to lock and have not been told otherwise since.
    private var lockRequests: Set<String> = []
    private var activeSavers: Set<String> = []

    /// Whether there is a session at this machine's own seat that is in front and not locked.
    var isOpen: Bool {
        activeSavers.isEmpty && local.contains { $0.isActive && !isLocked($0) }
    }

    /// Since when nobody has touched any open session; `nil` if one is in use, or none is open.
    var idleSince: UInt64? {
        let open = local.filter { $0.isActive && !isLocked($0) }
        guard !open.isEmpty, open.allSatisfy({ $0.idleSince != nil }) else { return nil }
        return open.compactMap(\.idleSince).max()
    }

    private var local: [SessionFacts] { sessions.filter { !$0.isRemote } }

    private func isLocked(_ session: SessionFacts) -> Bool {
        session.isLocked || lockRequests.contains(session.path)
    }

    /// Takes what logind says now.
    mutating func take(_ new: [SessionFacts]) -> [Change] {
        change { state in
            let old = state.sessions
            for session in new where !session.isLocked {
                // Its own lock was open, locked and is open again: that answers a request too.
                let wasLocked = old.contains { $0.path == session.path && $0.isLocked }
                if wasLocked { state.lockRequests.remove(session.path) }
            }
            state.sessions = new
            state.lockRequests.formIntersection(new.map(\.path))
        }
    }

    /// Takes a request to lock a session, or to unlock it.
    mutating func request(lock: Bool, of session: String) -> [Change] {
        // A session of another user, or of somebody over the network, is none of this screen.
        guard local.contains(where: { $0.path == session }) else { return [] }
        return change { state in
            if lock {
                state.lockRequests.insert(session)
            } else {
                state.lockRequests.remove(session)
            }
        }
    }

    /// Takes what a screen saver says of itself.
    mutating func saver(_ name: String, isActive: Bool) -> [Change] {
        change { state in
            if isActive {
                state.activeSavers.insert(name)
            } else {
                state.activeSavers.remove(name)
            }
        }
    }

    private mutating func change(_ body: (inout SessionState) -> Void) -> [Change] {
        let before = self
        body(&self)
        var changes: [Change] = []
        if !locks.isSubset(of: before.locks) { changes.append(.locked) }
        if isOpen && !before.isOpen {
            changes.append(before.locks.isEmpty ? .foreground : .unlocked)
        }
        return changes
    }

    /// All that is locked: sessions and savers.
    private var locks: Set<String> {
        Set(local.filter(isLocked).map(\.path)).union(activeSavers)
    }
}
#endif
