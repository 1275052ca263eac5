import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite struct WriteGateTests {
    private let place: Place
    private let old = SecretBytes(utf8: "old")
    private let new = SecretBytes(utf8: "new")

    init() throws {
        place = try Place(isAtomic: false)
    }

    private var operations: [MemoryStore.Operation] { place.store.calls.map(\.operation) }

    private func write(_ gate: WriteGate, withoutPrompt: Bool) async throws {
        if withoutPrompt {
            try gate.writeWithoutPrompt(new, for: place.key, options: .standard)
        } else {
            try await gate.write(new, for: place.key)
        }
    }

    @Test(
        "P3: a write whose pre-read throws is refused before the store's write",
        arguments: [
            KeychainError.Code.interactionNotAllowed, .keyInvalidated, .dataCorrupted, .unknown,
            .systemCanceled, .lockout, .missingEntitlement,
        ], [false, true])
    func refuses(code: KeychainError.Code, withoutPrompt: Bool) async throws {
        try await place.store.write(old, for: place.key)
        place.store.forgetCalls()
        let cause = KeychainError(code, "no", nativeDomain: "d", nativeCode: 3)
        place.store.failNext(.read, with: cause)
        let refusals = Locked<[WriteRefusal]>([])
        let gate = WriteGate(place.store, category: "session", telemetry: place.telemetry) {
            refusal in refusals.withLock { $0.append(refusal) }
        }
        let error = await #expect(throws: KeychainError.self) {
            try await write(gate, withoutPrompt: withoutPrompt)
        }
        #expect(error?.code == code && error?.nativeDomain == "d" && error?.nativeCode == 3)
        #expect(operations == [.read])
        #expect(try await place.store.read(place.key)?.value == old)
        #expect(refusals.withLock { $0 }.map(\.cause) == [cause])
        #expect(refusals.withLock { $0 }.map(\.category) == ["session"])
        #expect(gate.counts.refusals == 1 && gate.counts.guardedWrites == 0)
        #expect(place.telemetry.kinds == [.writeRefused])
    }

    @Test("P3: 'there is none' is an answer: the item is created", arguments: [false, true])
    func creates(withoutPrompt: Bool) async throws {
        let gate = WriteGate(place.store)
        try await write(gate, withoutPrompt: withoutPrompt)
        #expect(operations == [.read, .write])
        #expect(try await place.store.read(place.key)?.value == new)
    }

    @Test("P3: a readable value is an answer: exactly one extra read a write")
    func replaces() async throws {
        try await place.store.write(old, for: place.key)
        place.store.forgetCalls()
        let gate = WriteGate(place.store)
        for _ in 0..<3 { try await gate.write(new, for: place.key) }
        #expect(operations == [.read, .write, .read, .write, .read, .write])
        #expect(gate.counts.guardedWrites == 3)
    }

    @Test("The gate is off where the store's write is one step: no extra read")
    func atomicStores() async throws {
        let atomic = try Place()
        let gate = WriteGate(atomic.store)
        try await gate.write(new, for: atomic.key)
        #expect(atomic.store.calls.map(\.operation) == [.write])
        let always = WriteGate(atomic.store, mode: .always)
        atomic.store.failNext(.read, with: locked)
        #expect(
            await thrownCode { try await always.write(old, for: atomic.key) }
                == .interactionNotAllowed)
        let never = WriteGate(place.store, mode: .never)
        place.store.failNext(.read, with: locked)
        try await never.write(new, for: place.key)
        #expect(operations == [.write])
    }

    @Test("P3: 'a person is needed' is an answer, and the pre-read shows no prompt")
    func needsPerson() async throws {
        place.store.answerPrompts(.confirmed)
        let options = WriteOptions(protection: ItemProtection(accessControl: .biometryAny))
        try await place.store.write(old, for: place.key, options: options)
        place.store.forgetCalls()
        let gate = WriteGate(place.store)
        try await gate.write(new, for: place.key)
        #expect(place.store.calls.map(\.promptCount) == [0, 1])
        #expect(place.store.calls.map(\.code) == [.authRequired, nil])
    }

    @Test("P3: a lost key refuses until it is replaced as lost, by exactly that call")
    func invalidated() async throws {
        try await place.store.write(old, for: place.key)
        let gate = WriteGate(place.store)
        #expect(
            await thrownCode {
                try await gate.replaceInvalidated(
                    place.key, with: new, options: .standard, prompt: .standard)
            } == .unknown)
        place.store.invalidate(place.key, reason: .biometricsChanged)
        #expect(await thrownCode { try await gate.write(new, for: place.key) } == .keyInvalidated)
        try await gate.replaceInvalidated(
            place.key, with: new, options: .standard, prompt: .standard)
        #expect(try await gate.read(place.key)?.value == new)
    }

    @Test("P6: removing is no write: no pre-read, and possible while nothing is readable")
    func removes() async throws {
        try await place.store.write(old, for: place.key)
        place.store.forgetCalls()
        let gate = WriteGate(place.store)
        place.store.failNext(.read, with: locked)
        #expect(try await gate.remove(place.key))
        #expect(operations == [.remove])
    }

    @Test("P3: what the store itself throws at the write is thrown as it is, and is no refusal")
    func storeErrors() async throws {
        let gate = WriteGate(place.store)
        place.store.failNext(.write, with: diskFull)
        let error = await #expect(throws: KeychainError.self) {
            try await gate.write(new, for: place.key)
        }
        #expect(error == diskFull)
        #expect(gate.counts == GateCounts())
    }

    @Test("P3: the remote switch is on unless a fetched configuration says off, and is counted")
    func remoteSwitch() async throws {
        let remote = GateSwitch(telemetry: place.telemetry)
        let gate = WriteGate(place.store, gateSwitch: remote, telemetry: place.telemetry)
        for fetched in [nil, true, nil] as [Bool?] {
            remote.apply(fetched)
            #expect(remote.isOn)
        }
        for round in 1...2 {
            remote.apply(false)
            remote.apply(false)
            place.store.forgetCalls()
            try await gate.write(new, for: place.key)
            #expect(operations == [.write])
            #expect(remote.disabledPeriodCount == round && gate.counts.unguardedWrites == round)
            remote.apply(nil)
        }
        place.store.forgetCalls()
        try await gate.write(new, for: place.key)
        #expect(operations == [.read, .write])
        let period: [PersistenceEvent.Kind] = [.gateDisabled, .writtenUnguarded, .gateEnabled]
        #expect(place.telemetry.kinds == period + period)
    }

    @Test("A conditional write keeps its condition behind the gate")
    func conditions() async throws {
        let version = try await place.store.write(old, for: place.key)
        try await place.store.write(old, for: place.key)
        let gate = WriteGate(place.store)
        let error = await #expect(throws: KeychainError.self) {
            try await gate.write(
                new, for: place.key, options: WriteOptions(condition: .ifVersion(version)))
        }
        #expect(error == StoreConflict.versionChanged.error)
    }

    @Test("P5: a best-effort write returns after the store's write did, and reports what it missed")
    func bestEffort() async throws {
        let held = HeldStore(place.store)
        let writer = BestEffortWriter(held, category: "draft", telemetry: place.telemetry)
        let (isDone, new, key) = (Flag(), new, place.key)
        let task = Task {
            let isStored = await writer.write(new, for: key)
            isDone.set()
            return isStored
        }
        #expect(await eventually { held.waitingCount == 1 })
        #expect(!isDone.isSet)
        held.release()
        #expect(await task.value)
        #expect(try await place.store.read(place.key)?.value == new)
        place.store.failNext(.write, with: diskFull)
        #expect(await writer.write(old, for: place.key) == false)
        let event = try #require(place.telemetry.events.first)
        #expect(event.kind == .writeFailed && event.code == .unknown && event.nativeCode == 28)
    }
}
