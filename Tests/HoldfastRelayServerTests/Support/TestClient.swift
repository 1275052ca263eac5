import CrashSupport
import Glibc
import HoldfastCrypto
import HoldfastWire

/// A device that speaks to a relay over one connection.
final class TestClient {
    static let origin = "https://relay.test"

    let device: TestDevice
    let port: UInt16
    private(set) var connection: HTTPConnection
    private var session: (ticket: [UInt8], key: HMACSHA256Key, secret: SecretBytes)?
    var account: AccountID?
    /// Seconds by which the client's clock is wrong.
    var skew: Int64 = 0

    init(_ device: TestDevice, port: UInt16) throws {
        self.device = device
        self.port = port
        connection = try HTTPConnection(port: port)
    }

    /// Makes the device's account, and logs in.
    static func founder(_ name: String, port: UInt16) throws -> (TestClient, TestAccount) {
        let device = try TestDevice(name)
        let account = try TestAccount(device)
        let client = try TestClient(device, port: port)
        let answer = try client.plain("POST", "/v1/accounts", account.entries[0].bytes)
        guard answer.status == 201 else { throw try RelayRefusal(answer) }
        try client.logIn(account.id)
        return (client, account)
    }

    /// A new connection in place of one that was closed.
    func reconnect(port: UInt16? = nil) throws {
        connection = try HTTPConnection(port: port ?? self.port)
    }

    /// A request without a session.
    func plain(
        _ method: String, _ target: String, _ body: [UInt8]? = nil
    ) throws -> HTTPConnection.Answer {
        try connection.request(method, target, body: body)
    }

    func greeting() throws -> RelayGreeting {
        try RelayGreeting(try plain("GET", "/v1/relay").body)
    }

    /// What a login sends.
    func login(
        _ account: AccountID, answering greeting: RelayGreeting, at origin: String = origin,
        by signer: TestDevice? = nil
    ) throws -> (login: SignedLogin, ephemeral: P256PrivateKey) {
        let ephemeral = try P256PrivateKey(random: SystemRandom())
        let statement = LoginStatement(
            answering: greeting, at: origin, account: account, device: device.id,
            ephemeralKey: ephemeral.publicKey)
        let signature = try (signer ?? device).sign(statement.bytes, .relayLogin)
        return (SignedLogin(statement, signature: signature), ephemeral)
    }

    func logIn(_ account: AccountID) throws {
        let (login, ephemeral) = try login(account, answering: try greeting())
        let answer = try plain("POST", "/v1/sessions", login.bytes)
        guard answer.status == 201 else { throw try RelayRefusal(answer) }
        let grant = try SessionGrant(answer.body)
        let secret = try login.statement.sessionKey(
            ephemeral.sharedSecret(with: login.statement.relayKey))
        let key = HMACSHA256Key(secret)
        guard grant.isProven(by: key) else { throw WireError(.invalidValue, in: "proof") }
        session = (grant.ticket, key, secret)
        self.account = account
    }

    /// The relay's own clock: time(2) may lag behind it by some milliseconds, and so by a second.
    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec)
    }

    /// The session's ticket, for a client in another language.
    func ticket() throws -> [UInt8] {
        guard let session else { throw WireError(.invalidValue, in: "session") }
        return session.ticket
    }

    /// The session's key, for a client in another language.
    func sessionKey() throws -> [UInt8] {
        guard let session else { throw WireError(.invalidValue, in: "session") }
        return session.secret.copyBytes()
    }

    /// The header of a request.
    func authorization(
        _ method: String, _ target: String, _ body: [UInt8]
    ) throws -> String {
        guard let session else { throw WireError(.invalidValue, in: "session") }
        let proof = RequestProof(
            method: method, target: target, body: body, ticket: session.ticket,
            time: Self.now() + skew, request: try SystemRandom().bytes(16), key: session.key)
        let digits = Array("0123456789abcdef".utf8)
        let text = proof.bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return "Authorization: Holdfast " + String(decoding: text, as: UTF8.self)
    }

    /// A request of the session.
    func call(
        _ method: String, _ target: String, _ body: [UInt8]? = nil
    ) throws -> HTTPConnection.Answer {
        let header = try authorization(method, target, body ?? [])
        return try connection.request(method, target, headers: [header], body: body)
    }

    /// Sends a request of the session, and does not wait for the answer.
    func begin(_ method: String, _ target: String, _ body: [UInt8]? = nil) throws {
        var lines = [
            "\(method) \(target) HTTP/1.1", "Host: relay",
            try authorization(method, target, body ?? []),
        ]
        if let body {
            lines += [
                "Content-Type: application/octet-stream", "Content-Length: \(body.count)",
            ]
        }
        connection.send(
            Array((lines + ["", ""]).joined(separator: "\r\n").utf8) + (body ?? []))
    }

    /// What lies in the inbox.
    func inbox(after: UInt64 = 0, wait: Int = 0) throws -> InboxPage {
        let answer = try call("GET", "/v1/inbox?after=\(after)&wait=\(wait)")
        guard answer.status == 200 else { throw try RelayRefusal(answer) }
        return try InboxPage(answer.body)
    }

    /// Adds an entry to a log.
    func append(_ entry: SignedLogEntry, to account: inout TestAccount) throws {
        let answer = try plain("POST", "/v1/accounts/\(hex(account.id.bytes))/log", entry.bytes)
        guard answer.status == 201 else { throw try RelayRefusal(answer) }
        try account.take(entry)
    }
}

extension RelayRefusal {
    /// The refusal of an answer.
    init(_ answer: HTTPConnection.Answer) throws {
        try self.init(answer.body)
    }
}

/// Bytes as they stand in a path.
func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
        decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
