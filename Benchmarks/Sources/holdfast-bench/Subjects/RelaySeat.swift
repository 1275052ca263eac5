import Glibc
import HoldfastCrypto
import HoldfastWire

/// A device that is logged in at a relay.
struct RelaySeat {
    /// Under which address the relays of a run are known.
    static let origin = "https://relay.test"
    /// The kind of every body.
    static let binary = "Content-Type: application/octet-stream"

    private let ticket: [UInt8]
    private let key: HMACSHA256Key

    /// Logs a device in.
    init(_ member: MessagePeople.Member, at port: UInt16) throws {
        let (login, ephemeral) = try Self.login(member, at: port)
        let statement = login.statement
        let answer = try Load.run([Self.loginRequest(login)], port: port, status: 201)
        let grant = try SessionGrant(answer.body)
        key = HMACSHA256Key(
            try statement.sessionKey(ephemeral.sharedSecret(with: statement.relayKey)))
        guard grant.isProven(by: key) else { throw BenchFailure("the relay has another key") }
        ticket = grant.ticket
    }

    /// A request with the session's proof; the relay takes it for two minutes.
    func request(_ method: String, _ target: String, _ body: [UInt8]?) throws -> [UInt8] {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let proof = RequestProof(
            method: method, target: target, body: body ?? [], ticket: ticket,
            time: Int64(now.tv_sec), request: try SystemRandom().bytes(16), key: key)
        return RawRequest.bytes(
            method, target,
            headers: ["Authorization: Holdfast \(Self.digits(proof.bytes))"]
                + (body == nil ? [] : [Self.binary]), body: body)
    }

    /// What asks for the messages behind a place.
    func inboxRequest(after position: UInt64, wait seconds: Int = 0) throws -> [UInt8] {
        try request("GET", "/v1/inbox?after=\(position)&wait=\(seconds)", nil)
    }

    /// What says that messages are safe on the device.
    func acknowledgement(of positions: [UInt64]) throws -> [UInt8] {
        try request("POST", "/v1/inbox/ack", Acknowledgement(positions).bytes)
    }

    /// A login that nobody has sent yet, which answers a challenge of its own.
    static func loginRequest(_ member: MessagePeople.Member, at port: UInt16) throws -> [UInt8] {
        loginRequest(try login(member, at: port).login)
    }

    /// Bytes as they stand in targets and headers.
    static func digits(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self)
    }

    private static func loginRequest(_ login: SignedLogin) -> [UInt8] {
        RawRequest.bytes("POST", "/v1/sessions", headers: [binary], body: login.bytes)
    }

    private static func login(
        _ member: MessagePeople.Member, at port: UInt16
    ) throws -> (login: SignedLogin, ephemeral: P256PrivateKey) {
        let answer = try Load.run([RawRequest.bytes("GET", "/v1/relay")], port: port)
        let ephemeral = try P256PrivateKey(random: SystemRandom())
        let statement = LoginStatement(
            answering: try RelayGreeting(answer.body), at: origin, account: member.account,
            device: member.device, ephemeralKey: ephemeral.publicKey)
        return (
            SignedLogin(statement, signature: try member.sign(statement.bytes, .relayLogin)),
            ephemeral
        )
    }
}
