#if Server
import CrashSupport
import HoldfastCrypto
import HoldfastWire
import Testing

@Suite("A relay's backups", .eachStorage)
struct BackupTests {
    private let relay: RelayProcess
    private let lineage: SlotID
    private var path: String { "/v1/backups/\(hex(lineage.bytes))" }

    init() throws {
        relay = try RelayProcess(options: RelayProcess.generous + ["--quota-mib", "3"])
        lineage = try #require(SlotID(try SystemRandom().bytes(16)))
    }

    private func manifest(
        _ client: TestClient, _ generation: UInt64, previous: EntryHash = .none,
        text: String
    ) throws -> SignedManifest {
        let bytes = Array(text.utf8)
        let pointer = BackupPointer(
            account: try #require(client.account), device: client.device.id, lineage: lineage,
            generation: generation, previous: previous,
            manifest: try #require(EntryHash(SHA256.hash(bytes))))
        return SignedManifest(
            pointer, signature: try client.device.sign(pointer.bytes, .backupPointer),
            manifest: bytes)
    }

    @Test("A chunk comes back as it was; under its name nothing else is stored")
    func chunks() throws {
        let (ada, _) = try TestClient.founder("ada", port: relay.port)
        let target = path + "/chunks/" + hex(try SystemRandom().bytes(32))
        let bytes = try SystemRandom().bytes(1_000_000)
        let stored = try ada.call("PUT", target, bytes)
        #expect(stored.status == 201)
        #expect(stored.body == SHA256.hash(bytes))
        let other = try ada.call("PUT", target, [1, 2, 3])
        #expect(other.status == 200)
        #expect(other.body == SHA256.hash(bytes))
        #expect(try ada.call("GET", target).body == bytes)
        let (eve, _) = try TestClient.founder("eve", port: relay.port)
        #expect(try eve.call("GET", target).status == 404)
    }

    @Test("A full account is told so, reads go on, and room that is freed can be used")
    func quota() throws {
        let (ada, _) = try TestClient.founder("ada", port: relay.port)
        let names = try (0..<4).map { _ in try SystemRandom().bytes(32) }
        let bytes = try SystemRandom().bytes(1_000_000)
        var statuses: [Int] = []
        for name in names {
            statuses.append(try ada.call("PUT", path + "/chunks/" + hex(name), bytes).status)
        }
        #expect(statuses == [201, 201, 201, 507])
        let refused = try ada.call("PUT", path + "/chunks/" + hex(names[3]), bytes)
        #expect(try RelayRefusal(refused).code == .quota)
        #expect(try ada.call("GET", path + "/chunks/" + hex(names[0])).status == 200)
        let list = try ChunkList([names[0]]).bytes
        #expect(try ada.call("POST", path + "/chunks/remove", list).status == 200)
        #expect(try ada.call("PUT", path + "/chunks/" + hex(names[3]), bytes).status == 201)
        #expect(try ada.call("GET", path + "/chunks/" + hex(names[0])).status == 404)
    }

    @Test("A manifest follows the one before it or is refused; the newest two are kept")
    func manifests() throws {
        let (ada, _) = try TestClient.founder("ada", port: relay.port)
        let target = path + "/manifest"
        let first = try manifest(ada, 1, text: "first")
        #expect(try ada.call("PUT", target, first.bytes).status == 201)
        #expect(try ada.call("PUT", target, first.bytes).status == 200)
        let rival = try manifest(ada, 1, text: "rival")
        #expect(try RelayRefusal(ada.call("PUT", target, rival.bytes)).code == .conflict)
        let skipping = try manifest(ada, 3, previous: first.pointer.manifest, text: "third")
        #expect(try ada.call("PUT", target, skipping.bytes).status == 409)
        let second = try manifest(ada, 2, previous: first.pointer.manifest, text: "second")
        #expect(try ada.call("PUT", target, second.bytes).status == 201)
        let blind = try manifest(ada, 3, previous: first.pointer.manifest, text: "third")
        #expect(try ada.call("PUT", target, blind.bytes).status == 409)
        let third = try manifest(ada, 3, previous: second.pointer.manifest, text: "third")
        #expect(try ada.call("PUT", target, third.bytes).status == 201)
        let list = try ManifestList(decoding: ada.call("GET", target).body)
        #expect(list.manifests == [third.bytes, second.bytes])
    }

    @Test("A manifest of another account, with another's signature or for other bytes is refused")
    func foreign() throws {
        let (ada, _) = try TestClient.founder("ada", port: relay.port)
        let (eve, _) = try TestClient.founder("eve", port: relay.port)
        let target = path + "/manifest"
        let own = try manifest(ada, 1, text: "first")
        #expect(try eve.call("PUT", target, own.bytes).status == 403)
        let forged = SignedManifest(
            own.pointer, signature: try eve.device.sign(own.pointer.bytes, .backupPointer),
            manifest: own.manifest)
        #expect(try ada.call("PUT", target, forged.bytes).status == 403)
        let swapped = SignedManifest(
            own.pointer, signature: own.signature, manifest: Array("other".utf8))
        #expect(try ada.call("PUT", target, swapped.bytes).status == 400)
        #expect(try ManifestList(decoding: ada.call("GET", target).body).manifests.isEmpty)
    }

    @Test("8 devices write the next manifest at once: one does, the others are told")
    func raced() throws {
        let (ada, account) = try TestClient.founder("ada", port: relay.port)
        let clients = try (0..<8).map { _ in
            let client = try TestClient(ada.device, port: relay.port)
            try client.logIn(account.id)
            return client
        }
        for (index, client) in clients.enumerated() {
            let body = try manifest(client, 1, text: "manifest \(index)").bytes
            let header = try client.authorization("PUT", path + "/manifest", body)
            let lines = [
                "PUT \(path)/manifest HTTP/1.1", "Host: relay", header,
                "Content-Type: application/octet-stream", "Content-Length: \(body.count)", "", "",
            ]
            client.connection.send(Array(lines.joined(separator: "\r\n").utf8) + body)
        }
        let statuses = try clients.map { try $0.connection.answer().status }
        #expect(statuses.sorted() == [201] + [Int](repeating: 409, count: 7))
    }
}
#endif
