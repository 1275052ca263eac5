#if os(Linux)
public import HoldfastCore
public import HoldfastE2EE
public import HoldfastWire

extension HistoryDatabase: MessageHistory {
    /// What is remembered of a message.
    ///
    /// This history forgets none, so that ``Recollection/floor`` is always 0.
    ///
    /// - Parameters:
    ///   - message: the message's name.
    ///   - sender: the device that sent it.
    ///   - counter: its counter.
    /// - Returns: what is remembered; never a guess (P1).
    /// - Throws: what kept the history from answering.
    public func recollection(
        of message: MessageID, from sender: DeviceID, counter: UInt64
    ) async throws(KeychainError) -> Recollection {
        try await reading { (rows) throws(KeychainError) in
            let known = try rows.received(message, from: sender)
            let owner = try rows.owner(of: counter, of: sender)
            return Recollection(
                known: known.map {
                    KnownMessage(
                        content: $0.header.content, attempt: $0.header.attempt,
                        isOpened: $0.isOpened)
                }, counterOwner: owner == message ? nil : owner, floor: 0)
        }
    }

    /// Stores a message that was opened and uses its one-time prekey up, in one durable transaction
    /// (P2, P5).
    ///
    /// - Parameter opened: the message.
    /// - Returns: what came of it.
    /// - Throws: what kept the history from writing; nothing was changed.
    public func commit(_ opened: OpenedMessage) async throws(KeychainError) -> CommitOutcome {
        let now = now
        return try await changing { (rows) throws(KeychainError) in
            let sender = opened.header.sender.device
            let old = try rows.received(opened.header.message, from: sender)
            if old?.isOpened == true { return .known }
            if let spent = opened.spent {
                guard try rows.prekey(spent) != nil else { return .prekeyGone }
                try rows.bury(PrekeyTombstone(spent, .used, removed: now))
            }
            // It is new to the app, whatever took its place before.
            if let old { try rows.leave(old.place, of: opened.header.sender.account) }
            try rows.store(
                opened.header,
                .opened(
                    opened.body, grade: opened.grade, standing: opened.standing,
                    completeness: opened.completeness), at: now)
            try rows.remove(.receipt, rows.name(of: opened.header.message, from: sender))
            return .stored
        }
    }

    /// Notes a message that cannot be opened, and the receipt that goes to its sender.
    ///
    /// - Parameter failed: what is known of it.
    /// - Throws: what kept the history from writing; nothing was changed.
    public func commit(_ failed: FailedMessage) async throws(KeychainError) {
        let now = now
        try await changing { (rows) throws(KeychainError) in
            let sender = failed.header.sender.device
            let old = try rows.received(failed.header.message, from: sender)
            if old?.isOpened == true { return }
            try rows.store(failed.header, .unopened(failed.reason), at: now, in: old?.place)
            try rows.put(
                .receipt, rows.name(of: failed.header.message, from: sender),
                RowValue(clear: failed.receipt.bytes))
        }
    }

    /// The receipts that were stored and are not known to be sent.
    ///
    /// - Returns: the receipts, in any order.
    /// - Throws: what kept the history from answering.
    public func waitingReceipts() async throws(KeychainError) -> [SignedReceipt] {
        try await reading { (rows) throws(KeychainError) in
            var receipts: [SignedReceipt] = []
            for value in try rows.values(.receipt) {
                receipts.append(
                    try stored { () throws(WireError) in try SignedReceipt(value.clear) })
            }
            return receipts
        }
    }

    /// Takes in that a receipt was sent.
    ///
    /// - Parameter signed: the receipt; one that another has taken the place of stays.
    /// - Throws: what kept the history from writing; the receipt is sent again.
    public func receiptWasSent(_ signed: SignedReceipt) async throws(KeychainError) {
        try await changing { (rows) throws(KeychainError) in
            let name = rows.name(of: signed.receipt.message, from: signed.receipt.sender)
            guard try rows.value(.receipt, name)?.clear == signed.bytes else { return }
            try rows.remove(.receipt, name)
        }
    }
}

extension HistoryRows {
    func name(of message: MessageID, from sender: DeviceID) -> [UInt8] {
        sender.bytes + message.bytes
    }

    func received(
        _ message: MessageID, from sender: DeviceID
    ) throws(KeychainError) -> ReceivedMessage? {
        guard let value = try value(.received, name(of: message, from: sender)) else {
            return nil
        }
        return try stored { () throws(WireError) in try ReceivedMessage(value) }
    }

    /// The message that a device sent under a counter.
    func owner(of counter: UInt64, of sender: DeviceID) throws(KeychainError) -> MessageID? {
        guard let value = try value(.counter, Self.name(of: counter, of: sender)) else {
            return nil
        }
        guard let owner = MessageID(value.clear) else { throw .damagedHistory }
        return owner
    }

    /// Stores a message with its counter and its place.
    ///
    /// The conversation counts as moved at `moment`, or else when the message was stored.
    func store(
        _ header: MessageHeader, _ content: ReceivedMessage.Content, at now: Int64,
        in place: UInt64? = nil, movedTo moment: Int64? = nil
    ) throws(KeychainError) {
        let sender = header.sender
        if try owner(of: sender.counter, of: sender.device) == nil {
            try put(
                .counter, Self.name(of: sender.counter, of: sender.device),
                RowValue(clear: header.message.bytes))
        }
        let place =
            if let place {
                place
            } else {
                try append(
                    .received(sender.device, header.message), to: sender.account,
                    at: moment ?? now)
            }
        let message = ReceivedMessage(
            header: header, content: content, received: now, place: place)
        try put(.received, name(of: header.message, from: sender.device), message.value)
    }

    private static func name(of counter: UInt64, of sender: DeviceID) -> [UInt8] {
        WireWriter.encode { writer in
            writer.put(sender.bytes)
            writer.put(counter)
        }
    }
}
#endif
