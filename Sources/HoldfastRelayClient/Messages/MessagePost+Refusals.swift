import HoldfastCore
import HoldfastE2EE
import HoldfastWire

extension MessagePost {
    /// Does what a relay's refusal leads to, so that the next envelope is another one.
    ///
    /// - Throws: ``PostError`` where there is to be no next one, or not now.
    func resolve(_ refusal: RelayRefusal, of message: MessageID) async throws(PostError) {
        guard let reason = try SendRefusal(refusal) else { throw .relay(.refused(refusal)) }
        let posting = try await posting(message)
        let refusals: Int
        switch reason {
        // The envelope is still good: it is uploaded again once there is room or right.
        case .later, .senderRemoved: refusals = 0
        case .staleDevices, .tooLarge:
            refusals = try await kept { () throws(KeychainError) in
                try await ledger.wasRefused(message)
            }
        }
        let known = await logs.known
        let step = OutboxPlanner.step(
            after: reason, of: posting.entry, refusals: refusals, logs: known)
        switch step {
        case .sealAgain(let grown):
            for log in grown.values where log.head != known[log.account]?.head {
                try await logged { () throws(LogsError) in try await logs.take(log) }
            }
        case .fetchLogs(let accounts):
            // What the relay has left out can be any log that the envelope rests on.
            let all = [identity.record.account] + posting.entry.contacts
            for account in accounts.isEmpty ? all : accounts where all.contains(account) {
                try await logged { () throws(LogsError) in try await logs.refresh(account) }
            }
        case .wait(let seconds): throw .relay(.later(seconds: seconds))
        case .reconcileIdentity: throw .deviceRemoved(isProven: try await isRemoved())
        case .stop(let reason): throw .stopped(reason)
        }
    }

    /// Whether this device's own log, verified, says that it is out.
    private func isRemoved() async throws(PostError) -> Bool {
        let account = identity.record.account
        let log = try await logged { () throws(LogsError) in try await logs.refresh(account) }
        return log.facts.members[identity.record.device.id]?.isActive != true
    }

    func posting(_ message: MessageID) async throws(PostError) -> Posting {
        let posting = try await kept { () throws(KeychainError) in
            try await ledger.posting(of: message)
        }
        guard let posting else { throw .unknownMessage }
        return posting
    }

    func log(of account: AccountID) async throws(PostError) -> DeviceLog {
        try await logged { () throws(LogsError) in try await logs.log(of: account) }
    }

    /// What is remembered of a contact, with its log taken in.
    ///
    /// - Throws: ``PostError`` with `onHold` where nothing may be sent to it.
    func sendablePin(
        _ log: DeviceLog, _ round: inout PostRound
    ) async throws(PostError) -> ContactPin {
        let (pin, event) = try await pin(log)
        if let event { round.events[log.account, default: []].append(event) }
        if let hold = pin.hold { throw .seal(.onHold(log.account, hold)) }
        return pin
    }

    private func pin(_ log: DeviceLog) async throws(PostError) -> (ContactPin, ContactEvent?) {
        let known = try await kept { () throws(KeychainError) in
            try await ledger.pin(of: log.account)
        }
        var pin = known ?? ContactPin(firstContact: log)
        let event = pin.take(log)
        if pin != known {
            let changed = pin
            try await kept { () throws(KeychainError) in try await ledger.keep(changed) }
        }
        return (pin, event)
    }

    @discardableResult
    func kept<R>(
        _ body: () async throws(KeychainError) -> R
    ) async throws(PostError) -> R {
        do throws(KeychainError) {
            return try await body()
        } catch {
            throw .ledger(error)
        }
    }

    @discardableResult
    func logged<R>(_ body: () async throws(LogsError) -> R) async throws(PostError) -> R {
        do throws(LogsError) {
            return try await body()
        } catch {
            throw .logs(error)
        }
    }

    func relay<R>(_ body: () async throws(RelayError) -> R) async throws(PostError) -> R {
        do throws(RelayError) {
            return try await body()
        } catch {
            throw .relay(error)
        }
    }

    static func sealed<R>(
        _ round: PostRound? = nil, _ body: () throws(SealError) -> R
    ) throws(PostError) -> R {
        do throws(SealError) {
            return try body()
        } catch {
            guard case .gradeTooLow(let grades) = error else { throw .seal(error) }
            throw .gradeTooLow(grades, refused: round?.refused ?? [:])
        }
    }

    /// The ledger's own bytes: if they are no envelope, the ledger is damaged.
    static func decode(_ bytes: [UInt8]) throws(PostError) -> Envelope {
        do throws(EnvelopeError) {
            return try Envelope.decode(bytes)
        } catch {
            throw .ledger(KeychainError(.dataCorrupted, "a stored envelope is none"))
        }
    }
}

extension SendRefusal {
    /// What a relay's refusal of an envelope is; nil if it is about something else.
    ///
    /// - Throws: ``PostError`` for entries that are none.
    fileprivate init?(_ refusal: RelayRefusal) throws(PostError) {
        switch refusal.code {
        case .stale: self = .staleDevices(try Self.entries(refusal.logs))
        // Another envelope has the name, as of a database that came back: the next attempt has not.
        case .conflict: self = .staleDevices([:])
        case .removed: self = .senderRemoved
        case .tooLarge: self = .tooLarge
        default: return nil
        }
    }

    private static func entries(
        _ pages: [LogPage]
    ) throws(PostError) -> [AccountID: [SignedLogEntry]] {
        var entries: [AccountID: [SignedLogEntry]] = [:]
        for page in pages {
            var read: [SignedLogEntry] = []
            for bytes in page.entries {
                do throws(WireError) {
                    read.append(try SignedLogEntry(bytes))
                } catch {
                    throw .relay(.notARelay(status: 409))
                }
            }
            entries[page.account] = read
        }
        return entries
    }
}
