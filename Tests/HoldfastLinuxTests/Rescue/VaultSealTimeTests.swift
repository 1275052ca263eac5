import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite
import Testing

@testable import HoldfastLinux

/// When hardware is asked, which may take its time, and who waits for it.
@Suite("A sealed vault and slow hardware")
struct VaultSealTimeTests {
    private let test: TestVault
    private let sealer = SoftSealer()
    private let rescueCode: RescueCode
    private let value = SecretBytes(utf8: "value")
    private let name: ItemKey

    init() throws {
        test = try TestVault()
        rescueCode = try RescueCode.make()
        name = try key("a")
    }

    private func open() -> LinuxVault {
        test.open { $0.sealer = sealer }
    }

    @Test("Whoever only watches asks hardware that refuses every ten seconds, not every moment")
    func watching() async throws {
        try await open().write(value, for: name)
        try await open().sealDeviceSecret(rescueCode: rescueCode)
        let refusal = KeychainError(.hardwareUnavailable, "no chip")
        sealer.fail(with: refusal)
        let uses = Locked(0)
        sealer.watch { uses.withLock { $0 += 1 } }
        let vault = open()
        // Sleeping ends at once, and moves the clock: 240 rounds to the minute.
        let start = test.clock.sinceBoot
        var updates = vault.availabilityUpdates().makeAsyncIterator()
        #expect(await updates.next() == .unavailable(refusal))
        while test.clock.sinceBoot - start < .seconds(60) {
            try await Task.sleep(for: .milliseconds(1))
        }
        let asked = uses.withLock { $0 }
        #expect((2...8).contains(asked), "asked \(asked) times in a minute")
        // Whoever wants to know asks it in any case, and so does a read.
        _ = await vault.availability()
        #expect(await code { _ = try await vault.read(name) } == .hardwareUnavailable)
        #expect(uses.withLock { $0 } >= asked + 2)
        sealer.fail(with: nil)
        #expect(try await vault.read(name)?.value == value)
        let before = uses.withLock { $0 }
        #expect(await vault.availability() == .unlocked)
        #expect(uses.withLock { $0 } == before, "what is known is not asked for")
    }

    @Test("No other process waits for hardware: it is asked outside of transactions that write")
    func nobodyWaits() async throws {
        try await open().write(value, for: name)
        try await open().sealDeviceSecret(rescueCode: rescueCode)
        let (uses, refused) = (Locked(0), Locked(0))
        let database = test.database
        sealer.watch {
            uses.withLock { $0 += 1 }
            if !Self.canWrite(database) { refused.withLock { $0 += 1 } }
        }
        let (first, second) = (SecretBytes(utf8: "first"), SecretBytes(utf8: "second"))
        // A first write, then each change of the passcode, each as a process of its own.
        try await open().write(value, for: name)
        try await open().setPasscode(first, rescueCode: rescueCode)
        try await open().changePasscode(from: first, to: second)
        try await open().changePasscode(
            from: second, to: first, isLeaked: true, rescueCode: rescueCode)
        try await open().removePasscode(first, rescueCode: rescueCode)
        #expect(uses.withLock { $0 } >= 9)
        #expect(refused.withLock { $0 } == 0)
        #expect(try await open().read(name)?.value == value)
    }

    @Test("Hardware that fails while the passcode changes leaves the vault as it was")
    func failureWhileChanging() async throws {
        let (first, second) = (SecretBytes(utf8: "first"), SecretBytes(utf8: "second"))
        try await open().write(value, for: name)
        try await open().setPasscode(first)
        try await open().sealDeviceSecret(rescueCode: rescueCode, passcode: first)
        // The old passcode's seal opens; the new one is not made, or does not open again.
        for allowed in 1...2 {
            let left = Locked(allowed)
            sealer.watch { [sealer] in
                let isOver = left.withLock { left in
                    left -= 1
                    return left < 0
                }
                if isOver { sealer.fail(with: KeychainError(.hardwareUnavailable, "no chip")) }
            }
            let vault = open()
            await #expect(throws: KeychainError.self) {
                try await vault.changePasscode(from: first, to: second)
            }
            sealer.watch {}
            sealer.fail(with: nil)
            try await open().unlock(with: first)
        }
        #expect(try await open().read(name)?.value == value)
        try await open().changePasscode(from: first, to: second)
        try await open().unlock(with: second)
    }

    /// Whether another connection gets the lock that a write needs, without waiting for it.
    private static func canWrite(_ path: String) -> Bool {
        let options = Connection.Options(
            mode: .readWrite, vfs: nil, busyTimeoutMilliseconds: 0, cacheKiB: 256)
        do {
            let database = try VaultDatabase(path: path, options)
            return try database.connection.transaction(
                .immediate, mapping: { KeychainError($0) }
            ) { () throws(KeychainError) in true }
        } catch {
            return false
        }
    }
}
