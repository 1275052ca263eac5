#if os(Linux) && Desktop
import Glibc
import HoldfastCrypto

/// What the users of a connection want from its thread.
enum BusCommand: Sendable {
    /// Send a call; the answer comes on the connection's thread.
    case call(BusCall, timeout: Duration, @Sendable (Result<BusMessage, BusFailure>) -> Void)
    /// Send the signals that fit from now on; the second is told when the bus knows of it.
    case follow(
        Int, BusMatch, @Sendable (BusEvent) -> Void,
        @Sendable (Result<BusMessage, BusFailure>) -> Void)
    /// Send them no more.
    case leave(Int)
    /// End the connection.
    case close

    /// Answers without a connection.
    func fail(_ failure: BusFailure) {
        switch self {
        case .call(_, _, let answer), .follow(_, _, _, let answer): answer(.failure(failure))
        case .leave, .close: return
        }
    }
}

/// The way to a connection's thread: a list of commands, and a pipe that wakes the thread.
final class BusMailbox: Sendable {
    private enum State: Sendable {
        case open([BusCommand])
        case ended(BusFailure)
    }

    /// Readable when there is something in the list.
    let wakeEnd: Int32
    private let writeEnd: Int32
    private let state = Locked<State>(.open([]))

    /// Makes an empty one.
    ///
    /// - Throws: `noBus` with the system's number if there are no descriptors left.
    init() throws(BusFailure) {
        var ends: [Int32] = [-1, -1]
        // A pipe by a call that takes flags is hidden by the C library's module; a socket is not.
        let kind =
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            | Int32(SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .noBus(errno) }
        (wakeEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(wakeEnd)
        close(writeEnd)
    }

    /// Puts a command into the list, or fails it where the connection has ended.
    func post(_ command: BusCommand) {
        let failure = state.withLock { state -> BusFailure? in
            switch state {
            case .open(let commands):
                state = .open(commands + [command])
                return nil
            case .ended(let failure): return failure
            }
        }
        if let failure { return command.fail(failure) }
        var byte: UInt8 = 1
        // A full socket has woken the thread already.
        _ = send(writeEnd, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    /// Takes everything out of the list.
    func takeAll() -> [BusCommand] {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(wakeEnd, &bytes, bytes.count) > 0 {}
        return state.withLock { state in
            guard case .open(let commands) = state else { return [] }
            state = .open([])
            return commands
        }
    }

    /// Fails what is in the list, and everything that is posted from now on.
    func end(_ failure: BusFailure) {
        let left = state.withLock { state -> [BusCommand] in
            guard case .open(let commands) = state else { return [] }
            state = .ended(failure)
            return commands
        }
        for command in left { command.fail(failure) }
    }
}
#endif
