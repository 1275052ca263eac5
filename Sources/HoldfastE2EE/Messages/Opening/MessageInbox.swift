public import HoldfastCore
import HoldfastCrypto
public import HoldfastWire

/// Takes messages in, one after the other: judges, opens and stores each, and says whether the
/// server may forget it.
///
/// A message is acknowledged only once it is durable here, or known not to be worth keeping: the
/// server gives it again after a death at any step, and what was stored before is then a duplicate.
public actor MessageInbox {
    private let identity: IdentityKeys
    private let history: any MessageHistory
    private let prekeys: PrekeyKeeper
    private let wallClock: any WallClock
    private var opener: MessageOpener
    private var log: DeviceLog

    /// Takes what the inbox works with.
    ///
    /// - Parameters:
    ///   - identity: this device's keys.
    ///   - log: the log of this device's account, verified.
    ///   - history: where messages go; the database of the prekeys too.
    ///   - prekeys: keeps this device's prekeys.
    ///   - wallClock: dates receipts.
    public init(
        _ identity: IdentityKeys, log: DeviceLog, history: any MessageHistory,
        prekeys: PrekeyKeeper, wallClock: any WallClock = SystemWallClock()
    ) {
        self.identity = identity
        self.history = history
        self.prekeys = prekeys
        self.wallClock = wallClock
        self.log = log
        opener = MessageOpener(device: identity.record.device, log: log)
    }

    /// Takes in that the account's log has grown.
    ///
    /// - Parameter log: the log, verified; another account's is not taken.
    public func take(ownLog log: DeviceLog) {
        guard log.account == identity.record.account else { return }
        self.log = log
        opener = MessageOpener(device: identity.record.device, log: log)
    }

    /// Takes a message in.
    ///
    /// - Parameters:
    ///   - bytes: what the server gave.
    ///   - senderLog: gives the log of an account, verified, or `nil` where it is not known here. It
    ///     does not fetch: a message whose log is missing or old is answered with
    ///     ``OpenFailure/logNeeded(_:_:)``.
    /// - Returns: what became of it.
    public func take(
        _ bytes: [UInt8], senderLog: (AccountID) -> DeviceLog?
    ) async -> InboxOutcome {
        do throws(OpenFailure) {
            let message = try MessageOpener.read(bytes)
            let sender = message.message.header.sender
            guard let log = senderLog(sender.account) else {
                throw .logNeeded(sender.account, sender.head)
            }
            return try await take(try opener.judge(message, senderLog: log))
        } catch {
            return Self.outcome(error)
        }
    }

    private func take(_ judged: JudgedMessage) async throws(OpenFailure) -> InboxOutcome {
        let header = judged.header
        let recollection = try await recollection(header)
        switch ReplayVerdict(header, recollection) {
        case .duplicate, .forgotten: return InboxOutcome(verdict: .duplicate, events: [])
        case .equivocation:
            return InboxOutcome(
                verdict: .duplicate,
                events: [.equivocation(sender: header.sender.device, message: header.message)])
        case .new, .unopened: break
        }
        let events = MessageEvent.of(judged, recollection, now: wallClock.now.seconds)
        do throws(OpenFailure) {
            return try await store(judged, events)
        } catch {
            guard case .cannotOpen(let reason) = error else { throw error }
            // The server gives it again because our answer got lost: the receipt is out already.
            if let known = recollection.known, known.attempt >= header.attempt {
                return InboxOutcome(verdict: .duplicate, events: [])
            }
            // Another process may have opened it meanwhile, and used its prekey up.
            if try await self.recollection(header).known?.isOpened == true {
                return InboxOutcome(verdict: .duplicate, events: [])
            }
            return try await fail(judged, reason, events)
        }
    }

    private func recollection(
        _ header: MessageHeader
    ) async throws(OpenFailure) -> Recollection {
        try await stored { () throws(KeychainError) in
            try await history.recollection(
                of: header.message, from: header.sender.device, counter: header.sender.counter)
        }
    }

    private func store(
        _ judged: JudgedMessage, _ events: [MessageEvent]
    ) async throws(OpenFailure) -> InboxOutcome {
        let prekey = try await privateKey(for: judged.wrapKey)
        let opened = try await opener.open(judged, prekey: prekey, key: identity.agreementKey)
        let outcome = try await stored { () throws(KeychainError) in
            try await history.commit(opened)
        }
        switch outcome {
        case .stored: return InboxOutcome(verdict: .stored(opened), events: events)
        case .known: return InboxOutcome(verdict: .duplicate, events: [])
        case .prekeyGone: throw .cannotOpen(.prekeyGone)
        }
    }

    private func privateKey(
        for key: Wrap.Key
    ) async throws(OpenFailure) -> P256PrivateKey? {
        guard let id = key.prekey else { return nil }
        let answer: PrekeyAnswer
        do throws(PrekeyKeeperError) {
            answer = try await prekeys.privateKey(id)
        } catch {
            throw OpenFailure(error)
        }
        switch answer {
        case .key(let key): return key
        case .gone: throw .cannotOpen(.prekeyGone)
        case .unknown: throw .cannotOpen(.prekeyUnknown)
        }
    }

    /// The receipt is stored before the server forgets the message.
    private func fail(
        _ judged: JudgedMessage, _ reason: Receipt.Reason, _ events: [MessageEvent]
    ) async throws(OpenFailure) -> InboxOutcome {
        let receipt = Receipt(
            for: judged.header, account: log.account, device: identity.record.device.id,
            head: log.head, reason: reason, created: wallClock.now.seconds)
        let signed: SignedReceipt
        do throws(IdentityKeyError) {
            signed = SignedReceipt(
                receipt,
                signature: try await identity.signature(
                    for: SignaturePurpose.receipt.message(for: receipt.bytes)))
        } catch {
            throw .key(error)
        }
        try await stored { () throws(KeychainError) in
            try await history.commit(
                FailedMessage(judged.header, reason: reason, receipt: signed))
        }
        return InboxOutcome(
            verdict: .notOpened(signed), events: events + [.notOpened(reason)])
    }

    private static func outcome(_ failure: OpenFailure) -> InboxOutcome {
        switch failure.action {
        case .drop: InboxOutcome(verdict: .dropped(failure), events: [.refused(failure)])
        case .holdAccount:
            InboxOutcome(verdict: .waiting(failure), events: [.refused(failure)])
        case .fetchLog, .updateApp, .retryLater, .reconcileIdentity, .askAgain:
            InboxOutcome(verdict: .waiting(failure), events: [])
        }
    }

    private func stored<R>(
        _ body: () async throws(KeychainError) -> R
    ) async throws(OpenFailure) -> R {
        do throws(KeychainError) {
            return try await body()
        } catch {
            throw .history(error)
        }
    }
}

extension OpenFailure {
    /// The failure that reading a prekey comes to.
    init(_ error: PrekeyKeeperError) {
        switch error {
        case .keychain(let error): self = .history(error)
        case .key(let error): self = .key(error)
        // The row is there and does not open: the sender wraps again, to another prekey.
        case .crypto(let error) where error.reason == .authenticationFailed:
            self = .cannotOpen(.prekeyGone)
        case .crypto(let error): self = .crypto(error)
        }
    }
}
