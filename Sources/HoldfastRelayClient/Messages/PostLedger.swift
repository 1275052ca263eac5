public import HoldfastCore
public import HoldfastE2EE
public import HoldfastWire

/// Keeps what is sent until every device has it, and what is known of those it goes to.
///
/// Each call is one durable transaction (P5): a death between two of them leaves a message that is
/// sent by the next start, under the same name, so that nobody is shown it twice.
public protocol PostLedger: Sendable {
    /// A message that was written here.
    ///
    /// - Parameter message: the message.
    /// - Returns: what it says and which envelopes were made, or `nil` if the ledger answered that
    ///   there is no such message (P1).
    /// - Throws: what kept it from answering.
    func posting(of message: MessageID) async throws(KeychainError) -> Posting?

    /// Stores an envelope before it is uploaded, in the stead of the one before.
    ///
    /// - Parameters:
    ///   - envelope: the envelope.
    ///   - entry: the message's entry, with the envelope noted.
    /// - Throws: what kept the ledger from writing; nothing was changed.
    func store(_ envelope: Envelope, of entry: OutboxEntry) async throws(KeychainError)

    /// Takes in that the relay has the stored envelope for good.
    ///
    /// - Parameter message: the message.
    /// - Throws: what kept the ledger from writing; the same envelope is uploaded again.
    func wasAccepted(_ message: MessageID) async throws(KeychainError)

    /// Takes in that the relay has refused the stored envelope, which goes.
    ///
    /// - Parameter message: the message.
    /// - Returns: how many were refused in a row, this one included.
    /// - Throws: what kept the ledger from writing; the same envelope is uploaded again.
    func wasRefused(_ message: MessageID) async throws(KeychainError) -> Int

    /// What is remembered of a contact.
    ///
    /// - Parameter account: the contact's account.
    /// - Returns: the pin, or `nil` if the ledger answered that the account is new (P1).
    /// - Throws: what kept it from answering.
    func pin(of account: AccountID) async throws(KeychainError) -> ContactPin?

    /// Remembers a contact.
    ///
    /// - Parameter pin: what is to be remembered.
    /// - Throws: what kept the ledger from writing.
    func keep(_ pin: ContactPin) async throws(KeychainError)
}

/// A message on its way.
public struct Posting: Sendable {
    /// What was written.
    public let draft: MessageDraft
    /// Which envelopes were made, and for whom.
    public let entry: OutboxEntry
    /// The envelope that is to be uploaded; `nil` if one is to be made first.
    public let envelope: [UInt8]?

    /// Says how far a message has come.
    ///
    /// - Parameters:
    ///   - draft: what was written.
    ///   - entry: which envelopes were made, and for whom.
    ///   - envelope: the envelope that is to be uploaded, if one was made.
    public init(draft: MessageDraft, entry: OutboxEntry, envelope: [UInt8]?) {
        self.draft = draft
        self.entry = entry
        self.envelope = envelope
    }
}

/// Gives each envelope of a device a number of its own.
public protocol MessageCounter: Sendable {
    /// Takes the next number, durably, before anything is sent under it.
    ///
    /// - Returns: one more than before.
    /// - Throws: ``IdentityError``; no number was taken.
    func nextMessageCounter() async throws(IdentityError) -> UInt64
}

extension DeviceIdentity: MessageCounter {}
