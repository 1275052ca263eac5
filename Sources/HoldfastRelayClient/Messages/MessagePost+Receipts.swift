import HoldfastCore
public import HoldfastE2EE
public import HoldfastWire

extension MessagePost {
    /// Answers a device that could not open a message: wraps it again for that device, or for the
    /// one in its place, at the same grade or a better one.
    ///
    /// - Parameters:
    ///   - signed: the receipt, as the relay gave it; nothing of it is verified yet.
    ///   - policies: which grades the message may have, by account.
    /// - Returns: what was done. The receipt may be acknowledged.
    /// - Throws: ``PostError``; the receipt is not acknowledged, and answered again later.
    public func answer(
        _ signed: SignedReceipt, policies: [AccountID: GradePolicy] = [:]
    ) async throws(PostError) -> ReceiptAnswer {
        let receipt = signed.receipt
        guard receipt.senderAccount == identity.record.account,
            receipt.sender == identity.record.device.id
        else { return .notOurs }
        let found = try await kept { () throws(KeychainError) in
            try await ledger.posting(of: receipt.message)
        }
        guard let posting = found else { return .unknownMessage }
        if posting.envelope != nil {
            // An earlier answer was stored and not uploaded, or the first envelope is on its way.
            return .wrappedAgain(try await send(receipt.message, policies: policies))
        }
        let newest = posting.entry.envelopes.last { $0.grades[receipt.device] != nil }
        if let newest, newest.attempt > receipt.attempt { return .answeredBefore }
        return try await wrapAgain(.cannotOpen(signed), posting, PostRound(policies: policies))
    }

    /// Answers a relay's word that devices were out before they had fetched messages of this one:
    /// wraps each again for the device in its place, where the account's log shows one.
    ///
    /// - Parameters:
    ///   - notice: the notice, as the relay gave it; nothing of it is believed.
    ///   - policies: which grades the messages may have, by account.
    /// - Returns: what was done about each message. The notice may be acknowledged.
    /// - Throws: ``PostError``; the notice is not acknowledged, and answered again later.
    public func answer(
        _ notice: RewrapNotice, policies: [AccountID: GradePolicy] = [:]
    ) async throws(PostError) -> [MessageID: ReceiptAnswer] {
        var answers: [MessageID: ReceiptAnswer] = [:]
        for message in notice.messages {
            answers[message] = try await answer(message, notice, policies)
        }
        return answers
    }

    private func answer(
        _ message: MessageID, _ notice: RewrapNotice, _ policies: [AccountID: GradePolicy]
    ) async throws(PostError) -> ReceiptAnswer {
        let found = try await kept { () throws(KeychainError) in
            try await ledger.posting(of: message)
        }
        guard let posting = found else { return .unknownMessage }
        if posting.envelope != nil {
            return .wrappedAgain(try await send(message, policies: policies))
        }
        return try await wrapAgain(
            .replaced(notice.device, in: notice.account), posting, PostRound(policies: policies))
    }

    /// Why a message is to be wrapped again.
    private enum Cause {
        case cannotOpen(SignedReceipt)
        case replaced(DeviceID, in: AccountID)

        var account: AccountID {
            switch self {
            case .cannotOpen(let signed): signed.receipt.account
            case .replaced(_, let account): account
            }
        }
    }

    private func wrapAgain(
        _ cause: Cause, _ posting: Posting, _ round: PostRound
    ) async throws(PostError) -> ReceiptAnswer {
        let account = cause.account
        var round = round
        // As new as can be, since each envelope that is refused counts as a wrap again.
        let log = try await logged { () throws(LogsError) in try await logs.refresh(account) }
        let own = try await logged { () throws(LogsError) in
            try await logs.refresh(identity.record.account)
        }
        let target: RewrapTarget
        switch Self.target(cause, posting.entry, log) {
        case .success(let found): target = found
        case .failure(let refusal): return .refused(refusal)
        }
        if case .replaced = cause,
            posting.entry.envelopes.contains(where: { $0.grades[target.device.id] != nil })
        {
            return .answeredBefore
        }
        guard let attempt = posting.entry.nextAttempt else { throw .stopped(.refusedTooOften) }
        let recipient = try await recipient(log, &round)
        let number = try await nextCounter()
        let unsigned = try Self.sealed(round) { () throws(SealError) in
            try MessageSealer(device: identity.record.device, log: own).sealAgain(
                posting.draft, attempt: attempt, counter: number, for: target, of: recipient,
                random: random)
        }
        let envelope = try await keep(unsigned, of: posting.entry, for: target)
        guard let result = try await upload(envelope, of: posting.draft.id) else {
            return try await answer(cause, posting.draft.id, round.policies)
        }
        return .wrappedAgain(PostedMessage(envelope, full: result.full, round))
    }

    private func recipient(
        _ log: DeviceLog, _ round: inout PostRound
    ) async throws(PostError) -> MessageRecipient {
        let policy = round.policy(log.account)
        guard log.account != identity.record.account else {
            return MessageRecipient(
                own: log, prekeys: try await prekeys(in: log, &round), policy: policy)
        }
        let pin = try await sendablePin(log, &round)
        let prekeys = try await prekeys(in: log, &round)
        return try Self.sealed { () throws(SealError) in
            try MessageRecipient(contact: pin, log: log, prekeys: prekeys, policy: policy)
        }
    }

    /// Again, after the relay has shown that the target has changed.
    private func answer(
        _ cause: Cause, _ message: MessageID, _ policies: [AccountID: GradePolicy]
    ) async throws(PostError) -> ReceiptAnswer {
        switch cause {
        case .cannotOpen(let signed): return try await answer(signed, policies: policies)
        case .replaced:
            return try await wrapAgain(cause, posting(message), PostRound(policies: policies))
        }
    }

    private static func target(
        _ cause: Cause, _ entry: OutboxEntry, _ log: DeviceLog
    ) -> Result<RewrapTarget, RewrapRefusal> {
        do throws(RewrapRefusal) {
            switch cause {
            case .cannotOpen(let signed):
                return .success(try OutboxPlanner.target(for: signed, of: entry, in: log))
            case .replaced(let device, _):
                return .success(
                    try OutboxPlanner.target(forReplaced: device, of: entry, in: log))
            }
        } catch {
            return .failure(error)
        }
    }
}

/// What was done about a device that could not open a message.
public enum ReceiptAnswer: Sendable, Hashable {
    /// The message was wrapped again.
    case wrappedAgain(PostedMessage)
    /// It was wrapped again before, for an envelope as old as this.
    case answeredBefore
    /// It is not, and will not be.
    case refused(RewrapRefusal)
    /// The ledger has no such message.
    case unknownMessage
    /// The receipt is about another device's message.
    case notOurs
}
