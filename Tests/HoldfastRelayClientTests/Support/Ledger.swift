import HoldfastCore
import HoldfastE2EE
import HoldfastLab
import HoldfastRelayClient
import HoldfastWire

/// What a device keeps of its sending, in memory, and what outlives its process.
actor Ledger: PostLedger, HeadMemory, ReceiptMemory {
    private var postings: [MessageID: Posting] = [:]
    private var refusals: [MessageID: Int] = [:]
    private var pins: [AccountID: ContactPin] = [:]
    private var heads: [AccountID: LogHead] = [:]
    private let history: MemoryHistory
    private var sentReceipts: Set<SignedReceipt> = []
    private(set) var accepted: [MessageID] = []

    init(_ history: MemoryHistory) {
        self.history = history
    }

    func add(_ draft: MessageDraft, to contacts: [AccountID]) {
        postings[draft.id] = Posting(
            draft: draft, entry: OutboxEntry(draft.id, to: contacts), envelope: nil)
    }

    func posting(of message: MessageID) async throws(KeychainError) -> Posting? {
        postings[message]
    }

    func store(_ envelope: Envelope, of entry: OutboxEntry) async throws(KeychainError) {
        guard let posting = postings[entry.message] else {
            throw KeychainError(.invalidArgument, "no such message")
        }
        postings[entry.message] = Posting(
            draft: posting.draft, entry: entry, envelope: envelope.bytes)
    }

    func wasAccepted(_ message: MessageID) async throws(KeychainError) {
        accepted.append(message)
        refusals[message] = nil
        dropEnvelope(of: message)
    }

    func wasRefused(_ message: MessageID) async throws(KeychainError) -> Int {
        refusals[message, default: 0] += 1
        dropEnvelope(of: message)
        return refusals[message] ?? 0
    }

    func pin(of account: AccountID) async throws(KeychainError) -> ContactPin? { pins[account] }
    func keep(_ pin: ContactPin) async throws(KeychainError) { pins[pin.account] = pin }

    func head(of account: AccountID) async throws(KeychainError) -> LogHead? { heads[account] }
    func remember(_ head: LogHead, of account: AccountID) async throws(KeychainError) {
        heads[account] = head
    }

    func waitingReceipts() async throws(KeychainError) -> [SignedReceipt] {
        await history.failed.map(\.receipt).filter { !sentReceipts.contains($0) }
    }
    func receiptWasSent(_ signed: SignedReceipt) async throws(KeychainError) {
        sentReceipts.insert(signed)
    }

    private func dropEnvelope(of message: MessageID) {
        guard let posting = postings[message] else { return }
        postings[message] = Posting(draft: posting.draft, entry: posting.entry, envelope: nil)
    }
}
