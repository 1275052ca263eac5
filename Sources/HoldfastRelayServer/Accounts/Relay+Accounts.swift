#if os(Linux)
internal import HoldfastWire

extension Relay {
    /// Most entries of one log.
    private static let entryLimit = 100_000

    /// A stretch of a log, for whoever knows the account's name.
    func readLog(
        _ account: AccountID, _ request: RelayRequest
    ) throws(RelayRefusal) -> RelayResponse {
        let from = UInt64(try numbers(request, ["from"])["from"] ?? 0)
        guard let page = try logPage(account, from: from) else { throw refusal(.notFound) }
        return RelayResponse(page.bytes)
    }

    /// Makes an account; the same first entry again is no error.
    func makeAccount(_ request: RelayRequest, _ reply: Reply) throws(RelayRefusal) {
        try limit(.login, Array(request.address.utf8), perMinute: limits.loginsPerAddress)
        let genesis = try decode(request.body, SignedLogEntry.init)
        let now = clock.now()
        let known: KnownLog
        do throws(LogError) {
            known = try KnownLog(genesis, received: now)
        } catch {
            throw refusal(.refusedEntry)
        }
        let account = known.log.account
        let stored = StoredEntry(head: known.log.head, bytes: request.body, received: now)
        let devices = Array(known.standings)
        storage.write { (records) throws(StorageError) -> Bool in
            guard try records.head(of: account) == nil else { return false }
            try records.makeAccount(stored, of: account)
            for (device, standing) in devices {
                try records.set(standing, of: device, in: account)
            }
            return true
        } done: { [self] result in
            finish(reply, result) { isNew in
                RelayResponse(
                    LogPage(account: account, head: stored.head, entries: []).bytes,
                    status: isNew ? 201 : 200)
            }
        }
    }

    /// Adds an entry to a log, if it follows and may do what it does.
    ///
    /// It needs no session: the entry is signed by whoever may make it, which can be a device that a
    /// thief has just put out, or a phrase.
    func appendLog(
        _ account: AccountID, _ request: RelayRequest, _ reply: Reply
    ) throws(RelayRefusal) {
        try limit(.entry, account.bytes, perMinute: limits.entriesPerAccount)
        let entry = try decode(request.body, SignedLogEntry.init)
        guard let before = try logs.current(account, self) else { throw refusal(.notFound) }
        let place = entry.entry.sequence
        guard place == before.log.head.sequence + 1 else {
            return reply.send(try answerOtherPlace(entry, before, account))
        }
        guard before.log.hashes.count < Self.entryLimit else { throw refusal(.quota) }
        let now = clock.now()
        var after = before
        do throws(LogError) {
            try after.append(entry, received: now)
        } catch {
            switch error.reason {
            case .fork: throw try stale([(account, place)])
            case .libraryFailure: throw failed("a log entry could not be checked")
            default: throw refusal(.refusedEntry)
            }
        }
        commit(
            StoredEntry(head: after.log.head, bytes: request.body, received: now), before, after,
            reply)
    }

    private func commit(
        _ entry: StoredEntry, _ before: KnownLog, _ after: KnownLog, _ reply: Reply
    ) {
        let account = after.log.account
        let changes = before.changes(to: after)
        let head = before.log.head
        storage.write { (records) throws(StorageError) -> [InboxName]? in
            let found = try records.headForChange(of: account)
            // This very entry, when the storage lost the answer to the first try.
            if found == entry.head { return [] }
            guard found == head else { return nil }
            try records.append(entry, to: account)
            var told: [InboxName] = []
            for (device, standing) in changes {
                try records.set(standing, of: device, in: account)
                let eviction = Eviction(
                    account: account, device: device, time: entry.received)
                switch standing {
                case .active: break
                case .removed: told += try eviction.run(records)
                // Whoever comes in its place need not wait until nobody can object any more.
                case .suspended where after.hasSuccessor(of: device):
                    told += try eviction.tell(records)
                case .suspended: break
                }
            }
            return told
        } done: { [self] result in
            switch result {
            case .success(let told?):
                logs.keep(after)
                wake(changes.map { InboxName(account: account, device: $0.device) } + told)
                reply.send(
                    RelayResponse(
                        LogPage(account: account, head: entry.head, entries: []).bytes,
                        status: 201))
            case .success(nil):
                // Somebody else's entry came first; what it says is read on a thread that may wait.
                answer(reply) { () throws(RelayRefusal) in
                    throw try self.stale([(account, entry.head.sequence)])
                }
            case .failure(let error): reply.send(RelayResponse(refusal(error)))
            }
        }
    }

    /// The same entry again is done already; another one at a place that is taken is too late.
    private func answerOtherPlace(
        _ entry: SignedLogEntry, _ log: KnownLog, _ account: AccountID
    ) throws(RelayRefusal) -> RelayResponse {
        let place = entry.entry.sequence
        if place < UInt64(log.log.hashes.count), log.log.hashes[Int(place)] == entry.hash {
            return RelayResponse(
                LogPage(account: account, head: log.log.head, entries: []).bytes)
        }
        throw try stale([(account, min(place, log.log.head.sequence))])
    }

    /// 409 with what the sender has not seen of each account.
    func stale(_ accounts: [(AccountID, UInt64)]) throws(RelayRefusal) -> RelayRefusal {
        var logs: [LogPage] = []
        for (account, sequence) in accounts {
            if let page = try logPage(account, from: sequence) { logs.append(page) }
        }
        return RelayRefusal(.stale, now: clock.now(), logs: logs)
    }

    /// A page of a log from a place on.
    func logPage(
        _ account: AccountID, from sequence: UInt64
    ) throws(RelayRefusal) -> LogPage? {
        try read { (records) throws(StorageError) in
            guard let head = try records.head(of: account) else { return nil }
            // A few bytes are left for what stands in front of each entry.
            let entries = try records.entries(
                of: account, from: sequence, atMost: LogPage.entryLimit,
                byteCount: LogPage.byteLimit - 4_096)
            return LogPage(account: account, head: head, entries: entries.map(\.bytes))
        }
    }

    /// The newest entries of a log.
    func logPage(
        _ account: AccountID, newest count: UInt64
    ) throws(RelayRefusal) -> LogPage? {
        let head = try read { (records) throws(StorageError) in try records.head(of: account) }
        guard let head else { return nil }
        return try logPage(account, from: head.sequence - min(head.sequence, count - 1))
    }
}
#endif
