#if os(Linux)
internal import HoldfastCrypto
internal import HoldfastWire

extension Relay {
    /// How long a challenge can be answered, in seconds.
    private static let challengeSeconds: Int64 = 120
    /// How long a session lasts, in seconds.
    private static let sessionSeconds: Int64 = 86_400
    private static let nonceByteCount = 16

    /// Says who the relay is, with a challenge that it keeps no list of.
    func greet() throws(RelayRefusal) -> RelayResponse {
        let now = clock.now()
        let expires = now + Self.challengeSeconds
        let nonce: [UInt8]
        do throws(CryptoError) {
            nonce = try random.bytes(Self.nonceByteCount)
        } catch {
            throw failed("no randomness: \(error)")
        }
        return RelayResponse(
            RelayGreeting(
                origin: setup.origin, key: key.agreement.publicKey,
                challenge: nonce + mark(nonce, expires), expires: expires, now: now
            ).bytes)
    }

    /// Begins a session, if the statement is a device's own, about this relay, and new.
    func logIn(_ request: RelayRequest, _ reply: Reply) throws(RelayRefusal) {
        try limit(.login, Array(request.address.utf8), perMinute: limits.loginsPerAddress)
        let login = try decode(request.body, SignedLogin.init)
        let statement = login.statement
        guard statement.origin == setup.origin, statement.relayKey == key.agreement.publicKey
        else { throw refusal(.forbidden) }
        let nonce = Array(statement.challenge.prefix(Self.nonceByteCount))
        guard statement.challenge == nonce + mark(nonce, statement.expires),
            statement.expires >= clock.now()
        else { throw refusal(.wrongTime) }
        var isRecipient = false
        if let key = try readerKey(statement.device, of: statement.account) {
            try check(login.signature, .relayReading, of: key, over: statement.bytes)
        } else {
            let record = try activeRecord(statement.device, of: statement.account)
            try check(
                login.signature, .relayLogin, of: record.signingKey, over: statement.bytes)
            isRecipient = record.isRecoveryRecipient
        }
        let grant = try grant(statement, isRecipient: isRecipient)
        storage.write { (records) throws(StorageError) in
            try records.use(
                statement.challenge, of: statement.account, until: statement.expires)
        } done: { [self] result in
            switch result {
            case .success(true): reply.send(RelayResponse(grant.bytes, status: 201))
            case .success(false): reply.send(RelayResponse(refusal(.wrongTime)))
            case .failure(let error): reply.send(RelayResponse(refusal(error)))
            }
        }
    }

    /// Whether a request shows a ticket of this relay; whether it is its holder's is seen later.
    func hasTicket(_ head: RelayRequest) -> Bool {
        do throws(RelayRefusal) {
            return RelaySession(ticket: try proof(of: head).ticket, key) != nil
        } catch {
            return false
        }
    }

    private func proof(of request: RelayRequest) throws(RelayRefusal) -> RequestProof {
        let scheme = "Holdfast "
        guard let header = request.authorization, header.hasPrefix(scheme),
            let bytes = Hexadecimal.bytes(header.dropFirst(scheme.utf8.count))
        else { throw refusal(.notLoggedIn) }
        return try decode(bytes, RequestProof.init)
    }

    /// Whose request it is.
    ///
    /// - Throws: ``RelayRefusal``, and 410 with the newest log entries for a device that is out.
    func session(of request: RelayRequest) throws(RelayRefusal) -> RelaySession {
        let proof = try proof(of: request)
        let now = clock.now()
        guard let session = RelaySession(ticket: proof.ticket, key), session.expires > now,
            proof.holds(
                method: request.method.rawValue, target: request.target, body: request.body,
                key: HMACSHA256Key(session.key))
        else { throw refusal(.notLoggedIn) }
        let name = Array(session.device.bytes.prefix(16)) + proof.request
        guard replays.admit(name, time: proof.time, now: now) else { throw refusal(.wrongTime) }
        try limit(.account, session.account.bytes, perMinute: limits.requestsPerAccount)
        let standing = try read { (records) throws(StorageError) in
            try records.standing(of: session.device, in: session.account)
        }
        if standing == .active { return session }
        guard try readerKey(session.device, of: session.account) != nil else {
            throw try removed(from: session.account)
        }
        var reader = session
        reader.isReader = true
        return reader
    }

    /// The key of whoever reads an account's backups by a phrase; nil for any other name.
    private func readerKey(
        _ name: DeviceID, of account: AccountID
    ) throws(RelayRefusal) -> P256PublicKey? {
        let stored = try read { (records) throws(StorageError) in
            try records.locatorKey(of: name, in: account)
        }
        guard let stored else { return nil }
        do throws(CryptoError) {
            return try P256PublicKey(stored)
        } catch {
            throw failed("a stored key cannot be read")
        }
    }

    /// The record of a device that may speak for its account.
    func activeRecord(
        _ device: DeviceID, of account: AccountID
    ) throws(RelayRefusal) -> DeviceRecord {
        guard let known = try logs.current(account, self) else { throw refusal(.notFound) }
        guard let member = known.log.facts.members[device] else { throw refusal(.forbidden) }
        guard member.isActive else { throw try removed(from: account) }
        return member.record
    }

    /// 410, with the entries that say so; a client believes them and not the number.
    func removed(from account: AccountID) throws(RelayRefusal) -> RelayRefusal {
        let page = try logPage(account, newest: 16)
        return RelayRefusal(.removed, now: clock.now(), logs: page.map { [$0] } ?? [])
    }

    /// Checks a signature that a request carries.
    func check(
        _ signature: P256Signature, _ purpose: SignaturePurpose, of key: P256PublicKey,
        over bytes: [UInt8]
    ) throws(RelayRefusal) {
        let isSigned: Bool
        do throws(CryptoError) {
            isSigned = try purpose.isSatisfied(by: signature, of: key, over: bytes)
        } catch {
            throw failed("a signature could not be checked: \(error)")
        }
        guard isSigned else { throw refusal(.forbidden) }
    }

    private func grant(
        _ statement: LoginStatement, isRecipient: Bool
    ) throws(RelayRefusal) -> SessionGrant {
        do throws(CryptoError) {
            let shared = try key.agreement.sharedSecret(with: statement.ephemeralKey)
            let session = RelaySession(
                account: statement.account, device: statement.device,
                key: try statement.sessionKey(shared),
                expires: clock.now() + Self.sessionSeconds, isRecipient: isRecipient)
            return SessionGrant(
                ticket: try session.ticket(key, random: random), expires: session.expires,
                key: HMACSHA256Key(session.key))
        } catch {
            throw failed("a session could not be made: \(error)")
        }
    }

    private func mark(_ nonce: [UInt8], _ expires: Int64) -> [UInt8] {
        key.challengeKey.authenticate(nonce + WireWriter.encode { $0.put(expires) })
    }
}
#endif
