import HoldfastCrypto

@testable import HoldfastWire

/// Makes the vectors of what a relay and its clients exchange, with new keys each time.
enum RelayVectors {
    /// How many there are.
    static let count = 77

    typealias Vector = RelayVectorTests.Vector
    typealias Structure = RelayVectorTests.Structure
    private typealias Case = (name: String, structure: Structure, bytes: [UInt8])

    static func make() throws -> [Vector] {
        let cast = try RelayCast()
        return try (sessions(cast) + lists(cast) + pages(cast) + backups(cast) + refusals(cast))
            .map { name, structure, bytes in
                Vector(
                    name: name, structure: structure, bytes: Hex.text(bytes),
                    result: try RelayVectorTests.judge(bytes, structure))
            }
    }

    /// A structure that is valid, and the same cut, longer and of a later version.
    private static func around(
        _ name: String, _ structure: Structure, _ bytes: [UInt8], versionAt offset: Int = 0
    ) -> [Case] {
        var later = bytes
        later[offset + 1] = 2
        return [
            (name, structure, bytes),
            ("\(name), cut", structure, Array(bytes.dropLast())),
            ("\(name), longer", structure, bytes + [0]),
            ("\(name) of a later version", structure, later),
        ]
    }

    private static func sessions(_ cast: RelayCast) throws -> [Case] {
        let greeting = cast.greeting.bytes
        let statement = cast.statement.bytes
        let login = SignedLogin(
            cast.statement, signature: try cast.device.sign(statement, .relayLogin))
        let proof = cast.proof.bytes
        return
            around("greeting", .greeting, greeting)
            + [
                ("greeting, origin not UTF-8", .greeting, greeting.with([0xff], at: 3)),
                (
                    "greeting, no point of the curve", .greeting,
                    greeting.with([greeting[85] ^ 1], at: 85)
                ),
            ]
            + around("statement", .statement, statement)
            + [
                (
                    "statement, origin too long", .statement,
                    [0, 1, 0x41, 0] + statement.dropFirst(3)
                )
            ]
            + around("login", .login, login.bytes, versionAt: 2)
            + [
                (
                    "login, signature of zeros", .login,
                    Array(login.bytes.dropLast(64)) + [UInt8](repeating: 0, count: 64)
                )
            ]
            + around("grant", .grant, cast.grant.bytes)
            + around("proof", .proof, proof)
            + [("proof, ticket too long", .proof, [0, 1, 0x41, 1] + proof.dropFirst(4))]
    }

    private static func lists(_ cast: RelayCast) throws -> [Case] {
        let result = SendResult(wasKnown: true, full: [cast.device.id])
        let receipts = try Acknowledgement([3, 4, 1 << 40])
        let twice = WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.putVector(of: [UInt64(4), 4]) { $0.put($1) }
        }
        let names = try ChunkList([
            [UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32),
        ])
        return
            around("send result", .sendResult, result.bytes)
            + [("send result, known twice over", .sendResult, result.bytes.with([2], at: 2))]
            + around("acknowledgement", .acknowledgement, receipts.bytes)
            + [
                ("acknowledgement, position twice", .acknowledgement, twice),
                ("acknowledgement of nothing", .acknowledgement, [0, 1, 0]),
            ]
            + around("chunk list", .chunkList, names.bytes)
            + [("chunk list of nothing", .chunkList, [0, 1, 0])]
    }

    private static func pages(_ cast: RelayCast) throws -> [Case] {
        let items = [
            InboxPage.Item(position: 3, kind: .message, received: 1_900_000_000, bytes: [1, 2, 3]),
            InboxPage.Item(position: 9, kind: .receipt, received: 1_900_000_001, bytes: []),
        ]
        let page = InboxPage(items: items, prekeyCount: 7)
        let notice = try RewrapNotice(
            account: cast.account, device: cast.device.id,
            messages: [1, 2].compactMap { MessageID([UInt8](repeating: $0, count: 16)) })
        let notices = InboxPage(
            items: [
                .init(position: 4, kind: .rewrap, received: 1_900_000_000, bytes: notice.bytes)
            ],
            prekeyCount: 7)
        let unordered = InboxPage(items: items.reversed(), prekeyCount: 7)
        return
            around("inbox page", .inboxPage, page.bytes)
            + [
                ("inbox page, a notice", .inboxPage, notices.bytes),
                ("inbox page of nothing", .inboxPage, [0, 1, 0, 0, 0]),
                ("inbox page, out of order", .inboxPage, unordered.bytes),
                ("inbox page, unknown kind", .inboxPage, page.bytes.with([4], at: 13)),
            ] + around("rewrap notice", .rewrapNotice, notice.bytes)
            + around("log page", .logPage, cast.logPage.bytes)
            + [
                (
                    "log page, too many entries", .logPage,
                    LogPage(
                        account: cast.account, head: cast.head,
                        entries: [[UInt8]](repeating: [], count: LogPage.entryLimit + 1)
                    ).bytes
                )
            ]
    }

    private static func backups(_ cast: RelayCast) throws -> [Case] {
        let pointer = cast.pointer
        let signed = SignedManifest(
            pointer, signature: try cast.device.sign(pointer.bytes, .backupPointer),
            manifest: cast.manifest)
        let three = ManifestList([[1], [2], [3]])
        return
            around("backup pointer", .backupPointer, pointer.bytes)
            + [
                (
                    "backup pointer of generation 0", .backupPointer,
                    pointer.bytes.with([UInt8](repeating: 0, count: 8), at: 82)
                )
            ]
            + around("manifest", .manifest, signed.bytes, versionAt: 2)
            + around("manifest list", .manifestList, ManifestList([signed.bytes]).bytes)
            + [("manifest list, three", .manifestList, three.bytes)]
    }

    private static func refusals(_ cast: RelayCast) -> [Case] {
        let refusal = RelayRefusal(
            .stale, now: 1_900_000_000, retryAfterSeconds: 0, logs: [cast.logPage])
        return around("refusal", .refusal, refusal.bytes)
            + [("refusal, unknown code", .refusal, refusal.bytes.with([99], at: 2))]
    }
}

/// Who speaks in the vectors.
private struct RelayCast {
    let device: TestDevice
    let account: AccountID
    let head: LogHead
    let logPage: LogPage
    let greeting: RelayGreeting
    let statement: LoginStatement
    let grant: SessionGrant
    let proof: RequestProof
    let manifest = Array("a manifest".utf8)
    let pointer: BackupPointer

    init() throws {
        let random = SystemRandom()
        device = try TestDevice("phone")
        let own = try TestAccount(device)
        (account, head) = (own.log.account, own.log.head)
        logPage = LogPage(account: account, head: head, entries: own.entries.map(\.bytes))
        greeting = RelayGreeting(
            origin: "https://relay.test", key: try P256PrivateKey(random: random).publicKey,
            challenge: try random.bytes(48), expires: 1_900_000_120, now: 1_900_000_000)
        statement = LoginStatement(
            answering: greeting, at: greeting.origin, account: account, device: device.id,
            ephemeralKey: try P256PrivateKey(random: random).publicKey)
        let key = HMACSHA256Key(try random.secret(32))
        grant = SessionGrant(ticket: try random.bytes(132), expires: 1_900_086_400, key: key)
        proof = RequestProof(
            method: "GET", target: "/v1/inbox?after=0&wait=30", body: [], ticket: grant.ticket,
            time: 1_900_000_000, request: try random.bytes(16), key: key)
        guard let lineage = SlotID(try random.bytes(SlotID.byteCount)),
            let hash = EntryHash(SHA256.hash(manifest))
        else { throw WireError(.truncated, in: "lineage") }
        pointer = BackupPointer(
            account: account, device: device.id, lineage: lineage, generation: 1,
            previous: head.hash, manifest: hash)
    }
}

extension [UInt8] {
    /// The same with other bytes in one place.
    fileprivate func with(_ bytes: [UInt8], at offset: Int) -> [UInt8] {
        var changed = self
        changed.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        return changed
    }
}
