public import HoldfastCore
public import HoldfastE2EE
public import HoldfastWire

/// Keeps the receipts of messages that could not be opened until their senders were told.
public protocol ReceiptMemory: Sendable {
    /// The receipts that are not known to be sent.
    ///
    /// - Returns: the receipts, in any order.
    /// - Throws: what kept the memory from answering.
    func waitingReceipts() async throws(KeychainError) -> [SignedReceipt]

    /// Takes in that a receipt was sent.
    ///
    /// - Parameter signed: the receipt.
    /// - Throws: what kept the memory from writing; the receipt is sent again.
    func receiptWasSent(_ signed: SignedReceipt) async throws(KeychainError)
}

/// Fetches what waits for this device, and lets the relay forget it only once it is stored here.
public actor InboxReader {
    private let session: RelaySession
    private let inbox: MessageInbox
    private let logs: AccountLogs
    private let receipts: any ReceiptMemory
    private let account: AccountID
    /// Behind what lies here and cannot be taken in now, so that it does not hold up the rest.
    private var position: UInt64 = 0

    /// Takes what the reader works with.
    ///
    /// - Parameters:
    ///   - session: this device's session.
    ///   - inbox: takes the messages in.
    ///   - logs: the accounts' logs.
    ///   - receipts: keeps receipts until they are sent.
    ///   - account: this device's account.
    public init(
        _ session: RelaySession, into inbox: MessageInbox, logs: AccountLogs,
        receipts: any ReceiptMemory, account: AccountID
    ) {
        self.session = session
        self.inbox = inbox
        self.logs = logs
        self.receipts = receipts
        self.account = account
    }

    /// Fetches a page, takes it in, and acknowledges what is stored.
    ///
    /// What cannot be taken in now stays at the relay and is looked at again once the rest is
    /// fetched. A receipt of another device stays too, until ``acknowledge(_:)`` is told of it.
    ///
    /// - Parameter seconds: how long to wait for something to come; 0 to 55.
    /// - Returns: what came. It says itself whether the relay was told: what was stored is in it
    ///   even if that failed, as it comes no second time.
    /// - Throws: ``RelayError`` if the page could not be fetched.
    public func fetch(waiting seconds: Int = 0) async throws(RelayError) -> InboxBatch {
        var batch = InboxBatch()
        let page = try await session.inbox(after: position, waiting: seconds)
        batch.prekeyCount = Int(page.prekeyCount)
        if page.items.isEmpty { position = 0 }
        var done: [UInt64] = []
        for item in page.items {
            let isDone = await take(item, &batch)
            if isDone { done.append(item.position) } else { position = item.position }
        }
        batch.isLast = page.items.isEmpty
        do throws(RelayError) {
            try await session.acknowledge(done)
        } catch {
            batch.troubles.append(.relay(error))
        }
        await sendReceipts(&batch)
        return batch
    }

    /// Lets the relay forget receipts that were answered.
    ///
    /// - Parameter answered: what ``InboxBatch/receipts`` gave.
    /// - Throws: ``RelayError``; they come again.
    public func acknowledge(_ answered: [InboxBatch.Receipt]) async throws(RelayError) {
        try await session.acknowledge(answered.map(\.position))
    }

    /// Lets the relay forget notices that were answered.
    ///
    /// - Parameter answered: what ``InboxBatch/rewraps`` gave.
    /// - Throws: ``RelayError``; they come again.
    public func acknowledge(_ answered: [InboxBatch.Rewrap]) async throws(RelayError) {
        try await session.acknowledge(answered.map(\.position))
    }

    /// Takes an item in; whether the relay may forget it.
    private func take(_ item: InboxPage.Item, _ batch: inout InboxBatch) async -> Bool {
        switch item.kind {
        case .message:
            let outcome = await takeMessage(item.bytes, &batch)
            batch.messages.append(outcome)
            return outcome.isAcknowledged
        case .receipt:
            do throws(WireError) {
                batch.receipts.append(
                    InboxBatch.Receipt(
                        position: item.position, signed: try SignedReceipt(item.bytes)))
                return false
            } catch {
                batch.troubles.append(.badReceipt(error))
                return error.reason != .newerVersion
            }
        case .rewrap:
            do throws(WireError) {
                batch.rewraps.append(
                    InboxBatch.Rewrap(
                        position: item.position, notice: try RewrapNotice(item.bytes)))
                return false
            } catch {
                batch.troubles.append(.badNotice(error))
                return error.reason != .newerVersion
            }
        }
    }

    private func takeMessage(_ bytes: [UInt8], _ batch: inout InboxBatch) async -> InboxOutcome {
        await followOwnLog(bytes, &batch)
        let outcome = await open(bytes)
        guard case .waiting(let failure) = outcome.verdict,
            case .fetchLog(let sender) = failure.action
        else { return outcome }
        guard await refresh(sender, &batch) else { return outcome }
        return await open(bytes)
    }

    /// Whether a device was left out can only be told by a log as new as the sender's.
    private func followOwnLog(_ bytes: [UInt8], _ batch: inout InboxBatch) async {
        let message: DeliveredMessage
        do throws(OpenFailure) {
            message = try MessageOpener.read(bytes)
        } catch {
            // The inbox reads it again, and says what is wrong with it.
            return
        }
        let head = message.delivery.recipient.head
        guard let own = await logs.known[account], own.relation(to: head) == .newer else { return }
        guard await refresh(account, &batch), let log = await logs.known[account] else { return }
        await inbox.take(ownLog: log)
    }

    private func open(_ bytes: [UInt8]) async -> InboxOutcome {
        let known = await logs.known
        let find: @Sendable (AccountID) -> DeviceLog? = { known[$0] }
        return await inbox.take(bytes, senderLog: find)
    }

    private func refresh(_ account: AccountID, _ batch: inout InboxBatch) async -> Bool {
        do throws(LogsError) {
            try await logs.refresh(account)
            return true
        } catch {
            batch.troubles.append(.logs(error))
            return false
        }
    }

    /// Sends what waits, also what an earlier start has left.
    private func sendReceipts(_ batch: inout InboxBatch) async {
        let waiting: [SignedReceipt]
        do throws(KeychainError) {
            waiting = try await receipts.waitingReceipts()
        } catch {
            return batch.troubles.append(.memory(error))
        }
        for signed in waiting {
            guard await send(signed, &batch) else { return }
        }
    }

    private func send(_ signed: SignedReceipt, _ batch: inout InboxBatch) async -> Bool {
        let delivery: ReceiptDelivery
        do throws(RelayError) {
            delivery = try await session.send(signed)
        } catch {
            batch.troubles.append(.relay(error))
            return false
        }
        guard delivery != .noRoom else { return true }
        do throws(KeychainError) {
            try await receipts.receiptWasSent(signed)
        } catch {
            batch.troubles.append(.memory(error))
        }
        return true
    }
}
