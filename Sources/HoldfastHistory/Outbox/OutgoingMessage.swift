#if os(Linux)
public import HoldfastE2EE
public import HoldfastWire

/// A message that was written here, and how far it has come.
public struct OutgoingMessage: Sendable {
    /// How far a message has come.
    public enum State: Sendable, Hashable {
        /// It is to be sent, from a moment on, in seconds since 1970.
        case waiting(from: Int64)
        /// The server has taken it.
        case sent
        /// It is not sent until the person says so.
        case stopped(StopCause)
        /// The person has given it up: it is not sent any more, by nobody's word.
        case dropped
    }

    /// Why a message is not sent any more by itself.
    public enum StopCause: UInt8, Sendable, CaseIterable {
        /// It is larger than the server takes.
        case tooLarge = 1
        /// The server has shown two entries at one place of an account's log.
        case forkedLog = 2
        /// The server has shown entries of a log that do not verify.
        case falseLog = 3
        /// The server refuses again and again, and shows nothing new.
        case refusedTooOften = 4
        /// A person must agree to something first, such as a lower grade.
        case needsPerson = 5
    }

    /// What was written; it stays, since only from it the message can be wrapped again.
    public let draft: MessageDraft
    /// The envelopes that were made, and for whom.
    public internal(set) var entry: OutboxEntry
    /// How far it has come.
    public internal(set) var state: State
    /// How many of its envelopes were refused in a row.
    public internal(set) var refusals: Int
    /// Messages are sent in this order.
    let order: UInt64

    /// The message's name.
    public var id: MessageID { draft.id }
}

extension OutgoingMessage.StopCause {
    /// The cause that a planner's reason is.
    ///
    /// - Parameter reason: the reason.
    public init(_ reason: OutboxStep.StopReason) {
        switch reason {
        case .tooLarge: self = .tooLarge
        case .forkedLog: self = .forkedLog
        case .falseLog: self = .falseLog
        case .refusedTooOften: self = .refusedTooOften
        }
    }
}
#endif
