#if os(Linux)
public import HoldfastCore

/// Carries one message to the server; who writes one knows logs, prekeys and the network.
public protocol OutboxCourier: Sendable {
    /// Tries to get a message to the server.
    ///
    /// If ``HistoryDatabase/envelope(of:)`` has an envelope, it uploads that one; otherwise it makes
    /// one, stores it with ``HistoryDatabase/store(_:of:)``, and uploads it. What it answers is noted
    /// by who called.
    ///
    /// - Parameters:
    ///   - message: the message.
    ///   - outbox: where it is.
    /// - Returns: what came of it.
    /// - Throws: what kept the outbox from answering or writing; the message is tried again.
    func carry(
        _ message: OutgoingMessage, from outbox: HistoryDatabase
    ) async throws(KeychainError) -> CourierAnswer
}

/// What came of a try to send a message.
public enum CourierAnswer: Sendable, Hashable {
    /// The server has it for good.
    case accepted
    /// The server has refused the envelope, and the next one may do: again, at once.
    case refused
    /// Not now; again in so many seconds.
    case later(seconds: Int64)
    /// Nothing was heard of the server: it may or may not have the envelope.
    case unreachable
    /// The message goes back to the person.
    case stopped(OutgoingMessage.StopCause)
    /// This device may not send now: its identity is to be opened again first.
    case notPermitted
}
#endif
