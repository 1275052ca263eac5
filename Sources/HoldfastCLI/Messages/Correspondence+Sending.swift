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
        let posted: [MessageID: PostedMessage]
        /// Why others were not sent.
        let failures: [MessageID: PostError]
        /// Whether this device may not send now.
        let mustReopen: Bool
    }

    /// Tries to send all that waits.
    ///
    /// - Parameter policy: which grades the person permits in this run.
    /// - Returns: what came of it.
    /// - Throws: what kept the history from answering or writing; nothing is lost.
    func pump(_ policy: GradePolicy) async throws(KeychainError) -> Round {
        let lock = try await lock("outbox.lock", whileBusy: "is sending", patience: .seconds(30))
        defer { withExtendedLifetime(lock) {} }
        let waiting = try await history.waitingMessages().map(\.id)
        let courier = RelayCourier(post, policy: policy)
        let outcome = try await OutboxPump(
            history, courier: courier, wallClock: device.session.wallClock
        ).run()
        var messages: [OutgoingMessage] = []
        for id in waiting {
            if let message = try await history.outgoingMessage(id) { messages.append(message) }
        }
        return Round(
            messages: messages, posted: await courier.posted, failures: await courier.failures,
            mustReopen: outcome == .reconcileIdentity)
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
        do throws(RelayError) {
            try await line.acknowledge(answers.map(\.0.position))
        } catch {
            // They come again, and are answered as before.
            failure = failure ?? KeychainError(error, at: relay.address)
        }
        return (answers, failure)
    }
}
