public import HoldfastCore
public import HoldfastWire

/// Keeps what was received, so that each message is shown once and none is lost.
///
/// It is one database with the prekeys: a one-time prekey goes in the transaction in which the
/// message that it opened comes. A death before it leaves both the message at the server and the
/// prekey here, a death after it leaves neither needed.
public protocol MessageHistory: PrekeyStore {
    /// What is remembered of a message.
    ///
    /// - Parameters:
    ///   - message: the message's name.
    ///   - sender: the device that sent it.
    ///   - counter: its counter.
    /// - Returns: what is remembered; never a guess (P1).
    /// - Throws: what kept the history from answering.
    func recollection(
        of message: MessageID, from sender: DeviceID, counter: UInt64
    ) async throws(KeychainError) -> Recollection

    /// Stores a message that was opened and uses its one-time prekey up, in one durable transaction
    /// (P2, P5).
    ///
    /// In it, in this order: if the message is in the history with its content, nothing changes and
    /// the answer is ``CommitOutcome/known``; if ``OpenedMessage/spent`` names a prekey of which
    /// there is no row, nothing changes and the answer is ``CommitOutcome/prekeyGone``; otherwise
    /// the message is stored, taking the place of one that could not be opened, and the prekey's
    /// row is replaced by a tombstone of ``PrekeyTombstone/Reason/used``.
    ///
    /// - Parameter opened: the message.
    /// - Returns: what came of it.
    /// - Throws: what kept the history from writing; nothing was changed.
    func commit(_ opened: OpenedMessage) async throws(KeychainError) -> CommitOutcome

    /// Notes a message that cannot be opened, and the receipt that goes to its sender.
    ///
    /// It is one durable transaction. No prekey is used up. A message that is there with its content
    /// stays.
    ///
    /// - Parameter failed: what is known of it.
    /// - Throws: what kept the history from writing; nothing was changed.
    func commit(_ failed: FailedMessage) async throws(KeychainError)
}

/// What came of storing a message.
public enum CommitOutcome: UInt8, Sendable, CaseIterable {
    /// It is in the history now, and its one-time prekey is gone.
    case stored = 1
    /// It was there before; another process was faster.
    case known = 2
    /// Its one-time prekey has served another message: nothing was stored.
    case prekeyGone = 3
}

/// A message that is its sender's and could not be opened.
public struct FailedMessage: Sendable, Hashable {
    /// What the message said of itself, signed.
    public let header: MessageHeader
    /// Why it cannot be opened.
    public let reason: Receipt.Reason
    /// What goes to the sender.
    public let receipt: SignedReceipt

    /// Makes the note.
    ///
    /// - Parameters:
    ///   - header: what the message said of itself.
    ///   - reason: why it cannot be opened.
    ///   - receipt: what goes to the sender.
    public init(_ header: MessageHeader, reason: Receipt.Reason, receipt: SignedReceipt) {
        self.header = header
        self.reason = reason
        self.receipt = receipt
    }
}
