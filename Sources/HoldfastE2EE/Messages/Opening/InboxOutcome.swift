public import HoldfastWire

/// What became of a message that the server gave.
public struct InboxOutcome: Sendable {
    /// What the server is told, and what else is to be done.
    public enum Verdict: Sendable {
        /// It is in the history now; acknowledge it.
        case stored(OpenedMessage)
        /// It was received before; acknowledge it, and show nothing.
        case duplicate
        /// It cannot be opened, and the history knows that; acknowledge it, and send the receipt.
        case notOpened(SignedReceipt)
        /// No honest sender made it for this device; acknowledge and drop it.
        case dropped(OpenFailure)
        /// Do not acknowledge it: do what the failure's action says, and take it again.
        case waiting(OpenFailure)
    }

    /// What the server is told.
    public let verdict: Verdict
    /// What the app shows.
    public let events: [MessageEvent]

    /// Whether the server may forget the message: nothing that it holds is needed any more.
    public var isAcknowledged: Bool {
        switch verdict {
        case .stored, .duplicate, .notOpened, .dropped: true
        case .waiting: false
        }
    }
}
