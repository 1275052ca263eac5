#if os(Linux)
public import HoldfastCore
public import HoldfastE2EE
public import HoldfastWire

extension HistoryDatabase {
    /// Puts a message into the outbox and into its conversations, durably (P5).
    ///
    /// - Parameters:
    ///   - draft: the message; one that is there already stays as it is.
    ///   - contacts: the accounts that it goes to, none twice.
    /// - Throws: what kept the history from writing; the message is not in the outbox then.
    public func enqueue(
        _ draft: MessageDraft, to contacts: [AccountID]
    ) async throws(KeychainError) {
        let now = now
        try await changing { (rows) throws(KeychainError) in
            guard try rows.outgoing(draft.id) == nil else { return }
            try rows.put(.draft, draft.id.bytes, draft.value)
            try rows.put(
                OutgoingMessage(
                    draft: draft, entry: OutboxEntry(draft.id, to: contacts),
                    state: .waiting(from: now), refusals: 0, order: rows.root.sequence + 1))
            for contact in contacts {
                _ = try rows.append(.sent(draft.id), to: contact, at: now)
            }
        }
    }

    /// The messages that are to be sent, now or later.
    ///
    /// - Returns: the messages, in the order in which they were written.
    /// - Throws: what kept the history from answering.
    public func waitingMessages() async throws(KeychainError) -> [OutgoingMessage] {
        try await unsentMessages().filter { message in
            if case .waiting = message.state { true } else { false }
        }
    }

    /// The messages that wait, and those that were stopped.
    ///
    /// - Returns: the messages, in the order in which they were written.
    /// - Throws: what kept the history from answering.
    public func unsentMessages() async throws(KeychainError) -> [OutgoingMessage] {
        try await reading { (rows) throws(KeychainError) in
            var unsent: [OutgoingMessage] = []
            for value in try rows.values(.unsent) {
                guard let id = MessageID(value.clear), let message = try rows.outgoing(id) else {
                    throw .damagedHistory
                }
                unsent.append(message)
            }
            return unsent.sorted { $0.order < $1.order }
        }
    }

    /// A message that was written here.
    ///
    /// - Parameter id: the message's name.
    /// - Returns: the message, or `nil` if the history answered that there is none (P1).
    /// - Throws: what kept it from answering.
    public func outgoingMessage(
        _ id: MessageID
    ) async throws(KeychainError) -> OutgoingMessage? {
        try await reading { (rows) throws(KeychainError) in try rows.outgoing(id) }
    }

    /// The envelope that is to be uploaded for a message.
    ///
    /// - Parameter id: the message's name.
    /// - Returns: the bytes of the envelope, or `nil` if one is to be made first.
    /// - Throws: what kept the history from answering.
    public func envelope(of id: MessageID) async throws(KeychainError) -> [UInt8]? {
        try await reading { (rows) throws(KeychainError) in
            try rows.value(.envelope, id.bytes)?.clear
        }
    }

    /// Stores an envelope, durably and before it is uploaded, so that a start after a death uploads
    /// the same one.
    ///
    /// A message that was sent and is wrapped again waits again.
    ///
    /// - Parameters:
    ///   - envelope: the signed envelope.
    ///   - entry: the message's entry with the envelope noted.
    /// - Throws: `INVALID_ARGUMENT` if there is no such message, or it was dropped; what kept the
    ///   history from writing. Nothing was changed.
    public func store(
        _ envelope: Envelope, of entry: OutboxEntry
    ) async throws(KeychainError) {
        let now = now
        let bytes = envelope.bytes
        try await change(entry.message, ifDropped: .refuse) {
            (rows, message) throws(KeychainError) in
            message.entry = entry
            message.state = .waiting(from: now)
            try rows.put(.envelope, entry.message.bytes, RowValue(clear: bytes))
        }
    }

    /// Takes in that the server has an envelope of a message for good, also of one that was dropped
    /// on its way.
    ///
    /// - Parameter id: the message's name.
    /// - Throws: as ``store(_:of:)``; the same envelope is uploaded again.
    public func wasAccepted(_ id: MessageID) async throws(KeychainError) {
        try await change(id, ifDropped: .change) { (rows, message) throws(KeychainError) in
            message.state = .sent
            message.refusals = 0
            try rows.remove(.envelope, id.bytes)
        }
    }

    /// Takes in that the server has refused an envelope, which is then made anew.
    ///
    /// - Parameter id: the message's name.
    /// - Returns: how many were refused in a row, this one included.
    /// - Throws: as ``store(_:of:)``.
    @discardableResult
    public func wasRefused(_ id: MessageID) async throws(KeychainError) -> Int {
        try await change(id) { (rows, message) throws(KeychainError) in
            message.refusals += 1
            try rows.remove(.envelope, id.bytes)
        }.refusals
    }

    /// Puts a message off.
    ///
    /// - Parameters:
    ///   - id: the message's name.
    ///   - moment: before then it is not sent.
    /// - Throws: as ``store(_:of:)``.
    public func postpone(_ id: MessageID, until moment: UnixTime) async throws(KeychainError) {
        try await change(id) { (_, message) throws(KeychainError) in
            message.state = .waiting(from: moment.seconds)
        }
    }

    /// Gives a message back to the person.
    ///
    /// - Parameters:
    ///   - id: the message's name.
    ///   - cause: why it is not sent.
    /// - Throws: as ``store(_:of:)``.
    public func stop(
        _ id: MessageID, because cause: OutgoingMessage.StopCause
    ) async throws(KeychainError) {
        try await change(id) { (rows, message) throws(KeychainError) in
            message.state = .stopped(cause)
            try rows.remove(.envelope, id.bytes)
        }
    }

    /// Sends a message after all that was stopped: a person has said so.
    ///
    /// - Parameter id: the message's name.
    /// - Throws: as ``store(_:of:)``.
    public func resume(_ id: MessageID) async throws(KeychainError) {
        let now = now
        try await change(id, ifDropped: .refuse) { (_, message) throws(KeychainError) in
            guard case .stopped = message.state else { return }
            message.state = .waiting(from: now)
            message.refusals = 0
        }
    }

    /// Gives a message up: a person has said so.
    ///
    /// It stays in its conversations, as ``OutgoingMessage/State/dropped``. An envelope of it that is on
    /// its way, or whose answer was not heard, may have reached the server all the same.
    ///
    /// - Parameter id: the name of a message that waits or was stopped, or was dropped before.
    /// - Returns: the message.
    /// - Throws: `INVALID_ARGUMENT` if there is no such message, or it was sent; what kept the history
    ///   from writing. Nothing was changed.
    @discardableResult
    public func drop(_ id: MessageID) async throws(KeychainError) -> OutgoingMessage {
        try await change(id, ifDropped: .change) { (rows, message) throws(KeychainError) in
            if case .sent = message.state {
                throw KeychainError(.invalidArgument, "the message was sent already")
            }
            message.state = .dropped
            try rows.remove(.envelope, id.bytes)
        }
    }

    /// What a change does to a message that was dropped.
    private enum Dropped {
        case change, leave, refuse
    }

    @discardableResult
    private func change(
        _ id: MessageID, ifDropped dropped: Dropped = .leave,
        _ body:
            @escaping @Sendable (HistoryRows, inout OutgoingMessage) throws(KeychainError) -> Void
    ) async throws(KeychainError) -> OutgoingMessage {
        try await changing { (rows) throws(KeychainError) in
            guard var message = try rows.outgoing(id) else {
                throw KeychainError(.invalidArgument, "there is no such message in the outbox")
            }
            if message.state == .dropped, dropped != .change {
                guard dropped == .leave else {
                    throw KeychainError(.invalidArgument, "the message was dropped")
                }
                return message
            }
            try body(rows, &message)
            try rows.put(message)
            return message
        }
    }
}

extension HistoryRows {
    func outgoing(_ id: MessageID) throws(KeychainError) -> OutgoingMessage? {
        guard let progress = try value(.outgoing, id.bytes) else { return nil }
        guard let draft = try value(.draft, id.bytes) else { throw .damagedHistory }
        return try stored { () throws(WireError) in try OutgoingMessage(progress, draft, id) }
    }

    /// Stores how far a message has come, and lists it until it is sent or dropped.
    func put(_ message: OutgoingMessage) throws(KeychainError) {
        let name = message.id.bytes
        try put(.outgoing, name, message.progress)
        switch message.state {
        case .waiting, .stopped:
            guard try value(.unsent, name) == nil else { return }
            try put(.unsent, name, RowValue(clear: name))
        case .sent, .dropped: try remove(.unsent, name)
        }
    }
}
#endif
