#if os(Linux)
public import HoldfastE2EE
public import HoldfastWire

/// A message that was received, as the history keeps it.
public struct ReceivedMessage: Sendable {
    /// What there is of it.
    public enum Content: Sendable {
        /// It was opened.
        case opened(
            MessageBody, grade: SecrecyGrade, standing: SenderStanding, completeness: Completeness)
        /// It could not be opened; its sender is asked to wrap it again.
        case unopened(Receipt.Reason)
    }

    /// What the message said of itself, signed.
    public let header: MessageHeader
    /// What there is of it.
    public let content: Content
    /// When it was stored, by this device's clock, in seconds since 1970.
    public let received: Int64
    /// Its place in its conversation; see ``ConversationEntry/place``.
    let place: UInt64

    /// Whether its content is in the history.
    public var isOpened: Bool {
        if case .opened = content { true } else { false }
    }
}
#endif
