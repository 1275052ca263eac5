import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite struct StateSavingTests {
    private let place: Place
    private let first = Session(token: "t1", count: 1)
    private let second = Session(token: "t2", count: 2)

    init() throws {
        place = try Place()
    }

    private func stored() async throws -> Session {
        try await place.persistor().load()
    }

    @Test("A state that is stored already costs no call of the store")
    func unchanged() async throws {
        try await place.hold(first)
        let persistor = try place.persistor()
        try await persistor.load()
        place.store.forgetCalls()
        try await persistor.flush()
        try await persistor.save(first)
        try await persistor.change { $0.count = 7 }
        try await persistor.change { $0.count = 1 }
        try await persistor.flush()
        #expect(place.store.calls.isEmpty)
    }

    @Test("A save is one write; on a store whose write is not one step, one read more")
    func callCounts() async throws {
        for isAtomic in [true, false] {
            let place = try Place(isAtomic: isAtomic)
            try await place.hold(first)
            let persistor = try place.persistor()
            try await persistor.load()
            place.store.forgetCalls()
            for number in 1...3 {
                try await persistor.save(Session(token: "t", count: 10 + number))
            }
            let one: [MemoryStore.Operation] = isAtomic ? [.write] : [.read, .write]
            #expect(place.store.calls.map(\.operation) == one + one + one)
        }
    }

    @Test("P5: a save returns after the store's write did, and not before")
    func waits() async throws {
        try await place.hold(first)
        let held = HeldStore(place.store)
        let persistor = try place.persistor(over: held)
        try await persistor.load()
        let (isDone, second) = (Flag(), second)
        let task = Task {
            try await persistor.save(second)
            isDone.set()
        }
        #expect(await eventually { held.waitingCount == 1 })
        #expect(!isDone.isSet)
        #expect(try await stored() == first)
        held.release()
        try await task.value
        #expect(try await stored() == second)
    }

    @Test("P2: a failed write is followed by one of the same payload")
    func sameAgain() async throws {
        for moment in MemoryStore.FaultMoment.allCases {
            try await place.hold(first)
            let persistor = try place.persistor()
            try await persistor.load()
            place.store.failNext(.write, with: diskFull, moment)
            let error = await #expect(throws: KeychainError.self) {
                try await persistor.save(second)
            }
            #expect(error == diskFull)
            place.store.forgetCalls()
            try await persistor.save(second)
            #expect(place.count(.write) == 1)
            #expect(try await stored() == second)
            try await persistor.wipe()
        }
    }

    @Test("P3: a save that the gate refuses leaves the old state, and succeeds later")
    func refused() async throws {
        let place = try Place(isAtomic: false)
        try await place.hold(first)
        let persistor = try place.persistor()
        try await persistor.load()
        place.store.failNext(.read, with: locked)
        #expect(
            await thrownCode { try await persistor.save(self.second) } == .interactionNotAllowed)
        #expect(place.count(.write) == 0)
        #expect(persistor.status == .ready)
        try await persistor.resume()
        #expect(try await place.persistor().load() == second)
    }

    @Test("P2: two saves do not overlap, nor a load and a save; the later one wins")
    func oneAtATime() async throws {
        try await place.hold(first)
        let held = HeldStore(place.store)
        let persistor = try place.persistor(over: held)
        try await persistor.load()
        let (one, two) = (Session(token: "a"), Session(token: "b"))
        let saveOne = Task { try await persistor.save(one) }
        #expect(await eventually { held.waitingCount == 1 })
        let saveTwo = Task { try await persistor.save(two) }
        let load = Task { try await persistor.load() }
        #expect(await eventually { await persistor.state == two })
        #expect(held.waitingCount == 1)
        held.release()
        try await saveOne.value
        try await saveTwo.value
        #expect(try await load.value == two)
        #expect(held.maximumActiveCount == 1)
        #expect(try await stored() == two)
    }

    @Test("P2: a caller who is cancelled during a save leaves no half of one")
    func cancelled() async throws {
        try await place.hold(first)
        let held = HeldStore(place.store)
        let persistor = try place.persistor(over: held)
        try await persistor.load()
        let second = second
        let task = Task { try await persistor.save(second) }
        #expect(await eventually { held.waitingCount == 1 })
        task.cancel()
        held.release()
        try await task.value
        #expect(try await stored() == second)
        place.store.forgetCalls()
        try await persistor.flush()
        #expect(place.store.calls.isEmpty)
    }

    @Test("P6: a wipe during a save removes what the save stored, and nothing is saved after it")
    func wipeDuringSave() async throws {
        try await place.hold(first)
        let held = HeldStore(place.store)
        let persistor = try place.persistor(over: held)
        try await persistor.load()
        let second = second
        let save = Task { try await persistor.save(second) }
        #expect(await eventually { held.waitingCount == 1 })
        try await persistor.change { $0.count = 99 }
        let wipe = Task { try await persistor.wipe() }
        held.release()
        try await save.value
        try await wipe.value
        place.clock.advance(by: .seconds(10))
        #expect(try await place.store.contains(place.key) == false)
        #expect(await persistor.state == nil)
        #expect(try place.container.readFile("holdfast-state-session") == nil)
        #expect(try await persistor.load() == Session())
    }

    @Test("P6: an encoder that fails removes nothing and writes nothing")
    func cannotEncode() async throws {
        struct Odd: Codable, Sendable, Equatable { var number = 1.0 }
        let persistor = try StatePersistor(
            in: place.store, under: place.key, marker: place.marker()
        ) { Odd() }
        try await persistor.load()
        try await persistor.flush()
        let before = try await place.store.read(place.key)?.value
        #expect(
            await thrownCode { try await persistor.save(Odd(number: .infinity)) }
                == .invalidArgument)
        #expect(try await place.store.read(place.key)?.value == before)
        try await persistor.save(Odd(number: 2))
    }

    @Test("A state that is too large for an item is refused, and the old one stays")
    func tooLarge() async throws {
        try await place.hold(first)
        let persistor = try place.persistor()
        try await persistor.load()
        let large = Session(token: String(repeating: "x", count: Item.maximumByteCount))
        #expect(await thrownCode { try await persistor.save(large) } == .invalidArgument)
        #expect(try await stored() == first)
    }

    @Test("A marker that cannot be set fails the save, which is stored, and is set by the next one")
    func markerFails() async throws {
        let strikes = Strikes([2: .errorBefore])
        let place = try Place(
            container: StrikingContainer(container: MemoryContainer(), strikes: strikes))
        let persistor = try place.persistor()
        try await persistor.load()
        #expect(await thrownCode { try await persistor.save(self.first) } == .unknown)
        #expect(place.telemetry.kinds == [.markerFailed])
        #expect(place.count(.write) == 1)
        try await persistor.flush()
        #expect(place.count(.write) == 1)
        #expect(try place.container.readFile("holdfast-state-session") != nil)
    }

    @Test("P12: 10,000 changes a second for 5 s are at most 26 writes, and the last one is stored")
    func throttled() async throws {
        let persistor = try place.persistor()
        try await persistor.load()
        var last = 0
        for window in 1...25 {
            for number in 0..<2_000 {
                last += 1
                let value = last
                try await persistor.change { $0.count = value }
                if number == 0 { await place.clock.waitForSleepers() }
                place.clock.advance(by: .microseconds(100))
            }
            #expect(await eventually { place.count(.write) == window })
        }
        #expect(place.clock.now.offset == .seconds(5))
        try await persistor.change { $0.count += 1 }
        try await persistor.flush()
        #expect(place.count(.write) == 26)
        #expect(try await stored().count == 50_001)
    }

    @Test("P12: a change is saved when the throttle's time is over, also if nobody holds on")
    func throttle() async throws {
        var persistor: StatePersistor<Session>? = try place.persistor()
        try await persistor?.load()
        try await persistor?.change { $0.count = 3 }
        persistor = nil
        await place.clock.waitForSleepers()
        place.clock.advance(by: .milliseconds(199))
        await Task.yield()
        #expect(place.count(.write) == 0)
        place.clock.advance(by: .milliseconds(1))
        #expect(await eventually { place.count(.write) == 1 })
        #expect(try await stored().count == 3)
    }

    @Test("P2: a change that waits is saved although a replacement was refused meanwhile")
    func refusedReplacement() async throws {
        try await place.hold(first)
        let persistor = try place.persistor()
        try await persistor.load()
        try await persistor.change { $0.count = 7 }
        #expect(
            await thrownCode { try await persistor.replaceInvalidated(with: self.second) }
                == .unknown)
        #expect(persistor.status == .ready)
        await place.clock.waitForSleepers()
        place.clock.advance(by: .milliseconds(200))
        #expect(await eventually { place.count(.write) == 1 })
        #expect(try await stored().count == 7)
    }

    @Test(
        "P2: a change that waits is saved although a wipe failed at its marker",
        arguments: [Strikes.Blow.errorBefore, .errorAfter])
    func failedWipe(blow: Strikes.Blow) async throws {
        let container = MemoryContainer()
        // The first save reads and sets the marker, the wipe sets it again.
        let place = try Place(
            container: StrikingContainer(container: container, strikes: Strikes([4: blow])))
        let persistor = try place.persistor()
        // The load of nothing reads the marker.
        try await persistor.load()
        try await persistor.save(first)
        try await persistor.change { $0.count = 7 }
        place.store.forgetCalls()
        #expect(await thrownCode { try await persistor.wipe() } == .unknown)
        #expect(persistor.status == .ready)
        await place.clock.waitForSleepers()
        place.clock.advance(by: .milliseconds(200))
        #expect(await eventually { place.count(.write) == 1 })
        // The marker says again that a state is stored.
        #expect(
            try await eventually { try container.readFile("holdfast-state-session") == [1, 2] })
        #expect(try await place.persistor().load().count == 7)
    }

    @Test("P2: a change back to what was stored, made while another state is saved, is saved too")
    func changedBack() async throws {
        try await place.hold(first)
        let held = HeldStore(place.store)
        let persistor = try place.persistor(over: held)
        try await persistor.load()
        let (first, second) = (first, second)
        let save = Task { try await persistor.save(second) }
        #expect(await eventually { held.waitingCount == 1 })
        try await persistor.change { $0 = first }
        held.release()
        try await save.value
        await place.clock.waitForSleepers()
        place.clock.advance(by: .milliseconds(200))
        #expect(await eventually { place.count(.write) == 2 })
        #expect(try await stored() == first)
    }

    @Test("The protection of the item is the one asked for, and a rewrite keeps it")
    func protection() async throws {
        let protection = ItemProtection(accessibility: .whenUnlockedThisDeviceOnly)
        let persistor = try StatePersistor(
            in: place.store, under: place.key, marker: place.marker(), protection: protection
        ) { Session() }
        try await persistor.load()
        try await persistor.save(first)
        #expect(try await place.store.attributes(of: place.key)?.protection == protection)
        let other = try place.persistor()
        try await other.load()
        try await other.save(second)
        #expect(try await place.store.attributes(of: place.key)?.protection == protection)
    }
}
