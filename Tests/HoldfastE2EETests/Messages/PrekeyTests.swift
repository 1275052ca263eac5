import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastE2EE
@testable import HoldfastLab
@testable import HoldfastWire

@Suite("Prekeys")
struct PrekeyTests {
    /// What a server has after it took all uploads.
    private func upload(_ keeper: PrekeyKeeper) async throws -> PrekeyStock {
        var (oneTime, signed): (Set<PrekeyID>, PrekeyID?) = ([], nil)
        for upload in try await keeper.maintain().uploads {
            let ids = upload.keys.map { PrekeyID(key: $0) }
            switch upload.statement.batch.grade {
            case .oneTime:
                if upload.statement.batch.replacesOthers { oneTime = [] }
                oneTime.formUnion(ids)
            case .signed, .identity: signed = ids.first
            }
            try await keeper.take(PrekeyUploadResult(ids.map { .init($0, .stored) }), of: upload)
        }
        return PrekeyStock(oneTime: oneTime, signed: signed)
    }

    @Test(
        "A first start makes a signed prekey and one-time ones, which wait until the server has them"
    )
    func first() async throws {
        let world = try await BoWorld()
        let (uploads, plan) = try await world.keeper().maintain()
        #expect(plan.makesSigned && plan.oneTimeCount == 4)
        #expect(uploads.map(\.statement.batch.grade) == [.signed, .oneTime])
        // The answer got lost and the app was started anew: the very same uploads, no others.
        let again = try await world.keeper().maintain()
        #expect(again.uploads == uploads && again.plan.oneTimeCount == 0)
        for upload in uploads {
            try upload.statement.check(of: world.people.bo.record, in: world.people.bob.id)
            #expect(try PrekeyUpload.decode(upload.bytes) == upload)
            for prekey in upload.prekeys() {
                let read = try Prekey(prekey.bytes)
                try read.check(of: world.people.bo.record, in: world.people.bob.id)
                guard case .key(let key) = try await world.keeper().privateKey(read.id) else {
                    Issue.record("a prekey was offered without its private half")
                    return
                }
                #expect(key.publicKey == read.key)
            }
        }
        #expect(world.keys.signatureCount == 2)
    }

    @Test("Below the low-water mark there are more; above it there is nothing to do")
    func topUp() async throws {
        let world = try await BoWorld()
        let stock = try await upload(world.keeper())
        let full = try await world.keeper().maintain(stock: stock, serverTime: world.time)
        #expect(full.uploads.isEmpty && full.plan.oneTimeCount == 0 && !full.plan.makesSigned)
        let left = PrekeyStock(oneTime: Set(stock.oneTime.prefix(1)), signed: stock.signed)
        let low = try await world.keeper().maintain(stock: left, serverTime: world.time)
        #expect(low.plan.oneTimeCount == 3 && !low.plan.replacesOneTime)
    }

    @Test("A server that offers what is not here is told to drop it")
    func lost() async throws {
        let world = try await BoWorld()
        let stock = try await upload(world.keeper())
        let stranger = PrekeyID(key: world.people.phone.signing.publicKey)
        let wrong = PrekeyStock(
            oneTime: Set(stock.oneTime + [stranger]), signed: stranger)
        let (uploads, plan) = try await world.keeper().maintain(
            stock: wrong, serverTime: world.time)
        #expect(plan.replacesOneTime && plan.makesSigned)
        #expect(uploads.allSatisfy { $0.statement.batch.replacesOthers })
        // What was handed out before may still be on its way, and opens.
        guard case .key = try await world.keeper().privateKey(stock.oneTime[0]) else {
            Issue.record("a prekey went before its time")
            return
        }
    }

    @Test(
        "A signed prekey is replaced after a week, opens for 32 days more, and is gone after that")
    func rotation() async throws {
        let world = try await BoWorld()
        let first = try #require(try await upload(world.keeper()).signed)
        world.clock.advance(days: 8)
        let stock = try await world.people.stock(of: world)
        let week = try await world.keeper().maintain(stock: stock, serverTime: world.time)
        #expect(week.plan.makesSigned && week.plan.beginsEpoch)
        let second = try #require(try await upload(world.keeper()).signed)
        #expect(second != first)
        world.clock.advance(days: 31)
        _ = try await world.keeper().maintain(serverTime: world.time)
        guard case .key = try await world.keeper().privateKey(first) else {
            Issue.record("a prekey went while messages to it can be on their way")
            return
        }
        world.clock.advance(days: 2)
        let over = try await world.keeper().maintain(serverTime: world.time)
        #expect(over.plan.retired.contains(first))
        guard case .gone = try await world.keeper().privateKey(first) else {
            Issue.record("a prekey stayed beyond its time")
            return
        }
    }

    @Test(
        "An epoch's key is destroyed once no row is under it: a copy of the old rows opens nothing")
    func epochs() async throws {
        let world = try await BoWorld()
        let stock = try await upload(world.keeper())
        let old = try await world.history.prekeyRows()
        #expect(try await world.epochNames() == ["epoch-1"])
        world.clock.advance(days: 7)
        _ = try await world.keeper().maintain(stock: stock, serverTime: world.time)
        #expect(try await world.epochNames() == ["epoch-2"])
        for row in try await world.history.prekeyRows() {
            #expect(row.epoch == 2)
            guard case .key = try await world.keeper().privateKey(row.id) else {
                Issue.record("a prekey was lost with its epoch")
                return
            }
        }
        #expect(!old.isEmpty && old.allSatisfy { $0.epoch == 1 })
    }

    @Test("P2: a death at any step of a new epoch loses no prekey, and the old key goes in the end")
    func epochDeaths() async throws {
        var struck = 0
        for isAfter in [false, true] {
            for index in 0..<8 {
                let world = try await BoWorld()
                let stock = try await upload(world.keeper())
                world.clock.advance(days: 7)
                await world.history.begin(dyingAt: index, isAfter: isAfter)
                do {
                    _ = try await world.keeper().maintain(stock: stock, serverTime: world.time)
                } catch {
                    struck += 1
                }
                await world.history.begin()
                _ = try await world.keeper().maintain(stock: stock, serverTime: world.time)
                for id in stock.oneTime {
                    guard case .key = try await world.keeper().privateKey(id) else {
                        Issue.record("a prekey was lost at call \(index)")
                        return
                    }
                }
                #expect(try await world.epochNames() == ["epoch-2"], "call \(index) \(isAfter)")
            }
        }
        #expect(struck >= 10)
    }

    @Test("A clock that has jumped makes and gives up nothing, and the plan names the skew")
    func clocks() async throws {
        let world = try await BoWorld()
        let stock = try await upload(world.keeper())
        let rows = try await world.history.prekeyRows()
        for wrong in [Int64(0), 1 << 31, MessageTime.now + 400 * 86_400] {
            world.clock.set(wrong)
            let (uploads, plan) = try await world.keeper().maintain(
                stock: stock, serverTime: UnixTime(seconds: MessageTime.now))
            #expect(plan.clockSkew == wrong - MessageTime.now)
            #expect(uploads.isEmpty && plan.retired.isEmpty && !plan.beginsEpoch)
            // Without a server to compare with, nothing is given up either.
            #expect(try await world.keeper().maintain().plan.retired.isEmpty)
        }
        world.clock.set(MessageTime.now + 3600)
        let plan = try await world.keeper().maintain(
            stock: stock, serverTime: UnixTime(seconds: MessageTime.now)
        ).plan
        #expect(plan.clockSkew == nil)
        let left = try await world.history.prekeyRows().map(\.id)
        #expect(Set(rows.map(\.id)).isSubset(of: left))
    }

    @Test(
        "Prekeys that were made while the clock was in another year are replaced once it is right")
    func misdated() async throws {
        for wrong in [Int64(0), 1 << 31] {
            let world = try await BoWorld()
            world.clock.set(wrong)
            let stock = try await upload(world.keeper())
            world.clock.set(MessageTime.now)
            let plan = try await world.keeper().maintain(
                stock: stock, serverTime: world.time
            ).plan
            #expect(plan.makesSigned && plan.replacesOneTime && plan.clockSkew == nil)
            let next = try await upload(world.keeper())
            #expect(next.oneTime.count == 4 && next.signed != stock.signed)
        }
    }

    @Test("What the server has no room for is given up one by one, and holds up no other")
    func refused() async throws {
        let world = try await BoWorld()
        let keeper = world.keeper()
        let upload = try #require(try await keeper.maintain().uploads.last)
        let ids = upload.keys.map { PrekeyID(key: $0) }
        let outcomes: [PrekeyUploadResult.Outcome] = [.stored, .full, .conflict, .used]
        let result = PrekeyUploadResult(zip(ids, outcomes).map { .init($0, $1) })
        #expect(try PrekeyUploadResult(result.bytes) == result)
        try await keeper.take(result, of: upload)
        for (id, outcome) in zip(ids, outcomes) {
            let answer = try await keeper.privateKey(id)
            if case .key = answer {
                #expect(outcome != .full)
            } else {
                #expect(outcome == .full)
            }
        }
        #expect(try await keeper.maintain().uploads.count == 1)
    }

    @Test("An epoch's key that the item store has lost makes its prekeys gone, and errors do not")
    func lostEpoch() async throws {
        let world = try await BoWorld()
        let stock = try await upload(world.keeper())
        world.store.setAvailability(.beforeFirstUnlock)
        await #expect(throws: PrekeyKeeperError.self) {
            try await world.keeper().privateKey(stock.oneTime[0])
        }
        world.store.setAvailability(.unlocked)
        guard case .key = try await world.keeper().privateKey(stock.oneTime[0]) else {
            Issue.record("a locked store was taken for an empty one")
            return
        }
        try await world.store.remove(
            ItemKey(service: "holdfast.prekeys", account: "epoch-1"))
        guard case .gone = try await world.keeper().privateKey(stock.oneTime[0]) else {
            Issue.record("a prekey without its epoch's key opens")
            return
        }
    }

    @Test("Prekeys of another device, of another account or with another key are refused")
    func verifying() throws {
        let world = try Correspondence()
        let (upload, _) = try world.bo.prekeys(.oneTime, count: 5, in: world.bob.id)
        let prekeys = upload.prekeys()
        let now = UnixTime(seconds: MessageTime.now)
        var verifier = PrekeyVerifier()
        _ = try verifier.verify(prekeys[0], of: world.bo.record, in: world.bob.id, at: now)
        // The statement is known by now, and still none of these passes.
        for (record, account) in [
            (world.second.record, world.bob.id), (world.bo.record, world.ada.id),
        ] {
            #expect(throws: PrekeyRefusal.fault(PrekeyFault(.otherDevice))) {
                try verifier.verify(prekeys[1], of: record, in: account, at: now)
            }
        }
        let swapped = Prekey(upload.statement, key: prekeys[1].key, place: prekeys[2].place)
        #expect(throws: PrekeyRefusal.fault(PrekeyFault(.wrongKey))) {
            try verifier.verify(swapped, of: world.bo.record, in: world.bob.id, at: now)
        }
        let forged = SignedPrekeyBatch(
            upload.statement.batch,
            signature: try world.second.sign(upload.statement.batch.bytes, .prekeys))
        #expect(throws: PrekeyRefusal.fault(PrekeyFault(.badSignature))) {
            try verifier.verify(
                Prekey(forged, key: prekeys[1].key, place: prekeys[1].place),
                of: world.bo.record, in: world.bob.id, at: now)
        }
    }

    @Test(
        "A prekey whose time is over or not there yet is refused, with the seconds; a day is given")
    func times() throws {
        let world = try Correspondence()
        let prekey = try #require(
            try world.bo.prekeys(.signed, in: world.bob.id, days: 37).upload.prekeys().first)
        let end = MessageTime.now + 37 * 86_400
        let cases: [(Int64, PrekeyRefusal?)] = [
            (MessageTime.now - 3600, nil), (end + 3600, nil), (MessageTime.now - 86_400, nil),
            (0, .notYet(seconds: MessageTime.now)), (.min, .notYet(seconds: .max)),
            (end + 86_401, .expired(seconds: 86_401)), (.max, .expired(seconds: .max - end)),
        ]
        for (now, refusal) in cases {
            var verifier = PrekeyVerifier()
            var found: PrekeyRefusal?
            do throws(PrekeyRefusal) {
                _ = try verifier.verify(
                    prekey, of: world.bo.record, in: world.bob.id, at: UnixTime(seconds: now))
            } catch {
                found = error
            }
            #expect(found == refusal, "\(now)")
        }
    }

    @Test("The answer to a claim gives a prekey, or none, for each device of the account")
    func bundles() throws {
        let world = try Correspondence()
        let good = try #require(
            try world.bo.prekeys(.signed, in: world.bob.id).upload.prekeys().first)
        let stranger = try Peer("stranger")
        let bundle = try PrekeyBundle(
            account: world.bob.id,
            lines: [
                PrekeyBundle.Line(world.bo.id, good), PrekeyBundle.Line(world.second.id, nil),
                PrekeyBundle.Line(stranger.id, good),
            ].sorted { $0.device < $1.device })
        let read = try PrekeyBundle(bundle.bytes)
        #expect(read == bundle)
        var verifier = PrekeyVerifier()
        let (prekeys, refused) = verifier.verify(
            read, in: world.bob.log, at: UnixTime(seconds: MessageTime.now))
        #expect(prekeys.keys.sorted() == [world.bo.id] && refused.isEmpty)
        #expect(verifier.verify(read, in: world.ada.log, at: UnixTime(seconds: 0)).prekeys.isEmpty)
    }
}

extension BoWorld {
    /// The names of the epochs' keys in the item store.
    func epochNames() async throws -> [String] {
        try await store.list(service: "holdfast.prekeys").map(\.key.account).sorted()
    }
}

extension Correspondence {
    /// What a server would have if nobody had claimed anything.
    func stock(of world: BoWorld) async throws -> PrekeyStock {
        let rows = try await world.history.prekeyRows().filter { $0.replaced == nil }
        return PrekeyStock(
            oneTime: Set(rows.filter { $0.grade == .oneTime }.map(\.id)),
            signed: rows.first { $0.grade == .signed }?.id)
    }
}
