import HoldfastCore
import HoldfastE2EE
import HoldfastHistory
import HoldfastRelayClient
import HoldfastWire

/// Fetches what waits at the relay, stores it, and writes it.
@MainActor
final class Reception {
    private let here: Correspondence
    private let printer: InboxPrinter
    private var reader: InboxReader?
    /// The worst of what was written, as an exit status.
    private(set) var exitStatus: Int32 = 0
    /// Whether something came, for which prekeys may have been used up.
    var hasReceived = false

    /// Takes a device that is in order.
    init(_ here: Correspondence) {
        self.here = here
        printer = InboxPrinter(history: here.history, session: here.device.session)
    }

    /// What came of a look into the inbox.
    enum Look {
        /// It was read; whether nothing lay there any more.
        case read(isLast: Bool)
        /// The relay was not heard, or what it says is not to be believed.
        case failed(KeychainError)
    }

    /// Writes what an earlier run has stored and not written.
    ///
    /// - Throws: what kept history or output from it.
    func writeStored() async throws(Failure) {
        let conversations = try await attempt { () async throws(KeychainError) in
            try await here.history.conversations()
        }
        for conversation in conversations where conversation.taken < conversation.placeCount {
            do throws(LogsError) {
                _ = try await here.logs.log(of: conversation.account)
            } catch {
                // Only for names; ids stand for them, and the next look says what is wrong.
            }
        }
        try await printer.writeNew(try await people())
    }

    /// Fetches a page, stores it, and writes what is new.
    ///
    /// - Parameter seconds: how long the relay waits for something to come.
    /// - Returns: what came of it.
    /// - Throws: what kept history or output from it.
    func look(waiting seconds: Int) async throws(Failure) -> Look {
        let reader: InboxReader
        do throws(LogsError) {
            reader = try await openReader()
        } catch {
            return .failed(KeychainError(error, at: here.relay.address))
        }
        let batch: InboxBatch
        do throws(RelayError) {
            batch = try await reader.fetch(waiting: seconds)
        } catch {
            return .failed(KeychainError(error, at: here.relay.address))
        }
        try await take(batch)
        return .read(isLast: batch.isLast)
    }

    private func openReader() async throws(LogsError) -> InboxReader {
        if let reader { return reader }
        let new = try await here.reader()
        reader = new
        return new
    }

    private func take(_ batch: InboxBatch) async throws(Failure) {
        hasReceived = hasReceived || !batch.messages.isEmpty
        for outcome in batch.messages { try await take(outcome) }
        let people = try await people()
        try await printer.writeNew(people)
        let (answers, failure) = await here.answer(batch.receipts)
        for (receipt, answer) in answers {
            if let event = InboxEvent(answer, receipt.signed.receipt, people) { try write(event) }
        }
        for trouble in batch.troubles { try write(InboxEvent(trouble, at: here.relay.address)) }
        if let failure { try write(InboxEvent("couldNotAnswer", failure)) }
        try await answer(batch.rewraps, people)
    }

    private func answer(_ rewraps: [InboxBatch.Rewrap], _ people: People) async throws(Failure) {
        let (answers, failure) = await here.answer(rewraps)
        for (rewrap, messages) in answers {
            for message in rewrap.notice.messages {
                if let answer = messages[message],
                    let event = InboxEvent(answer, message, rewrap.notice, people)
                {
                    try write(event)
                }
            }
        }
        if let failure { try write(InboxEvent("couldNotAnswer", failure)) }
    }

    private func take(_ outcome: InboxOutcome) async throws(Failure) {
        var header: MessageHeader?
        if case .stored(let message) = outcome.verdict {
            header = message.header
            try await hear(message.header)
        }
        if case .waiting(let failure) = outcome.verdict {
            try write(InboxEvent(waiting: failure))
        }
        for event in outcome.events {
            if let event = InboxEvent(event, header) { try write(event) }
        }
    }

    /// Takes in what a message says of its sender's devices.
    private func hear(_ header: MessageHeader) async throws(Failure) {
        let account = header.sender.account
        guard account != here.record.account, let log = await here.logs.known[account] else {
            return
        }
        let event = try await attempt { () async throws(KeychainError) in
            try await here.ledger.heard(header, in: log)
        }
        guard let event else { return }
        for event in InboxEvent.of(event, account, try await people()) { try write(event) }
    }

    private func people() async throws(Failure) -> People {
        try await attempt { () async throws(KeychainError) in try await here.people() }
    }

    private func attempt<R>(
        _ body: () async throws(KeychainError) -> R
    ) async throws(Failure) -> R {
        try await here.device.session.attempt("cannot read the inbox", body)
    }

    private func write(_ event: InboxEvent) throws(Failure) {
        exitStatus = max(exitStatus, event.exitStatus)
        try printer.write(event)
    }
}
