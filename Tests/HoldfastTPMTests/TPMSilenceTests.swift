#if os(Linux) && TPM
import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@testable import HoldfastLinux

@Suite("A TPM that takes commands and does not answer", .serialized)
struct TPMSilenceTests {
    let tpm: SoftwareTPM
    let items = MemoryStore(answerPrompt: { _ in .confirmed })
    let name: ItemKey

    init() throws {
        tpm = try SoftwareTPM()
        name = try ItemKey(service: "app", account: "key")
    }

    private func configuration(_ limit: Duration) -> TPMConfiguration {
        var configuration = tpm.configuration
        configuration.timeLimit = limit * Patience.factor
        return configuration
    }

    private func expectSilence(
        within limit: Duration, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async {
        let start = ContinuousClock.now
        let error = await error(of: body)
        #expect(error?.code == .hardwareUnavailable, sourceLocation: sourceLocation)
        #expect(error?.nativeDomain == "errno", sourceLocation: sourceLocation)
        #expect(error?.nativeCode == Int(ETIMEDOUT), sourceLocation: sourceLocation)
        #expect(.now - start < limit * Patience.factor, sourceLocation: sourceLocation)
    }

    @Test("Every call ends in time, later ones at once, and all work when the TPM goes on")
    func halted() async throws {
        let store = try TPMKeyStore(over: items, configuration(.seconds(4)))
        let key = try await store.create(name, use: .signing)
        for _ in 0..<3 {
            tpm.halt()
            await expectSilence(within: .seconds(15)) {
                _ = try await store.signature(for: [1], with: name)
            }
            // At once: sooner than if it had waited for the limit again.
            await expectSilence(within: .milliseconds(3_500)) {
                _ = try store.signatureWithoutPrompt(for: [1], with: name)
            }
            // A key that may be in software is not put there for want of a little time.
            let other = try ItemKey(service: "app", account: "other")
            await expectSilence(within: .milliseconds(3_500)) {
                try await store.create(other, use: .signing)
            }
            #expect(try await store.publicKey(of: name) == key, "what is known stays known")
            #expect(try await store.attributes(of: name)?.invalidation == nil)
            #expect(try await store.attributes(of: other) == nil)
            tpm.goOn()
            try await eventually { _ = try await store.signature(for: [1], with: name) }
            let signature = try await store.signature(for: [2], with: name)
            #expect(try key.hasSigned([2], signature))
        }
        #expect(try TPMOwner(tpm).takenPlaces() == 0)
    }

    @Test("A halted TPM that dies frees who was left alone, and its successor is used")
    func haltedAndKilled() async throws {
        let store = try TPMKeyStore(over: items, configuration(.milliseconds(300)))
        let key = try await store.create(name, use: .signing)
        tpm.halt()
        await expectSilence(within: .seconds(5)) {
            _ = try await store.signature(for: [1], with: name)
        }
        try tpm.kill()
        try tpm.start(state: "state")
        try await eventually { _ = try await store.signature(for: [1], with: name) }
        let signature = try await store.signature(for: [2], with: name)
        #expect(try key.hasSigned([2], signature))
    }

    @Test("Any number of calls that wait leave the cooperative pool free")
    func poolIsFree() async throws {
        let store = try TPMKeyStore(over: items, configuration(.seconds(2)))
        try await store.create(name, use: .signing)
        tpm.halt()
        let name = name
        await withTaskGroup(of: KeychainError?.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    await error { _ = try await store.signature(for: [1], with: name) }
                }
            }
            // While they wait, other tasks get on as if nothing were.
            let start = ContinuousClock.now
            for _ in 0..<100 {
                await Task.detached { await Task.yield() }.value
            }
            #expect(.now - start < .seconds(1) * Patience.factor)
            for await error in group {
                #expect(error?.nativeCode == Int(ETIMEDOUT))
            }
            // The calls stand in one line, of which the first has waited; the rest need not.
            #expect(.now - start < .seconds(6) * Patience.factor)
        }
        tpm.goOn()
    }

    @Test("A try that the TPM did not get to answer was no guess, and what was sealed stays")
    func sealedVault() async throws {
        let place = try SealedPlace()
        let passcode = SecretBytes(utf8: "correct horse")
        let value = SecretBytes(utf8: "value")
        try await place.open().write(value, for: name)
        try await place.open().setPasscode(passcode)
        try await place.open().sealDeviceSecret(
            rescueCode: try RescueCode.make(), passcode: passcode)
        try await place.open().lock(alsoAfterFirstUnlock: true)
        place.tpm.halt()
        let vault = try place.open(timeLimit: .milliseconds(500) * Patience.factor)
        await expectSilence(within: .seconds(5)) { try await vault.unlock(with: passcode) }
        #expect(try await vault.status().failedTries == 0)
        place.tpm.goOn()
        try await eventually { try await vault.unlock(with: passcode) }
        #expect(try await vault.read(name)?.value == value)
    }

    /// Until the one that was left alone has ended, which takes a moment.
    private func eventually(_ body: () async throws -> Void) async throws {
        let end = ContinuousClock.now + .seconds(10) * Patience.factor
        while ContinuousClock.now < end {
            guard let error = await error(of: body) else { return }
            #expect(error.code == .hardwareUnavailable)
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("the TPM goes on and is not used")
    }
}

@Suite("The thread of a TPM")
struct TPMLaneTests {
    @Test("What was given up before its turn never runs")
    func neverRuns() async throws {
        let lane = TPMLane()
        let (ran, blocked) = (Locked(false), Locked(true))
        let first = Task.detached {
            lane.run(within: .seconds(10)) {
                while blocked.withLock({ $0 }) { usleep(1_000) }
                return 1
            }
        }
        try await Task.sleep(for: .milliseconds(100))
        #expect(lane.run(within: .milliseconds(50)) { ran.withLock { $0 = true } } == nil)
        blocked.withLock { $0 = false }
        #expect(await first.value == 1)
        #expect(lane.run(within: .seconds(10)) { 2 } == 2, "nobody was left alone")
        #expect(!ran.withLock { $0 })
    }

    @Test("After one that is left alone nothing is begun until it ends")
    func leftAlone() async throws {
        let lane = TPMLane()
        let blocked = Locked(true)
        let answer = lane.run(within: .milliseconds(50)) {
            while blocked.withLock({ $0 }) { usleep(1_000) }
            return 1
        }
        #expect(answer == nil)
        for _ in 0..<3 { #expect(lane.run(within: .seconds(10)) { 2 } == nil) }
        blocked.withLock { $0 = false }
        var next: Int?
        for _ in 0..<1_000 where next == nil {
            next = lane.run(within: .seconds(10)) { 3 }
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(next == 3)
    }
}
#endif
