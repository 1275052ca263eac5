public import HoldfastCore
public import HoldfastCrypto
public import HoldfastE2EE
import HoldfastWire

/// A device's session at one relay: logs in with the device's key when it must, and shows for each
/// request that it is this device's.
///
/// A login costs one operation of the device's key, which may be hardware; requests cost none. The
/// time in requests is the relay's, so that a device whose clock is wrong can still speak to it.
public actor RelaySession {
    private let holder: SessionHolder
    private let address: RelayAddress
    let caller: RelayCaller
    private let wallClock: any WallClock
    private let knownKey: P256PublicKey?
    private var live: LiveSession?
    private var login: Task<Result<LiveSession, RelayError>, Never>?

    /// The key that the relay has shown that it has; to be remembered, and given to the next
    /// session.
    public private(set) var relayKey: P256PublicKey?
    /// By how many seconds this device's clock is ahead of the relay's; `nil` before it has
    /// answered.
    ///
    /// Below 0 it is behind.
    public private(set) var clockAhead: Int64?

    /// Takes what the session works with; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - identity: this device's keys.
    ///   - address: where the relay is, as the person gave it: it is what the login signs.
    ///   - transport: carries the requests there.
    ///   - knownKey: the relay's key, as an earlier session has shown it; `nil` for the first one.
    ///   - patience: how often a request is made, and how long is waited.
    ///   - wallClock: this device's clock.
    ///   - clock: measures the waits.
    ///   - random: draws keys, names and the random part of waits.
    public init(
        _ identity: IdentityKeys, at address: RelayAddress, over transport: any RelayTransport,
        knownKey: P256PublicKey? = nil, patience: RelayPatience = RelayPatience(),
        wallClock: any WallClock = SystemWallClock(),
        clock: any Clock<Duration> = ContinuousClock(), random: any SecureRandom = SystemRandom()
    ) {
        self.init(
            SessionHolder(identity), at: address, over: transport, knownKey: knownKey,
            patience: patience, wallClock: wallClock, clock: clock, random: random)
    }

    /// The same for anybody who can log in.
    init(
        _ holder: SessionHolder, at address: RelayAddress, over transport: any RelayTransport,
        knownKey: P256PublicKey?, patience: RelayPatience, wallClock: any WallClock,
        clock: any Clock<Duration>, random: any SecureRandom
    ) {
        self.holder = holder
        self.address = address
        self.knownKey = knownKey
        self.wallClock = wallClock
        caller = RelayCaller(
            transport: transport, patience: patience, clock: clock, random: random)
    }

    /// Logs in, unless that is done.
    ///
    /// - Throws: ``RelayError``.
    public func begin() async throws(RelayError) {
        _ = try await session()
    }

    /// The relay's clock, as far as it is known; `nil` before it has answered.
    public var relayTime: UnixTime? {
        clockAhead.map { UnixTime(seconds: wallClock.now.seconds.subtracting($0)) }
    }

    /// Makes a request of the session, again and again as patience permits.
    ///
    /// All requests of the protocol are safe to repeat: each write is named by what it writes, and
    /// each try has a proof of its own.
    func call(
        _ method: RelayHTTPRequest.Method, _ target: String, _ body: [UInt8]? = nil,
        answerLimit: Int, waits seconds: Int = 0
    ) async throws(RelayError) -> [UInt8] {
        var (failures, logins, corrections) = (0, 0, 0)
        while true {
            let session = try await session()
            let request = caller.request(
                method, target,
                authorization: try header(session, method, target, body ?? []), body: body,
                answerLimit: answerLimit, waits: seconds)
            let failure: CallFailure
            do throws(CallFailure) {
                return try await caller.attempt(request)
            } catch {
                failure = error
            }
            if case .refused(let refusal) = failure {
                switch refusal.code {
                case .notLoggedIn where logins == 0:
                    logins += 1
                    forget(session)
                    continue
                case .wrongTime:
                    setClock(relay: refusal.now)
                    guard corrections == 0 else { throw .clock(ahead: clockAhead ?? 0) }
                    corrections += 1
                    continue
                default: break
                }
            }
            failures += 1
            try await caller.pause(after: failure, failures: failures)
        }
    }

    private func header(
        _ session: LiveSession, _ method: RelayHTTPRequest.Method, _ target: String,
        _ body: [UInt8]
    ) throws(RelayError) -> String {
        do throws(CryptoError) {
            return try session.authorization(
                method, target, body, at: relayTime?.seconds ?? wallClock.now.seconds,
                random: caller.random)
        } catch {
            throw .crypto(error)
        }
    }

    /// Another call may have logged in anew since.
    private func forget(_ session: LiveSession) {
        if live?.ticket == session.ticket { live = nil }
    }

    private func setClock(relay now: Int64) {
        clockAhead = wallClock.now.seconds.subtracting(now)
    }

    /// The session that there is, or one login for all calls that want it.
    private func session() async throws(RelayError) -> LiveSession {
        while true {
            if let live, live.isAlive(at: relayTime?.seconds ?? .max) { return live }
            let task = login ?? Task { await logIn() }
            login = task
            let result = await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            // It may have been another call that was cancelled, and the login with it.
            if case .failure(.cancelled) = result, !Task.isCancelled { continue }
            return try result.get()
        }
    }

    private func logIn() async -> Result<LiveSession, RelayError> {
        defer { login = nil }
        do throws(RelayError) {
            let session = try await logInAgainAndAgain()
            live = session
            return .success(session)
        } catch {
            return .failure(error)
        }
    }

    private func logInAgainAndAgain() async throws(RelayError) -> LiveSession {
        var corrections = 0
        while true {
            let greeting = try await greet()
            let refused: RelayRefusal
            switch try await answer(greeting) {
            case .success(let session): return session
            case .failure(let refusal): refused = refusal
            }
            // The challenge has ended on its way, or another try of this login came first.
            guard refused.code == .wrongTime, corrections < 2 else { throw .refused(refused) }
            corrections += 1
        }
    }

    /// Asks the relay who it is and what time it has.
    func greet() async throws(RelayError) -> RelayGreeting {
        let bytes = try await caller.call(caller.request(.get, "/v1/relay", answerLimit: 4_096))
        let greeting = try RelayCaller.read(bytes, RelayGreeting.init)
        if let known = relayKey ?? knownKey, greeting.key != known { throw .otherRelay }
        setClock(relay: greeting.now)
        return greeting
    }

    private func answer(
        _ greeting: RelayGreeting
    ) async throws(RelayError) -> Result<LiveSession, RelayRefusal> {
        let ephemeral: P256PrivateKey
        do throws(CryptoError) {
            ephemeral = try P256PrivateKey(random: caller.random)
        } catch {
            throw .crypto(error)
        }
        let statement = LoginStatement(
            answering: greeting, at: address.origin, account: holder.account,
            device: holder.name, ephemeralKey: ephemeral.publicKey)
        let login = SignedLogin(statement, signature: try await sign(statement))
        let request = caller.request(
            .post, "/v1/sessions", body: login.bytes, answerLimit: 4_096)
        let bytes: [UInt8]
        do throws(RelayError) {
            bytes = try await caller.call(request)
        } catch {
            guard case .refused(let refusal) = error else { throw error }
            return .failure(refusal)
        }
        return .success(try take(bytes, statement, ephemeral))
    }

    private func sign(_ statement: LoginStatement) async throws(RelayError) -> P256Signature {
        do throws(IdentityKeyError) {
            return try await holder.sign(holder.purpose.message(for: statement.bytes))
        } catch {
            throw .key(error)
        }
    }

    /// Only who has the relay's key can have made the proof.
    private func take(
        _ bytes: [UInt8], _ statement: LoginStatement, _ ephemeral: P256PrivateKey
    ) throws(RelayError) -> LiveSession {
        let grant = try RelayCaller.read(bytes, SessionGrant.init)
        let key: HMACSHA256Key
        do throws(CryptoError) {
            key = HMACSHA256Key(
                try statement.sessionKey(try ephemeral.sharedSecret(with: statement.relayKey)))
        } catch {
            throw .crypto(error)
        }
        guard grant.isProven(by: key) else { throw .otherRelay }
        relayKey = statement.relayKey
        return LiveSession(ticket: grant.ticket, key: key, expires: grant.expires)
    }
}
