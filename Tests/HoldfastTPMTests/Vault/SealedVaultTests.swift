#if os(Linux) && TPM
import CTSS
import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

/// A vault on a real TPM 2.0 in software, and what happens to that.
@Suite("A vault sealed in a TPM", .serialized)
struct SealedVaultTests {
    private let place: SealedPlace
    private let code: RescueCode
    private let value = SecretBytes(utf8: "value")
    private let name: ItemKey

    init() throws {
        place = try SealedPlace()
        code = try RescueCode.make()
        name = try ItemKey(service: "s", account: "a")
    }

    private func seal(_ registers: Set<Int>, passcode: SecretBytes? = nil) async throws {
        try await place.open().write(value, for: name)
        if let passcode { try await place.open().setPasscode(passcode) }
        try await place.open().sealDeviceSecret(
            toRegisters: registers, rescueCode: code, passcode: passcode)
        try await place.open().destroyUnsealedSecrets(passcode: passcode)
        if passcode == nil {
            #expect(try await place.open().read(name)?.value == value)
        }
    }

    /// Every way to the vault is refused alike: no read is `nil`, nothing is written or made.
    private func expectRefusal(
        _ code: KeychainError.Code, address: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let vault = try place.open(address: address)
        let before = try Files.contents(of: place.directory)["vault.db"]
        let absent = try ItemKey(service: "s", account: "absent")
        let read = await error { _ = try await vault.read(name) }
        #expect(read?.code == code, sourceLocation: sourceLocation)
        let missing = await error { _ = try await vault.read(absent) }
        #expect(missing?.code == code, sourceLocation: sourceLocation)
        var creations = 0
        let made = await error {
            _ = try await vault.readOrCreate(absent) { () throws(KeychainError) in
                creations += 1
                return value
            }
        }
        #expect(made?.code == code && creations == 0, sourceLocation: sourceLocation)
        let written = await error { try await vault.write(value, for: absent) }
        #expect(written?.code == code, sourceLocation: sourceLocation)
        let status = try await vault.status()
        #expect(status.deviceSecret == .sealed, sourceLocation: sourceLocation)
        #expect(try Files.names(in: place.stateDirectory) == [], sourceLocation: sourceLocation)
        #expect(
            try Files.contents(of: place.directory)["vault.db"] == before,
            sourceLocation: sourceLocation)
        return "\(read?.message ?? "") \(read?.nativeDomain ?? "") \(read?.nativeCode ?? 0)"
    }

    @Test(
        "P1: register extended, cleared, state swapped, device denied: four answers, no new secret")
    func fourLosses() async throws {
        try await seal([16])
        var answers: Set<String> = []
        try TPMOwner(place.tpm).extend(ESYS_TR(ESYS_TR_PCR16))
        answers.insert(try await expectRefusal(.interactionNotAllowed))
        try TPMOwner(place.tpm).clear()
        answers.insert(try await expectRefusal(.interactionNotAllowed))
        try place.tpm.kill()
        try place.tpm.start(state: "another")
        answers.insert(try await expectRefusal(.interactionNotAllowed))
        let nowhere = "swtpm:path=/nonexistent/tpm"
        answers.insert(try await expectRefusal(.hardwareUnavailable, address: nowhere))
        #expect(answers.count == 4, "\(answers)")
        // And the rescue code opens, on a machine without any TPM at all.
        #expect(try await place.open(address: nowhere).rescue(with: code) == 0)
        #expect(try await place.open(address: nowhere).read(name)?.value == value)
    }

    @Test("P9: without a rescue code a cleared TPM is KEY_INVALIDATED, and so is another one")
    func withoutCode() async throws {
        try await seal([])
        try await place.open().removeRescueCode()
        try place.tpm.kill()
        try place.tpm.start(state: "another")
        _ = try await expectRefusal(.keyInvalidated)
        try place.tpm.kill()
        try place.tpm.start(state: "state")
        #expect(try await place.open().read(name)?.value == value)
        try TPMOwner(place.tpm).clear()
        _ = try await expectRefusal(.keyInvalidated)
    }

    @Test("after a restart with the same registers the vault opens, and with others the code does")
    func restart() async throws {
        try await seal([0, 7, 16])
        try place.tpm.kill()
        try place.tpm.start(state: "state")
        #expect(try await place.open().read(name)?.value == value)
        try TPMOwner(place.tpm).extend(ESYS_TR(ESYS_TR_PCR7))
        _ = try await expectRefusal(.interactionNotAllowed)
        try await place.open().rescue(with: code)
        #expect(try await place.open().read(name)?.value == value)
        // And sealed anew to what is so now.
        try await seal([0, 7])
    }

    @Test(
        "each guess of the passcode costs a try; LOCKOUT comes before the TPM's own, nothing is lost"
    )
    func guesses() async throws {
        let passcode = SecretBytes(utf8: "correct horse")
        try await seal([], passcode: passcode)
        try TPMOwner(place.tpm).setLimit(10)
        try await place.open().lock(alsoAfterFirstUnlock: true)
        for number in 0..<3 {
            let wrong = SecretBytes(utf8: "wrong \(number)")
            let found = await error { try await place.open().unlock(with: wrong) }
            #expect(found?.code == .authFailed)
        }
        // The right one as well: the TPM's other users must not be locked out.
        for _ in 0..<5 {
            let found = await error { try await place.open().unlock(with: passcode) }
            #expect(found?.code == .lockout)
        }
        #expect(try await place.open().status().failedTries == 3)
        try TPMOwner(place.tpm).resetLockout()
        try await place.open().unlock(with: passcode)
        #expect(try await place.open().read(name)?.value == value)
        try await place.open().unsealDeviceSecret(passcode: passcode)
        try place.tpm.kill()
        try await place.open().lock(alsoAfterFirstUnlock: true)
        try await place.open().unlock(with: passcode)
        #expect(try await place.open().read(name)?.value == value)
    }

    @Test("once unlocked, reads need no TPM; without a passcode each process asks it once")
    func unlockedReads() async throws {
        let passcode = SecretBytes(utf8: "correct horse")
        try await seal([], passcode: passcode)
        try place.tpm.kill()
        #expect(try await place.open().read(name)?.value == value)
        try place.tpm.start(state: "state")
        try await place.open().removePasscode(passcode, rescueCode: code)
        let process = try place.open()
        #expect(try await process.read(name)?.value == value)
        try place.tpm.kill()
        #expect(try await process.read(name)?.value == value)
        #expect(await error { _ = try await place.open().read(name) }?.code == .hardwareUnavailable)
    }

    @Test("a TPM that dies while a vault is sealed leaves it as it was")
    func deathWhileSealing() async throws {
        try await place.open().write(value, for: name)
        let vault = try place.open()
        try place.tpm.kill()
        let found = await error { try await vault.sealDeviceSecret(rescueCode: code) }
        #expect(found?.code == .hardwareUnavailable)
        #expect(try await place.open().read(name)?.value == value)
        #expect(try await place.open().status().deviceSecret == .file)
    }
}
#endif
