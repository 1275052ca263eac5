import HoldfastCore
import HoldfastWire

extension DeviceIdentity {
    /// Takes the next message counter, durably, before a message is sent under it.
    ///
    /// The server sees the counters too, so a database that came back from last week, or a copy of
    /// it that runs elsewhere, is behind the server at its next start and sends nothing more
    /// (``IdentityDecision/rolledBack``). A counter that is taken and not used is no harm.
    ///
    /// - Returns: the counter; 1 for the first message of a device, then one more each.
    /// - Throws: ``IdentityError/notPermitted(_:)`` unless the last opening permits sending, or if
    ///   the database holds another identity by now; a store's error if the database does not
    ///   answer. No counter was taken then.
    public func nextMessageCounter() async throws(IdentityError) -> UInt64 {
        guard let opening, opening.decision.maySend else {
            throw .notPermitted(opening?.decision)
        }
        let database = parts.database
        let progress = try await stored { () throws(KeychainError) in
            try await database.readIdentity().map { (bytes) throws(KeychainError) in
                try IdentityProgress(bytes)
            }
        }
        guard let progress, progress.record == opening.record, progress.messageCounter < .max
        else { throw .notPermitted(opening.decision) }
        let counter = progress.messageCounter + 1
        try await store(
            IdentityProgress(
                record: progress.record, messageCounter: counter, head: progress.head))
        return counter
    }

    /// Stores the newest verified place of the account's log, so that an older log is noticed, and
    /// the log itself, for a server that loses it.
    func remember(_ look: IdentityLook) async throws(IdentityError) {
        let copy = AccountLogCopy(in: parts.container)
        guard let log = look.log else { return }
        try await stored { () throws(KeychainError) in try await copy.keep(log.entries) }
        let head = log.log.head
        guard let progress = look.progress, head != progress.head else { return }
        try await store(
            IdentityProgress(
                record: progress.record, messageCounter: progress.messageCounter, head: head))
    }

    /// Stores the log that now ends with an entry of this device, so that a directory that takes it
    /// back is noticed; what others have done in between is told with the present opening.
    func remember(own known: VerifiedLog) async throws(IdentityError) {
        guard let before = opening, let record = before.record else { return }
        let copy = AccountLogCopy(in: parts.container)
        let (database, head) = (parts.database, known.log.head)
        let progress = try await stored { () throws(KeychainError) in
            try await copy.keep(known.entries)
            return try await database.readIdentity().map { (bytes) throws(KeychainError) in
                try IdentityProgress(bytes)
            }
        }
        // A database of another identity is the next opening's to judge.
        guard let progress, progress.record == record, progress.head != head else { return }
        try await store(
            IdentityProgress(
                record: record, messageCounter: progress.messageCounter, head: head))
        knownHead = head
        if opening == before {
            opening?.changes += known.changes(after: progress.head, besides: record.device.id)
        }
    }

    private func store(_ progress: IdentityProgress) async throws(IdentityError) {
        let database = parts.database
        try await stored { () throws(KeychainError) in
            try await database.writeIdentity(progress.bytes)
        }
    }
}
