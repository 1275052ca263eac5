import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite struct StatePersistorTests {
    private let place: Place
    private let first = Session(token: "t1", count: 1)
    private let second = Session(token: "t2", count: 2)

    init() throws {
        place = try Place()
    }

    /// What a healthy start of the app finds.
    private func stored() async throws -> Session {
        try await place.persistor().load()
    }

    /// The bytes in the store, whatever they are.
    private func bytes() async throws -> SecretBytes? {
        try await place.store.reopened().read(place.key)?.value
    }

    // MARK: - First start

    @Test("P1: on a first start 'there is none' is normal: the state begins and can be stored")
    func firstStart() async throws {
        let persistor = try place.persistor()
        #expect(persistor.status == .loading)
        #expect(try await persistor.load() == Session())
        #expect(persistor.status == .ready)
        #expect(place.store.calls.map(\.operation) == [.read])
        try await persistor.flush()
        #expect(try await stored() == Session())
    }

    @Test("P1: on a later start 'there is none' suspends instead of beginning anew")
    func missing() async throws {
        try await place.hold(first)
        try await place.store.remove(place.key)
        let persistor = try place.persistor()
        #expect(await thrownCode { try await persistor.load() } == .dataCorrupted)
        #expect(persistor.status == .suspended(.missing))
        #expect(await thrownCode { try await persistor.save(self.second) } == .dataCorrupted)
        #expect(try await bytes() == nil)
        // An explicit wipe is the person's word; then it may begin anew.
        try await persistor.wipe()
        #expect(try await persistor.load() == Session())
        try await persistor.save(second)
        #expect(try await stored() == second)
    }

    @Test("P4: a marker that cannot be read suspends, since nobody knows what 'none' means")
    func markerUnreadable() async throws {
        let strikes = Strikes([1: .errorBefore])
        let struck = try Place(
            container: StrikingContainer(container: MemoryContainer(), strikes: strikes))
        let persistor = try struck.persistor()
        #expect(await thrownCode { try await persistor.load() } == .unknown)
        #expect(persistor.status == .suspended(.unreadable(Strikes.error)))
        #expect(try await persistor.resume() == Session())
    }

    @Test("A marker that was lost is made again, and the state is loaded")
    func markerLost() async throws {
        try await place.hold(first)
        try place.container.removeFile("holdfast-state-session")
        #expect(try await place.persistor().load() == first)
        try await place.store.remove(place.key)
        let persistor = try place.persistor()
        #expect(await thrownCode { try await persistor.load() } == .dataCorrupted)
    }

    @Test("P4: a marker that came back from a backup without its item suspends")
    func markerRestored() async throws {
        try await place.hold(first)
        let marker = try #require(try place.container.readFile("holdfast-state-session"))
        let phone = try Place()
        try phone.container.replaceFile("holdfast-state-session", with: marker)
        let persistor = try phone.persistor()
        #expect(await thrownCode { try await persistor.load() } == .dataCorrupted)
        #expect(persistor.status == .suspended(.missing))
    }

    @Test("P4: a marker of another form counts as 'stored'")
    func markerOfAnotherForm() async throws {
        for bytes in [[], [9], [1, 9], [2, 1], [1, 3, 0]] as [[UInt8]] {
            try place.container.replaceFile("holdfast-state-session", with: bytes)
            let persistor = try place.persistor()
            #expect(await thrownCode { try await persistor.load() } == .dataCorrupted)
        }
    }

    // MARK: - Suspension

    @Test(
        "P4: a persistor that could not load does not save until a later load succeeds",
        arguments: [
            KeychainError.Code.interactionNotAllowed, .authFailed, .userCanceled, .dataCorrupted,
            .keyInvalidated, .unknown,
        ])
    func suspends(code: KeychainError.Code) async throws {
        try await place.hold(first)
        let before = try await bytes()
        let persistor = try place.persistor()
        place.store.failNext(.read, with: KeychainError(code, "no"))
        #expect(await thrownCode { try await persistor.load() } == code)
        #expect(await persistor.state == nil)
        let (changed, flushed, saved) = (
            await thrownCode { try await persistor.change { $0.count = 9 } },
            await thrownCode { try await persistor.flush() },
            await thrownCode { try await persistor.save(self.second) }
        )
        #expect([changed, flushed, saved] == [code, code, code])
        #expect(await persistor.flushOrReport() == false)
        #expect(place.count(.write) == 0)
        #expect(try await bytes() == before)
        #expect(try await persistor.resume() == first)
        try await persistor.save(second)
        #expect(try await stored() == second)
    }

    @Test("P4: before any load nothing is saved")
    func notLoaded() async throws {
        let persistor = try place.persistor()
        #expect(await thrownCode { try await persistor.save(self.first) } == .invalidArgument)
        #expect(place.store.calls.isEmpty)
    }

    @Test("P4: the retry budget is used up, then the device is unlocked")
    func budgetThenUnlock() async throws {
        try await place.hold(first)
        place.store.setAvailability(.beforeFirstUnlock)
        let persistor = try place.persistor(retries: .standard)
        async let code = thrownCode { try await persistor.load() }
        for _ in 0..<4 {
            await place.clock.waitForSleepers()
            place.clock.advance(by: .milliseconds(500))
        }
        #expect(await code == .interactionNotAllowed)
        #expect(place.count(.read) == 5)
        place.store.setAvailability(.unlocked)
        #expect(try await persistor.resume() == first)
    }

    @Test("P4: a failed authentication is not retried")
    func authentication() async throws {
        try await place.hold(first)
        place.store.failNext(.read, with: KeychainError(.authFailed, "no"))
        let persistor = try place.persistor(retries: .standard)
        #expect(await thrownCode { try await persistor.load() } == .authFailed)
        #expect(place.count(.read) == 1)
    }

    @Test("A load that is cancelled while it waits suspends, and can be resumed")
    func cancelledLoad() async throws {
        try await place.hold(first)
        place.store.failNext(.read, with: locked)
        let persistor = try place.persistor(retries: .standard)
        let task = Task { await thrownCode { try await persistor.load() } }
        await place.clock.waitForSleepers()
        task.cancel()
        #expect(await task.value == .systemCanceled)
        #expect(try await persistor.resume() == first)
    }

    @Test("P4: foreign or damaged bytes suspend and stay byte for byte")
    func undecodable() async throws {
        try await place.hold(first)
        let good = try #require(try await bytes()).copyBytes()
        var damaged = Array(good.dropLast())
        damaged.append(UInt8(ascii: "["))
        var trailing = good
        trailing.append(0)
        let cut = Array(good.dropLast(3))
        var flags = good
        flags[5] = 0x80
        for payload in [[], [1, 2, 3], Array("{}".utf8), damaged, trailing, cut, flags] {
            let value = SecretBytes(payload)
            try await place.store.write(value, for: place.key)
            let persistor = try place.persistor()
            #expect(await thrownCode { try await persistor.load() } == .dataCorrupted)
            #expect(persistor.status == .suspended(.undecodable))
            #expect(await thrownCode { try await persistor.save(self.second) } == .dataCorrupted)
            #expect(try await bytes() == value)
        }
    }

    @Test("P4: a format of a newer package suspends and stays byte for byte")
    func newerFormat() async throws {
        try await place.hold(first)
        var payload = try #require(try await bytes()).copyBytes()
        payload[4] = 2
        try await place.store.write(SecretBytes(payload), for: place.key)
        let persistor = try place.persistor()
        #expect(await thrownCode { try await persistor.load() } == .unsupported)
        #expect(persistor.status == .suspended(.newerFormat))
        #expect(try await bytes() == SecretBytes(payload))
    }

    // MARK: - Somebody else

    @Test("P4: a state that another process stored is not overwritten unread")
    func otherProcess() async throws {
        try await place.hold(first)
        let (mine, other) = (try place.persistor(), try place.persistor())
        try await mine.load()
        try await other.load()
        try await other.save(second)
        #expect(await thrownCode { try await mine.save(Session(token: "mine")) } == .unknown)
        #expect(mine.status == .suspended(.changedElsewhere))
        #expect(try await stored() == second)
        #expect(try await mine.resume() == second)
        try await mine.save(first)
        #expect(try await stored() == first)
    }

    @Test("P4: what another process stored after a failed save is not overwritten by the next one")
    func otherProcessAfterFailure() async throws {
        try await place.hold(first)
        let mine = try place.persistor()
        try await mine.load()
        place.store.failNext(.write, with: diskFull)
        #expect(await thrownCode { try await mine.save(Session(token: "mine")) } == .unknown)
        let other = try place.persistor()
        try await other.load()
        try await other.save(second)
        let error = await #expect(throws: KeychainError.self) { try await mine.flush() }
        #expect(error == StoreConflict.versionChanged.error)
        #expect(mine.status == .suspended(.changedElsewhere))
        #expect(try await stored() == second)
    }

    @Test("P4: of two first starts at once the second does not overwrite the first")
    func twoFirstStarts() async throws {
        let (mine, other) = (try place.persistor(), try place.persistor())
        try await mine.load()
        try await other.load()
        try await other.save(second)
        #expect(await thrownCode { try await mine.save(self.first) } == .unknown)
        #expect(try await mine.resume() == second)
    }

    // MARK: - A lost key

    @Test("A lost key suspends until the state is replaced as lost", arguments: [true, false])
    func replaceInvalidated(isAtomic: Bool) async throws {
        let place = try Place(isAtomic: isAtomic)
        try await place.hold(first)
        let persistor = try place.persistor()
        try await persistor.load()
        let early = await thrownCode {
            try await persistor.replaceInvalidated(with: Session())
        }
        #expect(early == .unknown)
        place.store.invalidate(place.key, reason: .biometricsChanged)
        let restarted = try place.persistor()
        #expect(await thrownCode { try await restarted.load() } == .keyInvalidated)
        #expect(await thrownCode { try await restarted.save(self.second) } == .keyInvalidated)
        try await restarted.replaceInvalidated(with: second)
        #expect(restarted.status == .ready)
        #expect(await restarted.state == second)
        try await restarted.save(first)
        #expect(try await place.persistor().load() == first)
    }

    // MARK: - Status and activation

    @Test("P9: every change of the status is in the sequence, the present one first")
    func statuses() async throws {
        try await place.hold(first)
        place.store.failNext(.read, with: locked)
        let persistor = try place.persistor()
        var statuses = persistor.statusUpdates().makeAsyncIterator()
        #expect(await statuses.next() == .loading)
        _ = await thrownCode { try await persistor.load() }
        #expect(await statuses.next() == .suspended(.unreadable(locked)))
        try await persistor.resume()
        #expect(await statuses.next() == .loading)
        #expect(await statuses.next() == .ready)
        try await persistor.wipe()
        #expect(await statuses.next() == .wiped)
        #expect(place.telemetry.kinds == [.suspended])
    }

    @Test("P9: a failed save in the background is reported and shows until one succeeds")
    func backgroundFailure() async throws {
        try await place.hold(first)
        let persistor = try place.persistor()
        try await persistor.load()
        place.store.failNext(.write, with: diskFull)
        try await persistor.change { $0.count = 5 }
        await place.clock.waitForSleepers()
        place.clock.advance(by: .milliseconds(200))
        #expect(await eventually { await persistor.saveError == diskFull })
        #expect(place.telemetry.kinds == [.saveFailed])
        try await persistor.resume()
        #expect(await persistor.saveError == nil)
        #expect(try await stored().count == 5)
    }

    @Test("An unlock and a return to the foreground resume", arguments: [true, false])
    func follows(byUnlock: Bool) async throws {
        try await place.hold(first)
        place.store.setAvailability(.beforeFirstUnlock)
        let persistor = try place.persistor()
        #expect(await thrownCode { try await persistor.load() } == .interactionNotAllowed)
        let feed = ActivationFeed()
        let source: any ActivationSource =
            byUnlock
            ? StoreActivations(place.store, accessibility: .afterFirstUnlockThisDeviceOnly) : feed
        let task = Task { await persistor.follow(source) }
        place.store.setAvailability(.unlocked)
        let isReady = await eventually {
            if !byUnlock { feed.post(.foreground) }
            return persistor.status == .ready
        }
        #expect(isReady)
        #expect(await persistor.state == first)
        task.cancel()
        await task.value
    }

    @Test("An activation source says nothing while the store stays locked")
    func staysLocked() async throws {
        place.store.setAvailability(.beforeFirstUnlock)
        let source = StoreActivations(place.store, accessibility: .whenUnlocked)
        var events = source.activations().makeAsyncIterator()
        place.store.setAvailability(.locked)
        place.store.setAvailability(.beforeFirstUnlock)
        place.store.setAvailability(.unlocked)
        #expect(await events.next() == .unlocked)
    }

    @Test("After a logout an activation does not begin anew")
    func wipedStaysWiped() async throws {
        try await place.hold(first)
        let persistor = try place.persistor()
        try await persistor.load()
        try await persistor.wipe()
        #expect(await thrownCode { try await persistor.resume() } == .invalidArgument)
        #expect(persistor.status == .wiped)
    }
}
