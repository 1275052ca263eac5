#if os(Linux)
internal import Glibc
internal import Synchronization

/// Ends connections that take too long for what they are doing.
///
/// The library's own time-out starts anew with each byte, so that a client that sends one now and
/// then would keep a connection, and a thread's attention, for ever.
final class ConnectionWatch: Sendable {
    let limits: RelayLimits
    private let clock: RelayClock
    private let connections = Mutex<[ObjectIdentifier: WatchedConnection]>([:])

    /// Makes a watch over nothing.
    init(limits: RelayLimits, clock: RelayClock) {
        self.limits = limits
        self.clock = clock
    }

    /// How many are open.
    var count: Int { connections.withLock { $0.count } }

    /// How many are in the middle of a request whose first line has come.
    var busyCount: Int { connections.withLock { $0.values.count(where: \.isBusy) } }

    /// Begins to watch a connection.
    func open(socket: Int32, address: String) -> WatchedConnection {
        let connection = WatchedConnection(socket: socket, address: address)
        enter(.idle, connection)
        connections.withLock { $0[ObjectIdentifier(connection)] = connection }
        return connection
    }

    /// Ends the watch; after it returns the socket is not touched any more.
    func close(_ connection: WatchedConnection) {
        connections.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(connection)) }
    }

    /// Notes what a connection does from now on.
    func enter(_ phase: WatchedConnection.Phase, _ connection: WatchedConnection) {
        let now = clock.milliseconds()
        let allowed: Int64? =
            switch phase {
            case .idle: limits.idleSeconds * 1_000
            case .headers: limits.stepSeconds * 1_000
            case .body(let count), .answer(let count):
                limits.stepSeconds * 1_000 * (1 + Int64(count) / 65_536)
            case .work: nil
            }
        connection.set(phase, deadline: allowed.map { now + $0 })
    }

    /// Shuts what is over its time; the library then closes it.
    ///
    /// - Returns: how many.
    func shutSlow() -> Int {
        let now = clock.milliseconds()
        // The lock is held while a socket is shut, so that it cannot be closed, and its number given
        // to another connection, in between.
        return connections.withLock { connections in
            var count = 0
            for connection in connections.values where connection.isOver(at: now) {
                shutdown(connection.socket, Int32(SHUT_RDWR))
                count += 1
            }
            return count
        }
    }
}

/// A connection under watch.
final class WatchedConnection: Sendable {
    /// What a connection is doing.
    enum Phase: Sendable, Equatable {
        /// It waits for a request, or is in the middle of its first line.
        case idle
        /// The first line has come.
        case headers
        /// A body of so many bytes is coming.
        case body(Int)
        /// The relay works, or waits for messages.
        case work
        /// An answer of so many bytes is being fetched.
        case answer(Int)
    }

    private struct State {
        var deadline: Int64?
        var target: String?
        var isBusy = false
    }

    /// The socket's number.
    let socket: Int32
    /// The other end's address, as text.
    let address: String
    private let state = Mutex(State())

    init(socket: Int32, address: String) {
        self.socket = socket
        self.address = address
    }

    /// Keeps the target of the request that begins.
    func begin(target: String) { state.withLock { $0.target = target } }

    /// Takes the target of the request that began.
    func takeTarget() -> String? {
        state.withLock { state in
            defer { state.target = nil }
            return state.target
        }
    }

    func set(_ phase: Phase, deadline: Int64?) {
        state.withLock { state in
            state.deadline = deadline
            state.isBusy = phase != .idle
        }
    }

    var isBusy: Bool { state.withLock { $0.isBusy } }

    func isOver(at milliseconds: Int64) -> Bool {
        state.withLock { state in
            guard let deadline = state.deadline, milliseconds > deadline else { return false }
            // Shut once; what is left is the library's.
            state.deadline = nil
            return true
        }
    }
}
#endif
