public import HoldfastCore
public import HoldfastCrypto
public import HoldfastE2EE
public import HoldfastWire

/// Sends messages: claims prekeys, seals, uploads, and seals anew where the relay shows that
/// devices have come or gone.
///
/// An envelope is in the ledger before it is uploaded, so that a death in between leads to the same
/// envelope being uploaded again, which the relay knows. What the relay claims about devices counts
/// only with entries that verify.
public actor MessagePost {
    let identity: IdentityKeys
    let session: RelaySession
    let logs: AccountLogs
    let ledger: any PostLedger
    private let counter: any MessageCounter
    private let wallClock: any WallClock
    let random: any SecureRandom
    private var verifier = PrekeyVerifier()
    /// What the relay said once of this device's counter.
    private var claimedCounter: UInt64?

    /// Takes what the post works with.
    ///
    /// - Parameters:
    ///   - identity: this device's keys.
    ///   - session: this device's session.
    ///   - logs: the accounts' logs.
    ///   - ledger: keeps what is sent.
    ///   - counter: numbers the envelopes; the device's ``DeviceIdentity``.
    ///   - wallClock: this device's clock, by which prekeys' times are judged.
    ///   - random: draws keys and names.
    public init(
        _ identity: IdentityKeys, session: RelaySession, logs: AccountLogs,
        ledger: any PostLedger, counter: any MessageCounter,
        wallClock: any WallClock = SystemWallClock(), random: any SecureRandom = SystemRandom()
    ) {
        self.identity = identity
        self.session = session
        self.logs = logs
        self.ledger = ledger
        self.counter = counter
        self.wallClock = wallClock
        self.random = random
    }

    /// Sends a message that is in the ledger to all devices of its recipients, this account's other
    /// ones included.
    ///
    /// - Parameters:
    ///   - message: the message.
    ///   - policies: which grades it may have, by account, this one's own included; B or better
    ///     where there is no line.
    /// - Returns: who gets it.
    /// - Throws: ``PostError``; the message stays in the ledger.
    public func send(
        _ message: MessageID, policies: [AccountID: GradePolicy] = [:]
    ) async throws(PostError) -> PostedMessage {
        try await relay { () throws(RelayError) in try await session.checkClock() }
        var round = PostRound(policies: policies)
        while true {
            let posting = try await posting(message)
            let envelope = try await envelope(of: posting, &round)
            guard let result = try await upload(envelope, of: message) else { continue }
            return PostedMessage(envelope, full: result.full, round)
        }
    }

    /// The envelope that waits, or a new one.
    private func envelope(
        of posting: Posting, _ round: inout PostRound
    ) async throws(PostError) -> Envelope {
        if let bytes = posting.envelope { return try Self.decode(bytes) }
        guard let attempt = posting.entry.nextAttempt else { throw .stopped(.refusedTooOften) }
        let (own, ownPrekeys) = try await current(identity.record.account, &round)
        let sealer = try Self.sealed { () throws(SealError) in
            try MessageSealer(device: identity.record.device, log: own)
        }
        var contacts: [MessageRecipient] = []
        for account in posting.entry.contacts where account != own.account {
            contacts.append(try await recipient(account, &round))
        }
        let ownRecipient = MessageRecipient(
            own: own, prekeys: ownPrekeys, policy: round.policy(own.account))
        let number = try await nextCounter()
        let unsigned = try Self.sealed(round) { () throws(SealError) in
            try sealer.seal(
                posting.draft, attempt: attempt, counter: number, for: contacts,
                own: ownRecipient, random: random)
        }
        return try await keep(unsigned, of: posting.entry)
    }

    private func recipient(
        _ account: AccountID, _ round: inout PostRound
    ) async throws(PostError) -> MessageRecipient {
        // What may not be sent costs the contact no prekeys.
        _ = try await sendablePin(try await log(of: account), &round)
        let (log, prekeys) = try await current(account, &round)
        let pin = try await sendablePin(log, &round)
        let policy = round.policy(account)
        return try Self.sealed { () throws(SealError) in
            try MessageRecipient(contact: pin, log: log, prekeys: prekeys, policy: policy)
        }
    }

    /// An account's log, with the prekeys of its devices.
    ///
    /// A device that the relay has no prekey of may have been put out since the log was fetched.
    private func current(
        _ account: AccountID, _ round: inout PostRound
    ) async throws(PostError) -> (DeviceLog, [DeviceID: VerifiedPrekey]) {
        let log = try await log(of: account)
        let prekeys = try await prekeys(in: log, &round)
        let isComplete = log.facts.activeDevices.map(\.id)
            .allSatisfy { $0 == identity.record.device.id || prekeys[$0] != nil }
        guard !isComplete, round.refreshed.insert(account).inserted else {
            return (log, prekeys)
        }
        let newest = try await logged { () throws(LogsError) in
            try await logs.refresh(account)
        }
        return (newest, try await self.prekeys(in: newest, &round))
    }

    /// Uploads a stored envelope; nil if it was refused and another one may do.
    func upload(
        _ envelope: Envelope, of message: MessageID
    ) async throws(PostError) -> SendResult? {
        let result: SendResult
        switch await offer(envelope) {
        case .success(let answer): result = answer
        case .failure(.refused(let refusal)):
            try await resolve(refusal, of: message)
            return nil
        case .failure(let error): throw .relay(error)
        }
        try await kept { () throws(KeychainError) in try await ledger.wasAccepted(message) }
        return result
    }

    private func offer(_ envelope: Envelope) async -> Result<SendResult, RelayError> {
        do throws(RelayError) {
            return .success(try await session.upload(envelope.bytes))
        } catch {
            return .failure(error)
        }
    }

    /// Signs an envelope and stores it, before anybody else sees it.
    func keep(
        _ unsigned: UnsignedEnvelope, of entry: OutboxEntry, for target: RewrapTarget? = nil
    ) async throws(PostError) -> Envelope {
        let envelope: Envelope
        do throws(IdentityKeyError) {
            envelope = try await unsigned.signed(by: identity)
        } catch {
            throw .key(error)
        }
        var entry = entry
        entry.note(unsigned, for: target)
        let noted = entry
        try await kept { () throws(KeychainError) in
            try await ledger.store(envelope, of: noted)
        }
        return envelope
    }

    /// Claims prekeys of an account's devices, but of those that this round has some of already.
    func prekeys(
        in log: DeviceLog, _ round: inout PostRound
    ) async throws(PostError) -> [DeviceID: VerifiedPrekey] {
        let devices = log.facts.activeDevices.map(\.id)
            .filter { $0 != identity.record.device.id && round.prekeys[$0] == nil }
        if !devices.isEmpty { try await claim(devices, in: log, &round) }
        return round.prekeys
    }

    private func claim(
        _ devices: [DeviceID], in log: DeviceLog, _ round: inout PostRound
    ) async throws(PostError) {
        let claim = try claim(devices, of: log.account)
        let bundle = try await relay { () throws(RelayError) in try await session.claim(claim) }
        // By a wrong clock all prekeys look as if their time were over, or not yet there.
        try await relay { () throws(RelayError) in try await session.checkClock() }
        let (prekeys, refused) = verifier.verify(bundle, in: log, at: wallClock.now)
        for (device, prekey) in prekeys { round.prekeys[device] = prekey }
        for (device, refusal) in refused { round.refused[device] = refusal }
    }

    /// Each claim has a name of its own: the devices of one may be others than those of another.
    private func claim(
        _ devices: [DeviceID], of account: AccountID
    ) throws(PostError) -> PrekeyClaim {
        let name: [UInt8]
        do throws(CryptoError) {
            name = try random.bytes(MessageID.byteCount)
        } catch {
            throw .crypto(error)
        }
        guard let id = MessageID(name) else {
            throw .crypto(CryptoError(.randomnessUnavailable, "Too few random bytes."))
        }
        return try Self.sealed { () throws(SealError) in
            do throws(WireError) {
                return try PrekeyClaim(
                    id: id, account: account, grade: .oneTime, devices: devices)
            } catch {
                throw .tooLong(error)
            }
        }
    }

    /// The next counter, unless the relay has seen it, or a later one, from this device.
    func nextCounter() async throws(PostError) -> UInt64 {
        let claimed = try await claimedCounter()
        let next: UInt64
        do throws(IdentityError) {
            next = try await counter.nextMessageCounter()
        } catch {
            throw .identity(error)
        }
        guard next > claimed else { throw .counterBehind(relay: claimed) }
        return next
    }

    /// Asked once: what is sent from then on is this device's own.
    private func claimedCounter() async throws(PostError) -> UInt64 {
        if let claimedCounter { return claimedCounter }
        let claimed = try await relay { () throws(RelayError) in
            try await session.messageCounter()
        }
        claimedCounter = claimed
        return claimed
    }
}
