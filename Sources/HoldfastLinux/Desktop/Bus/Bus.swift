#if os(Linux) && Desktop
import Glibc
import HoldfastCrypto

/// Which bus to speak to.
package enum BusPlace: Sendable, Equatable {
    /// The machine's; `DBUS_SYSTEM_BUS_ADDRESS` names another.
    case system
    /// The user's; `DBUS_SESSION_BUS_ADDRESS` names another.
    case user
    /// One at an address of the D-Bus Specification, "Server Addresses".
    case address(String)
}

/// A connection to a message bus, on a thread of its own.
///
/// Nothing waits on the cooperative pool: calls are handed to the thread and resumed by it. Every
/// call ends, at the latest with its time-out; if the bus goes away all end at once with `gone`.
package final class Bus: Sendable {
    /// How long an answer may take: a service may have to be started first.
    package static let standardTimeout = Duration.seconds(10)

    let mailbox: BusMailbox
    private let lastNumber = Locked(0)

    /// Begins to connect.
    ///
    /// - Parameter place: which bus.
    /// - Throws: `noBus` if there can be no thread; what else keeps it from connecting is what the
    ///   first call throws.
    package init(_ place: BusPlace) throws(BusFailure) {
        mailbox = try BusMailbox()
        try BusThread.start(place, mailbox)
    }

    deinit { mailbox.post(.close) }

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - call: whom and what.
    ///   - timeout: how long to wait for the answer.
    /// - Returns: the answer.
    /// - Throws: `noBus`, `gone`, `timedOut`, `refused` or `malformed`.
    package func call(
        _ call: BusCall, timeout: Duration = standardTimeout
    ) async throws(BusFailure) -> BusMessage {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<BusMessage, BusFailure>, Never>) in
            mailbox.post(.call(call, timeout: timeout) { continuation.resume(returning: $0) })
        }
        return try result.get()
    }

    /// Follows signals.
    ///
    /// - Parameters:
    ///   - match: which ones.
    ///   - deliver: told of each on the connection's thread; must be quick.
    /// - Returns: what keeps it going; releasing it ends it.
    /// - Throws: as ``call(_:timeout:)``.
    package func follow(
        _ match: BusMatch, _ deliver: @escaping @Sendable (BusEvent) -> Void
    ) async throws(BusFailure) -> BusFollowing {
        let number = lastNumber.withLock { number in
            number += 1
            return number
        }
        let following = BusFollowing(number, mailbox)
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<BusMessage, BusFailure>, Never>) in
            mailbox.post(.follow(number, match, deliver) { continuation.resume(returning: $0) })
        }
        _ = try result.get()
        return following
    }
}

/// Signals are followed for as long as this is there.
package final class BusFollowing: Sendable {
    private let number: Int
    private let mailbox: BusMailbox

    init(_ number: Int, _ mailbox: BusMailbox) {
        self.number = number
        self.mailbox = mailbox
    }

    deinit { mailbox.post(.leave(number)) }
}
#endif
