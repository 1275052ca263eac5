#if Server
import CrashSupport
import HoldfastCrypto
import HoldfastWire
import Testing

@Suite("A relay's sessions", .eachStorage)
struct LoginTests {
    private let relay: RelayProcess

    init() throws {
        relay = try RelayProcess()
    }

    @Test("A device logs in and is known; the relay proves that it has its key")
    func loggedIn() throws {
        let (client, _) = try TestClient.founder("phone", port: relay.port)
        #expect(try client.inbox().items.isEmpty)
    }

    @Test("A login that was meant for another relay is refused, and so is one seen before")
    func replayed() throws {
        let (client, account) = try TestClient.founder("phone", port: relay.port)
        let greeting = try client.greeting()
        let elsewhere = try client.login(
            account.id, answering: greeting, at: "https://other.test"
        ).login
        #expect(try client.plain("POST", "/v1/sessions", elsewhere.bytes).status == 403)
        let login = try client.login(account.id, answering: greeting).login
        #expect(try client.plain("POST", "/v1/sessions", login.bytes).status == 201)
        let again = try client.plain("POST", "/v1/sessions", login.bytes)
        #expect(again.status == 401)
        #expect(try RelayRefusal(again).code == .wrongTime)
    }

    @Test("A challenge of another relay's key, or one that was made up, is refused")
    func otherChallenge() throws {
        let other = try RelayProcess()
        let (client, account) = try TestClient.founder("phone", port: relay.port)
        let foreign = try TestClient(client.device, port: other.port).greeting()
        let login = try client.login(account.id, answering: foreign).login
        #expect(try client.plain("POST", "/v1/sessions", login.bytes).status == 403)
        let own = try client.greeting()
        let forged = RelayGreeting(
            origin: own.origin, key: own.key, challenge: own.challenge, expires: own.expires + 1,
            now: own.now)
        let late = try client.login(account.id, answering: forged).login
        #expect(try client.plain("POST", "/v1/sessions", late.bytes).status == 401)
    }

    @Test("Another device's signature, and a device of another account, log nobody in")
    func otherDevice() throws {
        let (client, account) = try TestClient.founder("phone", port: relay.port)
        let (_, stranger) = try TestClient.founder("stranger", port: relay.port)
        let forged = try client.login(
            account.id, answering: client.greeting(), by: try TestDevice("thief")
        ).login
        #expect(try client.plain("POST", "/v1/sessions", forged.bytes).status == 403)
        let misplaced = try client.login(stranger.id, answering: client.greeting()).login
        #expect(try client.plain("POST", "/v1/sessions", misplaced.bytes).status == 403)
    }

    @Test("A request whose method, target or body was changed is refused, and one sent twice")
    func changed() throws {
        let (client, _) = try TestClient.founder("phone", port: relay.port)
        let target = "/v1/inbox?after=0"
        let header = try client.authorization("GET", target, [])
        let connection = client.connection
        let other = try connection.request("GET", "/v1/inbox?after=1", headers: [header])
        #expect(other.status == 401)
        let stock = try connection.request("GET", "/v1/prekeys", headers: [header])
        #expect(stock.status == 401)
        #expect(try connection.request("GET", target, headers: [header]).status == 200)
        let again = try connection.request("GET", target, headers: [header])
        #expect(again.status == 401)
        #expect(try RelayRefusal(again).code == .wrongTime)
        let ack = try Acknowledgement([1]).bytes
        let signed = try client.authorization("POST", "/v1/inbox/ack", ack)
        let swapped = try connection.request(
            "POST", "/v1/inbox/ack", headers: [signed], body: try Acknowledgement([2]).bytes)
        #expect(swapped.status == 401)
    }

    @Test(
        "A wrong clock is named, with the relay's own", arguments: [-3_600, 3_600, -1_800_000_000])
    func wrongClock(skew: Int64) throws {
        let (client, _) = try TestClient.founder("phone", port: relay.port)
        client.skew = skew
        let answer = try client.call("GET", "/v1/inbox")
        let refusal = try RelayRefusal(answer)
        #expect(answer.status == 401)
        #expect(refusal.code == .wrongTime)
        client.skew = 0
        #expect(try client.call("GET", "/v1/inbox").status == 200)
    }

    @Test("Each bit of a proof counts")
    func damagedProof() throws {
        let (client, _) = try TestClient.founder("phone", port: relay.port)
        let header = try client.authorization("GET", "/v1/inbox", [])
        let start = "Authorization: Holdfast ".utf8.count
        for position in stride(from: start, to: header.utf8.count, by: 7) {
            var bytes = Array(header.utf8)
            bytes[position] =
                bytes[position] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
            let answer = try client.connection.request(
                "GET", "/v1/inbox", headers: [String(decoding: bytes, as: UTF8.self)])
            #expect([400, 401].contains(answer.status), "at \(position)")
        }
    }

    @Test(
        "Sessions outlive the relay's process; the requests that it knew do not come through again")
    func restarted() throws {
        let (client, _) = try TestClient.founder("phone", port: relay.port)
        _ = try client.call("GET", "/v1/inbox")
        #expect(try relay.terminate() == .exit(0))
        let next = try relay.again()
        try client.reconnect(port: next.port)
        #expect(try client.call("GET", "/v1/inbox").status == 200)
        client.skew = -60
        let old = try client.call("GET", "/v1/inbox")
        #expect(try RelayRefusal(old).code == .wrongTime)
    }
}
#endif
