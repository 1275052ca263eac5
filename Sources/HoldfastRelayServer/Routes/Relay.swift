#if os(Linux)
internal import HoldfastCrypto
internal import HoldfastWire
internal import Synchronization

/// What a relay does with requests, whatever brings them and wherever it keeps things.
final class Relay: RelayDoor {
    /// What does not change while it runs.
    struct Setup: Sendable {
        /// Scheme, host and port under which it is reached.
        var origin: String
        /// Whether `/metrics` answers everybody, and not only the machine itself.
        var hasPublicMetrics = false
    }

    let setup: Setup
    let limits: RelayLimits
    let clock: RelayClock
    let random: any SecureRandom
    let key: RelayKey
    let storage: any RelayStorage
    let limiter: RateLimiter
    let replays: ReplayMemory
    let logs = LogBook()
    let waiters = InboxWaiters()
    let metrics = RelayMetrics()
    let events: EventLog
    /// More of what is going on, for the metrics.
    let gauges: @Sendable () -> [(name: String, value: Int)]
    private let pool: WorkerPool
    private let isEnding = Atomic(false)

    /// Puts a relay together.
    ///
    /// - Throws: ``RelayFailure`` if there are no threads.
    init(
        _ setup: Setup, limits: RelayLimits, key: RelayKey, storage: any RelayStorage,
        clock: RelayClock, random: any SecureRandom, events: EventLog, workerCount: Int,
        gauges: @escaping @Sendable () -> [(name: String, value: Int)] = { [] }
    ) throws(RelayFailure) {
        self.setup = setup
        self.limits = limits
        self.key = key
        self.storage = storage
        self.clock = clock
        self.random = random
        self.events = events
        self.gauges = gauges
        limiter = RateLimiter(clock: clock)
        replays = ReplayMemory(now: clock.now())
        pool = try WorkerPool(count: workerCount, limit: 4_096)
        try storage.listen { [weak self] in self?.hear($0) }
    }

    /// What whoever is not logged in may send: a login, or an entry of a log with many devices.
    private static let strangersByteCount = 16_384
    private static let entryByteCount = 640 << 10

    func objection(to head: RelayRequest, byteCount: Int) -> RelayRefusal.Code? {
        guard byteCount > Self.strangersByteCount else { return nil }
        switch RelayRoute.find(head) {
        case .failure(let fault): return fault.code
        case .success(.makeAccount), .success(.appendLog):
            return byteCount > Self.entryByteCount ? .tooLarge : nil
        case .success(.logIn): return .tooLarge
        case .success: return hasTicket(head) ? nil : .notLoggedIn
        }
    }

    func take(_ request: RelayRequest, reply: Reply) {
        guard !isEnding.load(ordering: .sequentiallyConsistent) else {
            return reply.send(RelayResponse(refusal(.unavailable)))
        }
        let counted = metrics.begin(at: clock.milliseconds())
        switch RelayRoute.find(request) {
        case .failure(let fault):
            reply.observe { [self] in counted.end("none", $0.status, clock.milliseconds()) }
            reply.send(RelayResponse(refusal(fault.code)))
        case .success(let route):
            reply.observe { [self] response in
                counted.end(route.name, response.status, clock.milliseconds())
            }
            if route.isQuick, storage.readsAreQuick { return perform(route, request, reply) }
            if !pool.run({ [self] in perform(route, request, reply) }) {
                reply.send(RelayResponse(refusal(.unavailable)))
            }
        }
    }

    func refuse(_ code: RelayRefusal.Code, target: String, address: String) -> RelayResponse {
        metrics.countRefusal(code.status)
        return RelayResponse(refusal(code))
    }

    /// Refuses what comes from now on, and answers what waits for messages.
    func end() {
        isEnding.store(true, ordering: .sequentiallyConsistent)
        waiters.stop()
    }

    /// Ends its threads; nothing may come in any more.
    func stop() {
        pool.stop()
        storage.close()
    }

    /// What is done every second.
    func tick() {
        waiters.expire(at: clock.milliseconds())
    }

    private func perform(_ route: RelayRoute, _ request: RelayRequest, _ reply: Reply) {
        do throws(RelayRefusal) {
            if route != .health, route != .metrics {
                try limit(
                    .address, Array(request.address.utf8), perMinute: limits.requestsPerAddress)
            }
            try dispatch(route, request, reply)
        } catch {
            reply.send(RelayResponse(error))
        }
    }

    private func dispatch(
        _ route: RelayRoute, _ request: RelayRequest, _ reply: Reply
    ) throws(RelayRefusal) {
        switch route {
        case .health: reply.send(try health())
        case .metrics: reply.send(try showMetrics(request))
        case .greeting: reply.send(try greet())
        case .logIn: try logIn(request, reply)
        case .makeAccount: try makeAccount(request, reply)
        case .readLog(let account): reply.send(try readLog(account, request))
        case .appendLog(let account): try appendLog(account, request, reply)
        case .findHeaders(let locator): reply.send(try findHeaders(locator, request))
        default:
            let session = try session(of: request)
            guard !session.isReader || route.isForReaders,
                !session.isRecipient || route.isForRecipients
            else { throw refusal(.forbidden) }
            try dispatch(route, request, reply, session)
        }
    }

    private func dispatch(
        _ route: RelayRoute, _ request: RelayRequest, _ reply: Reply, _ session: RelaySession
    ) throws(RelayRefusal) {
        switch route {
        case .offerPrekeys: try offerPrekeys(request, session, reply)
        case .readStock: reply.send(try readStock(session))
        case .claimPrekeys: try claimPrekeys(request, session, reply)
        case .send: try send(request, session, reply)
        case .readInbox: try readInbox(request, session, reply)
        case .readCounter: reply.send(try readCounter(session))
        case .acknowledge: try acknowledge(request, session, reply)
        case .sendReceipt: try sendReceipt(request, session, reply)
        case .keepChunk(let lineage, let id):
            try keepChunk(id, lineage, request, session, reply)
        case .readChunk(let lineage, let id): reply.send(try readChunk(id, lineage, session))
        case .removeChunks(let lineage): try removeChunks(lineage, request, session, reply)
        case .keepManifest(let lineage): try keepManifest(lineage, request, session, reply)
        case .readManifests(let lineage): reply.send(try readManifests(lineage, session))
        case .readHeaders: reply.send(try readHeaders(session))
        case .keepHeader(let lineage, let locator):
            try keepHeader(locator, lineage, request, session, reply)
        case .removeHeader(let lineage, let locator):
            removeHeader(locator, lineage, session, reply)
        case .removeLineage(let lineage): removeLineage(lineage, session, reply)
        case .health, .metrics, .greeting, .logIn, .makeAccount, .readLog, .appendLog,
            .findHeaders:
            throw refusal(.notFound)
        }
    }

    /// Does something later on a thread that may wait, and answers with what it throws.
    func answer(
        _ reply: Reply,
        _ body: @escaping @Sendable () throws(RelayRefusal) -> RelayResponse
    ) {
        let isTaken = pool.run {
            do throws(RelayRefusal) {
                reply.send(try body())
            } catch {
                reply.send(RelayResponse(error))
            }
        }
        if !isTaken { reply.send(RelayResponse(refusal(.unavailable))) }
    }
}
#endif
