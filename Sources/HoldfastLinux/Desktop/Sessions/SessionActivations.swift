#if os(Linux) && Desktop
import Glibc
public import HoldfastCore

/// An activation source that is fed by logind: the person's session came to the front, or its
/// screen was unlocked.
///
/// An unlocked screen opens no vault; it is a moment at which a prompt can be shown, and at which a
/// state that waits for the vault is worth another try. ``StoreActivations`` tells when the vault
/// itself was opened.
public struct SessionActivations: ActivationSource {
    private let system: BusPlace
    private let user: BusPlace?
    private let userNumber: uid_t

    /// Follows the sessions of this process's user.
    public init() {
        self.init(system: .system, user: .user, userNumber: getuid())
    }

    init(system: BusPlace, user: BusPlace?, userNumber: uid_t) {
        self.system = system
        self.user = user
        self.userNumber = userNumber
    }

    /// The events from now on; of those that nobody took yet only the newest is kept.
    ///
    /// - Returns: a sequence that ends at once where there is no logind, and with the bus.
    public func activations() -> AsyncStream<ActivationEvent> {
        let source = self
        let (stream, continuation) = AsyncStream.makeStream(
            of: ActivationEvent.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            await source.follow { continuation.yield($0) }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private func follow(_ post: @Sendable (ActivationEvent) -> Void) async {
        do throws(BusFailure) {
            let watch = try SessionWatch(system: system, user: user)
            let (events, feed) = AsyncStream.makeStream(of: SessionEvent.self)
            _ = try await watch.follow { feed.yield($0) }
            var state = SessionState()
            _ = state.take(try await watch.logind.sessions(of: userNumber))
            for name in await watch.activeSavers() { _ = state.saver(name, isActive: true) }
            for await event in events {
                for change in try await changes(by: event, &state, watch) {
                    switch change {
                    case .unlocked: post(.unlocked)
                    case .foreground: post(.foreground)
                    case .locked: continue
                    }
                }
            }
        } catch {
            // Nobody tells us of sessions here; the sequence ends, as its documentation says.
        }
    }

    private func changes(
        by event: SessionEvent, _ state: inout SessionState, _ watch: SessionWatch
    ) async throws(BusFailure) -> [SessionState.Change] {
        switch event {
        case .request(let lock, let session): return state.request(lock: lock, of: session)
        case .saver(let name, let isActive): return state.saver(name, isActive: isActive)
        case .stale, .logindChanged(isThere: true), .sleep(isBeginning: false):
            return state.take(try await watch.logind.sessions(of: userNumber))
        case .logindChanged(isThere: false): return state.take([])
        case .sleep(isBeginning: true): return []
        case .ended(let failure): throw failure
        }
    }
}
#endif
