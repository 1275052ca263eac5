import HoldfastCore
import HoldfastE2EE
import HoldfastHistory
import HoldfastRelayClient
import HoldfastWire

/// What a vault's device keeps of its sending: messages in its history, contacts in its vault.
actor VaultLedger: PostLedger, ReceiptMemory {
    private let history: HistoryDatabase
    private let book: ContactBook
    /// The pins as they were read, so that what another process changes meanwhile is not undone.
    private var known: [AccountID: Contact] = [:]

    /// Takes history and contacts.
    ///
    /// - Parameters:
    ///   - history: keeps the messages.
    ///   - book: keeps the contacts' pins.
    init(_ history: HistoryDatabase, _ book: ContactBook) {
        self.history = history
        self.book = book
    }

    func posting(of message: MessageID) async throws(KeychainError) -> Posting? {
        // Of one that was dropped nothing is sent any more, whoever asks for it.
        guard let outgoing = try await history.outgoingMessage(message),
            outgoing.state != .dropped
        else { return nil }
        return Posting(
            draft: outgoing.draft, entry: outgoing.entry,
            envelope: try await history.envelope(of: message))
    }

    func store(_ envelope: Envelope, of entry: OutboxEntry) async throws(KeychainError) {
        try await history.store(envelope, of: entry)
    }

    func wasAccepted(_ message: MessageID) async throws(KeychainError) {
        try await history.wasAccepted(message)
    }

    func wasRefused(_ message: MessageID) async throws(KeychainError) -> Int {
        try await history.wasRefused(message)
    }

    func waitingReceipts() async throws(KeychainError) -> [SignedReceipt] {
        try await history.waitingReceipts()
    }

    func receiptWasSent(_ signed: SignedReceipt) async throws(KeychainError) {
        try await history.receiptWasSent(signed)
    }

    func pin(of account: AccountID) async throws(KeychainError) -> ContactPin? {
        known[account] = try await book.contact(of: account)
        return known[account]?.pin
    }

    func keep(_ pin: ContactPin) async throws(KeychainError) {
        let before = known[pin.account]
        // A contact that has no name yet has its account's id for one.
        let name = before?.name ?? Hexadecimal.text(of: pin.account.bytes)
        let stored = try await book.update(name) { (now) throws(KeychainError) in
            guard now == before?.pin else { throw StoreConflict.versionChanged.error }
            return pin
        }
        known[pin.account] = Contact(name: name, pin: stored)
    }

    /// Takes in the place of a contact's log that a message of its devices has named.
    ///
    /// - Parameters:
    ///   - header: what the message said of itself, verified.
    ///   - log: the contact's log, verified.
    /// - Returns: what is new of the contact; `nil` for nothing, and for one that has no pin.
    /// - Throws: what kept the vault from answering or writing.
    func heard(
        _ header: MessageHeader, in log: DeviceLog
    ) async throws(KeychainError) -> ContactEvent? {
        guard var pin = try await pin(of: log.account) else { return nil }
        let before = pin
        let event = pin.take(named: header.sender.head, by: header.sender.device, in: log)
        if pin != before { try await keep(pin) }
        return event
    }
}
