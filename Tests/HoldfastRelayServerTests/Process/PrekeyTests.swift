#if Server
import CrashSupport
import Glibc
import HoldfastCrypto
import HoldfastWire
import Testing

@Suite("A relay's prekeys", .eachStorage)
struct PrekeyTests {
    private let relay: RelayProcess

    init() throws {
        relay = try RelayProcess()
    }

    private func upload(
        _ device: TestDevice, _ account: AccountID, _ grade: SecrecyGrade, count: Int,
        notAfter: Int64 = Int64(time(nil)) + 3_600
    ) throws -> PrekeyUpload {
        let keys = try (0..<count).map { _ in
            try P256PrivateKey(random: SystemRandom()).publicKey
        }
        let batch = try PrekeyBatch(
            account: account, device: device.id, grade: grade, notBefore: 1, notAfter: notAfter,
            keys: keys)
        return try PrekeyUpload(
            SignedPrekeyBatch(batch, signature: try device.sign(batch.bytes, .prekeys)),
            keys: keys)
    }

    private func claim(
        _ client: TestClient, _ account: TestAccount, id: MessageID? = nil,
        grade: SecrecyGrade = .oneTime
    ) throws -> PrekeyBundle {
        guard let id = try id ?? MessageID(SystemRandom().bytes(16)) else {
            throw WireError(.invalidValue, in: "id")
        }
        let claim = try PrekeyClaim(
            id: id, account: account.id, grade: grade, devices: account.deviceIDs)
        let answer = try client.call("POST", "/v1/prekeys/claim", claim.bytes)
        guard answer.status == 200 else { throw try RelayRefusal(answer) }
        return try PrekeyBundle(answer.body)
    }

    private func offer(
        _ client: TestClient, _ upload: PrekeyUpload
    ) throws -> [PrekeyUploadResult.Outcome] {
        let answer = try client.call("PUT", "/v1/prekeys", upload.bytes)
        guard answer.status == 200 else { throw try RelayRefusal(answer) }
        return try PrekeyUploadResult(answer.body).lines.map(\.outcome)
    }

    @Test("One-time prekeys go first, each once, then the signed one, then none; the grade is said")
    func order() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, _) = try TestClient.founder("ben", port: relay.port)
        #expect(try claim(ben, adaAccount).lines.map(\.prekey) == [nil])
        #expect(
            try offer(ada, upload(ada.device, adaAccount.id, .oneTime, count: 2))
                == [.stored, .stored])
        #expect(try offer(ada, upload(ada.device, adaAccount.id, .signed, count: 1)) == [.stored])
        #expect(try ada.inbox().prekeyCount == 2)
        var seen: Set<PrekeyID> = []
        for grade in [SecrecyGrade.signed, .oneTime, .oneTime, .signed] {
            let wanted: SecrecyGrade = seen.isEmpty && grade == .signed ? .signed : .oneTime
            let line = try #require(try claim(ben, adaAccount, grade: wanted).lines.first)
            let prekey = try #require(line.prekey)
            try prekey.check(of: ada.device.record, in: adaAccount.id)
            #expect(prekey.statement.batch.grade == grade)
            if grade == .oneTime { #expect(seen.insert(prekey.id).inserted) }
        }
        #expect(try ada.inbox().prekeyCount == 0)
    }

    @Test("A claim whose answer got lost gets the same prekey again")
    func claimedAgain() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, _) = try TestClient.founder("ben", port: relay.port)
        _ = try offer(ada, upload(ada.device, adaAccount.id, .oneTime, count: 2))
        let id = try #require(MessageID(try SystemRandom().bytes(16)))
        let first = try claim(ben, adaAccount, id: id)
        #expect(try claim(ben, adaAccount, id: id) == first)
        #expect(try ada.inbox().prekeyCount == 1)
        let (eve, _) = try TestClient.founder("eve", port: relay.port)
        #expect(try claim(eve, adaAccount, id: id) != first)
    }

    @Test("An upload again says what became of each key, and a used one does not come back")
    func uploadedAgain() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, _) = try TestClient.founder("ben", port: relay.port)
        let first = try upload(ada.device, adaAccount.id, .oneTime, count: 2)
        #expect(try offer(ada, first) == [.stored, .stored])
        #expect(try offer(ada, first) == [.known, .known])
        let used = try #require(try claim(ben, adaAccount).lines.first?.prekey?.id)
        let outcomes = try offer(ada, first)
        let ids = first.prekeys().map(\.id)
        #expect(outcomes == ids.map { $0 == used ? .used : .known })
        let mixed = try PrekeyBatch(
            account: adaAccount.id, device: ada.device.id, grade: .oneTime, notBefore: 2,
            notAfter: Int64(time(nil)) + 60,
            keys: first.keys + [P256PrivateKey(random: SystemRandom()).publicKey])
        let keys = first.keys + [try P256PrivateKey(random: SystemRandom()).publicKey]
        let batch = try PrekeyBatch(
            account: mixed.account, device: mixed.device, grade: .oneTime, notBefore: 2,
            notAfter: mixed.notAfter, keys: keys)
        let other = try PrekeyUpload(
            SignedPrekeyBatch(batch, signature: try ada.device.sign(batch.bytes, .prekeys)),
            keys: keys)
        #expect(
            try offer(ada, other) == ids.map { $0 == used ? .used : .conflict } + [.stored])
        #expect(try ada.call("GET", "/v1/prekeys").status == 200)
    }

    @Test("16 clients claim at once, 10 keys are there: each is given once")
    func raced() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        _ = try offer(ada, upload(ada.device, adaAccount.id, .oneTime, count: 10))
        let clients = try (0..<16).map {
            try TestClient.founder("client \($0)", port: relay.port).0
        }
        for client in clients {
            let id = try #require(MessageID(try SystemRandom().bytes(16)))
            let body = try PrekeyClaim(
                id: id, account: adaAccount.id, grade: .oneTime, devices: [ada.device.id]
            ).bytes
            try client.begin("POST", "/v1/prekeys/claim", body)
        }
        let given = try clients.compactMap {
            try PrekeyBundle($0.connection.answer().body).lines.first?.prekey?.id
        }
        #expect(given.count == 10)
        #expect(Set(given).count == 10)
    }

    @Test("Prekeys of another device, with a bad signature, or that are over, are not taken")
    func refused() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (eve, eveAccount) = try TestClient.founder("eve", port: relay.port)
        let foreign = try upload(ada.device, adaAccount.id, .oneTime, count: 1)
        #expect(try eve.call("PUT", "/v1/prekeys", foreign.bytes).status == 403)
        let batch = try upload(eve.device, eveAccount.id, .oneTime, count: 1)
        let forged = try PrekeyUpload(
            SignedPrekeyBatch(
                batch.statement.batch, signature: foreign.statement.signature),
            keys: batch.keys)
        #expect(try eve.call("PUT", "/v1/prekeys", forged.bytes).status == 403)
        let over = try upload(
            eve.device, eveAccount.id, .oneTime, count: 1, notAfter: Int64(time(nil)) - 1)
        #expect(try eve.call("PUT", "/v1/prekeys", over.bytes).status == 401)
        #expect(try eve.inbox().prekeyCount == 0)
    }
}
#endif
