#if os(Linux)
internal import HoldfastCrypto
internal import HoldfastWire

/// What became of an envelope.
private enum SendOutcome: Sendable {
    /// It lies in the inboxes.
    case sent(SendResult)
    /// Another message of that name and attempt came before.
    case conflict
    /// An account that it names is not here.
    case unknown
    /// It rests on logs that have gone on, or leaves devices out; from where they are to be read.
    case stale([(AccountID, UInt64)])
}

extension Relay {
    /// Puts one envelope into the inboxes of all its devices, or into none.
    func send(
        _ request: RelayRequest, _ session: RelaySession, _ reply: Reply
    ) throws(RelayRefusal) {
        let envelope: Envelope
        do throws(EnvelopeError) {
            envelope = try Envelope.decode(request.body)
        } catch {
            throw refusal(.malformed)
        }
        let sender = envelope.message.header.sender
        guard sender.account == session.account, sender.device == session.device else {
            throw refusal(.forbidden)
        }
        for group in envelope.recipients.accounts {
            try limit(.inbox, group.account.bytes, perMinute: limits.messagesPerTarget)
        }
        let posting = Posting(envelope, digest: SHA256.hash(request.body), at: clock.now())
        // Made here, so that the thread that writes has neither to make the names nor to free the rest.
        let inboxes = envelope.recipients.accounts.flatMap { group in
            group.wraps.map { InboxName(account: group.account, device: $0.device) }
        }
        storage.write { (records) throws(StorageError) in
            try posting.run(records)
        } done: { [self] result in
            switch result {
            case .success(.sent(let result)):
                // Also for one that was known: who put it there may have died before it woke anybody.
                wake(inboxes)
                reply.send(RelayResponse(result.bytes))
            case .success(.conflict): reply.send(RelayResponse(refusal(.conflict)))
            case .success(.unknown): reply.send(RelayResponse(refusal(.notFound)))
            case .success(.stale(let accounts)):
                // The logs are read on a thread that may wait, not on the one that writes.
                answer(reply) { () throws(RelayRefusal) in throw try self.stale(accounts) }
            case .failure(let error): reply.send(RelayResponse(refusal(error)))
            }
        }
    }

    /// Tells a sender that a device cannot open what it sent.
    func sendReceipt(
        _ request: RelayRequest, _ session: RelaySession, _ reply: Reply
    ) throws(RelayRefusal) {
        let signed = try decode(request.body, SignedReceipt.init)
        let receipt = signed.receipt
        guard receipt.account == session.account, receipt.device == session.device else {
            throw refusal(.forbidden)
        }
        try limit(.inbox, receipt.senderAccount.bytes, perMinute: limits.messagesPerTarget)
        let digest = SHA256.hash(request.body)
        guard let id = MessageID(Array(digest.prefix(MessageID.byteCount))) else {
            throw failed("a hash is too short")
        }
        let name = MessageName(
            account: session.account, device: session.device, id: id, attempt: .max)
        let now = clock.now()
        storage.write { (records) throws(StorageError) -> SendOutcome in
            if let known = try records.sent(name, digest: digest) {
                return .sent(SendResult(wasKnown: true, full: known.full))
            }
            let standing = try records.standing(of: receipt.sender, in: receipt.senderAccount)
            guard standing == .active else { return .unknown }
            let item = OutgoingItem(
                kind: InboxPage.Kind.receipt.rawValue, part: request.body, received: now)
            let isDelivered = try records.deliver(
                item, to: receipt.sender, of: receipt.senderAccount)
            let full = isDelivered ? [] : [receipt.sender]
            if isDelivered { try records.noteSent(name, digest: digest, full: full, at: now) }
            return .sent(SendResult(wasKnown: false, full: full))
        } done: { [self] result in
            if case .success(.sent) = result {
                wake([InboxName(account: receipt.senderAccount, device: receipt.sender)])
            }
            finish(reply, result) { outcome in
                if case .sent(let result) = outcome { return RelayResponse(result.bytes) }
                return RelayResponse(refusal(.notFound))
            }
        }
    }
}

/// An envelope taken apart, and what is done with it in one transaction.
private struct Posting: Sendable {
    private let name: MessageName
    private let sender: MessageSender
    private let accounts: [AccountWraps]
    private let parts: [[UInt8]]
    private let shared: [UInt8]
    private let digest: [UInt8]
    private let time: Int64

    init(_ envelope: Envelope, digest: [UInt8], at time: Int64) {
        let header = envelope.message.header
        sender = header.sender
        name = MessageName(
            account: sender.account, device: sender.device, id: header.message,
            attempt: header.attempt)
        accounts = envelope.recipients.accounts
        parts = envelope.deliveries().map(\.bytes)
        shared = envelope.message.bytes
        self.digest = digest
        self.time = time
    }

    func run(_ records: any RelayRecords) throws(StorageError) -> SendOutcome {
        if let known = try records.sent(name, digest: digest) {
            return known.isSame
                ? .sent(SendResult(wasKnown: true, full: known.full)) : .conflict
        }
        if let refused = try judge(records) { return refused }
        let full = try deliver(records)
        try records.noteSent(name, digest: digest, full: full, at: time)
        try records.noteCounter(sender.counter, of: sender.device, in: sender.account)
        return .sent(SendResult(wasKnown: false, full: full))
    }

    /// Compares what the sender knew of each account with what its log says now.
    private func judge(_ records: any RelayRecords) throws(StorageError) -> SendOutcome? {
        var behind: [(AccountID, UInt64)] = []
        var named = accounts.map { ($0.account, $0.head) }
        if !accounts.contains(where: { $0.account == sender.account }) {
            named.append((sender.account, sender.head))
        }
        for (account, head) in named {
            guard let newest = try records.head(of: account) else { return .unknown }
            if newest != head {
                let seen = head.sequence < newest.sequence ? head.sequence + 1 : newest.sequence
                behind.append((account, seen))
            }
        }
        if behind.isEmpty {
            for group in accounts where try !isRight(group, records) {
                behind.append((group.account, 0))
            }
        }
        return behind.isEmpty ? nil : .stale(behind)
    }

    /// Whether an account's devices are those that should get it.
    ///
    /// A first attempt goes to all of them but the sender; one that is wrapped again goes to those
    /// that could not open it, and to none that is out.
    private func isRight(
        _ group: AccountWraps, _ records: any RelayRecords
    ) throws(StorageError) -> Bool {
        let active = try records.activeDevices(of: group.account)
        let devices = group.wraps.map(\.device)
        if name.attempt > 0 { return Set(devices).isSubset(of: active) }
        let isOwn = group.account == sender.account
        return devices == active.filter { !isOwn || $0 != sender.device }
    }

    private func deliver(_ records: any RelayRecords) throws(StorageError) -> [DeviceID] {
        var rest = parts[...]
        let groups = accounts.map { group in
            let own = zip(group.wraps, rest).map { (device: $0.device, part: $1) }
            rest = rest.dropFirst(own.count)
            return OutgoingMessage.Group(account: group.account, parts: own)
        }
        let message = OutgoingMessage(
            kind: InboxPage.Kind.message.rawValue, shared: shared, groups: groups, received: time)
        return try records.deliver(message).sorted()
    }
}
#endif
