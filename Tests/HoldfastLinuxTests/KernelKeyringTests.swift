import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

/// The kernel's own keyring, for real; skipped loudly where it is refused.
@Suite(.enabled("the kernel keyring answers here", { keyringAnswers() }))
struct KernelKeyringTests {
    private let keyring = KernelKeyring()
    private let secret = SecretBytes([UInt8](repeating: 42, count: 32))

    private func name(_ keyClass: KeyClass = .whenUnlocked) throws -> ClassKeyName {
        let vaultID = try #require(VaultID(try SystemRandom().bytes(16)))
        return ClassKeyName(vaultID: vaultID, slot: KeySlot(keyClass: keyClass, generation: 1))
    }

    @Test("a kept key is read back, replaced in place, and gone once dropped")
    func roundTrip() throws {
        let name = try name()
        #expect(try keyring.key(name) == nil)
        try keyring.keep(secret, as: name, lifetime: nil)
        #expect(try keyring.key(name) == secret)
        let other = SecretBytes([UInt8](repeating: 43, count: 32))
        try keyring.keep(other, as: name, lifetime: .seconds(60))
        #expect(try keyring.key(name) == other)
        let remaining = try #require(try keyring.remainingLifetime(name))
        #expect(remaining <= .seconds(60) && remaining > .seconds(30))
        try keyring.drop(name)
        #expect(try keyring.key(name) == nil)
        try keyring.drop(name)
    }

    @Test("a key with a time-out is gone after it")
    func timeOut() async throws {
        let name = try name()
        try keyring.keep(secret, as: name, lifetime: .seconds(1))
        #expect(try keyring.key(name) == secret)
        try await Task.sleep(for: .milliseconds(2200))
        #expect(try keyring.key(name) == nil)
    }

    @Test("a thread of another session, as in a service or under cron, uses and drops the key")
    func otherSession() throws {
        let name = try name()
        try keyring.keep(secret, as: name, lifetime: .seconds(60))
        #expect(try OtherSession.run { try keyring.key(name) } == secret)
        let other = SecretBytes([UInt8](repeating: 44, count: 32))
        try OtherSession.run { try keyring.keep(other, as: name, lifetime: .seconds(60)) }
        #expect(try keyring.key(name) == other)
        try OtherSession.run { try keyring.drop(name) }
        #expect(try keyring.key(name) == nil)
    }

    @Test("P5: a vault unlocked by one process is open to the next, and lock closes it to all")
    func vault() async throws {
        let test = try TestVault()
        let passcode = SecretBytes(utf8: "p")
        let first = test.open { $0.keyCache = KernelKeyring() }
        try await first.setPasscode(passcode)
        let key = try ItemKey(service: "s", account: "a")
        try await first.write(secret, for: key)
        let second = test.open { $0.keyCache = KernelKeyring() }
        #expect(try await second.read(key)?.value == secret)
        #expect(try await second.status().unlockedUntilSeconds ?? 0 > 600)
        try await first.lock(alsoAfterFirstUnlock: true)
        let error = await #expect(throws: KeychainError.self) { try await second.read(key) }
        #expect(error?.code == .interactionNotAllowed)
    }
}

@Suite struct RefusedKeyringTests {
    @Test(
        "where the kernel keyring is refused, the errors name the ways out, and one of them works")
    func refused() async throws {
        let test = try TestVault()
        let passcode = SecretBytes(utf8: "p")
        let vault = test.open { $0.keyCache = RefusedKeyring() }
        try await vault.setPasscode(passcode)
        #expect(vault.warnings.count == 1)
        let key = try ItemKey(service: "s", account: "a")
        let read = await #expect(throws: KeychainError.self) { try await vault.read(key) }
        #expect(read?.code == .interactionNotAllowed)
        #expect(read?.recovery.contains("--passcode-fd") == true)
        let unlock = await #expect(throws: KeychainError.self) {
            try await vault.unlock(with: passcode)
        }
        #expect(unlock?.code == .unsupported)
        #expect(unlock?.recovery.contains("holdfast.passcode") == true)
        try await vault.unlock(with: passcode, keeping: .process)
        try await vault.write(SecretBytes(utf8: "v"), for: key)
        #expect(try await vault.read(key)?.value == SecretBytes(utf8: "v"))
        #expect(try await vault.status().availability == .unlocked)
        try await vault.lock(alsoAfterFirstUnlock: true)
        #expect(try await vault.status().availability == .beforeFirstUnlock)
    }
}

/// Answers as a container without `add_key` does.
private struct RefusedKeyring: ClassKeyCache {
    private let refusal = KeychainError(
        .interactionNotAllowed, "refused", nativeDomain: "keyutils", nativeCode: Int(EPERM),
        advice: KernelKeyring.waysOut)

    func key(_ name: ClassKeyName) throws(KeychainError) -> SecretBytes? { throw refusal }
    func keep(
        _ key: SecretBytes, as name: ClassKeyName, lifetime: Duration?
    ) throws(KeychainError) { throw refusal }
    func drop(_ name: ClassKeyName) throws(KeychainError) { throw refusal }
    func renew(_ name: ClassKeyName, for lifetime: Duration) throws(KeychainError) -> Bool {
        throw refusal
    }
    func limit(_ name: ClassKeyName, to lifetime: Duration) throws(KeychainError) {
        throw refusal
    }
    func remainingLifetime(_ name: ClassKeyName) throws(KeychainError) -> Duration? {
        throw refusal
    }
}

private func keyringAnswers() -> Bool {
    guard let vaultID = VaultID([UInt8](repeating: 1, count: 16)) else { return false }
    let name = ClassKeyName(vaultID: vaultID, slot: KeySlot(keyClass: .metadata, generation: 0))
    do {
        _ = try KernelKeyring().key(name)
        return true
    } catch {
        print("SKIPPED: the kernel keyring is refused here (\(error))")
        return false
    }
}
