import HoldfastCore
import HoldfastE2EE
import HoldfastHistory
import HoldfastRelayClient
import HoldfastWire

extension Correspondence {
    /// What came of trying to send all that waits.
    struct Round {
        /// The messages that waited, in order, as they are now.
        let messages: [OutgoingMessage]
        /// What the relay has taken.
        var posted: [MessageID: PostedMessage] = [:]
        /// Why others were not sent.
        var failures: [MessageID: PostError] = [:]
        /// Whether this device may not send now.
        var mustReopen = false
    }

    /// Has one process at a time send, or change what is to be sent.
    func lockOutbox() async throws(KeychainError) -> FolderLock {
        try await lock("outbox.lock", whileBusy: "is sending", patience: .seconds(30))
    }

    /// Tries to send all that waits.
    ///
    /// - Parameter policy: which grades the person permits in this run.
    /// - Returns: what came of it.
    /// - Throws: what kept the history from answering or writing; nothing is lost.
    func pump(_ policy: GradePolicy) async throws(KeychainError) -> Round {
        let lock = try await lockOutbox()
        defer { withExtendedLifetime(lock) {} }
        let messages = try await history.waitingMessages()
        try await waitShortly(for: messages)
        let waiting = messages.map(\.id)
        let courier = RelayCourier(post, policy: policy)
        let outcome = try await OutboxPump(
            history, courier: courier, wallClock: device.session.wallClock
        ).run()
        var tried: [OutgoingMessage] = []
        for id in waiting {
            if let message = try await history.outgoingMessage(id) { tried.append(message) }
        }
        return Round(
            messages: tried, posted: await courier.posted, failures: await courier.failures,
            mustReopen: outcome == .reconcileIdentity)
    }

    /// Waits for what an earlier command has put off for a moment: a person wants it sent now.
    private func waitShortly(for messages: [OutgoingMessage]) async throws(KeychainError) {
        let now = device.session.wallClock.now.seconds
        let soon = messages.compactMap { message -> Int64? in
            guard case .waiting(let moment) = message.state else { return nil }
            return (now + 1...now + RelayCourier.shortWait).contains(moment) ? moment - now : nil
        }
        guard let wait = soon.max() else { return }
        do {
            try await Task.sleep(for: .seconds(wait))
        } catch {
            throw KeychainError(.userCanceled, "it was interrupted")
        }
    }

    /// Answers devices that could not open what this one has sent.
    ///
    /// - Parameter receipts: what they said.
    /// - Returns: what was done, and why something was not.
    func answer(
        _ receipts: [InboxBatch.Receipt]
    ) async -> (answers: [(InboxBatch.Receipt, ReceiptAnswer)], failure: KeychainError?) {
        var answers: [(InboxBatch.Receipt, ReceiptAnswer)] = []
        var failure: KeychainError?
        for receipt in receipts {
            do throws(PostError) {
                answers.append((receipt, try await post.answer(receipt.signed)))
            } catch {
                failure = KeychainError(error, at: relay.address)
            }
        }
        let unforgotten = await acknowledge(answers.map(\.0.position))
        return (answers, failure ?? unforgotten)
    }

    /// Sends again what devices had not fetched before they were out of their accounts.
    ///
    /// - Parameter rewraps: the relay's notices.
    /// - Returns: what was done, by message, and why something was not.
    func answer(
        _ rewraps: [InboxBatch.Rewrap]
    ) async -> (
        answers: [(InboxBatch.Rewrap, [MessageID: ReceiptAnswer])], failure: KeychainError?
    ) {
        var answers: [(InboxBatch.Rewrap, [MessageID: ReceiptAnswer])] = []
        var failure: KeychainError?
        for rewrap in rewraps {
            do throws(PostError) {
                answers.append((rewrap, try await post.answer(rewrap.notice)))
            } catch {
                failure = KeychainError(error, at: relay.address)
            }
        }
        let unforgotten = await acknowledge(answers.map(\.0.position))
        return (answers, failure ?? unforgotten)
    }

    /// Lets the relay forget what was answered; otherwise it comes again, and is answered as before.
    private func acknowledge(_ positions: [UInt64]) async -> KeychainError? {
        do throws(RelayError) {
            try await line.acknowledge(positions)
            return nil
        } catch {
            return KeychainError(error, at: relay.address)
        }
    }
}
