#if os(Linux) && TPM
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@testable import HoldfastLinux

@Suite("A TPM whose owner has set a password")
struct TPMOwnerPasswordTests {
    let tpm: SoftwareTPM
    let items = MemoryStore(answerPrompt: { _ in .confirmed })
    let name: ItemKey

    private static let password: [UInt8] = [1, 2, 3]

    init() throws {
        tpm = try SoftwareTPM()
        name = try ItemKey(service: "app", account: "key")
    }

    /// A new object each time: what one has learned of the TPM helps no other.
    private var sealer: TPMSealer {
        get throws { try TPMSealer(tpm.configuration) }
    }
    private var store: TPMKeyStore {
        get throws { try TPMKeyStore(over: items, tpm.configuration) }
    }

    private func expectSignature(
        of key: P256PublicKey, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let signature = try await store.signature(for: [1], with: name)
        #expect(try key.hasSigned([1], signature), sourceLocation: sourceLocation)
    }

    @Test("Without a root key of the owner's it is HARDWARE_UNAVAILABLE, and says what to do")
    func nothingKept() async throws {
        let sealed = try sealer.seal(secret(32), authorization: nil, registers: [])
        try TPMOwner(tpm).setOwnerPassword(Self.password)
        for ask: () async throws -> Void in [
            { _ = try sealer.seal(secret(32), authorization: nil, registers: []) },
            { _ = try sealer.unseal(sealed, authorization: nil) },
            {
                let protection = ItemProtection(keyStorage: .tpmRequired)
                try await store.create(name, use: .signing, protection: protection)
            },
        ] {
            let error = await error(of: ask)
            #expect(error?.code == .hardwareUnavailable)
            #expect(error?.message.contains("owner") == true)
            #expect(error?.recovery.contains("tpm2_evictcontrol") == true)
        }
        #expect(try await items.list(service: nil).isEmpty)
        #expect(try TPMOwner(tpm).takenPlaces() == 0)
        // A key that may be in software is.
        try await store.create(name, use: .signing)
        #expect(try await store.attributes(of: name)?.grade == .software)
        try TPMOwner(tpm).setOwnerPassword([], old: Self.password)
        #expect(try sealer.unseal(sealed, authorization: nil) == secret(32))
    }

    @Test("The same root key kept by the owner opens what was sealed before the password was set")
    func sameRootKept() async throws {
        let sealed = try sealer.seal(secret(32), authorization: secret(32), registers: [7])
        let key = try await store.create(name, use: .signing)
        try TPMOwner(tpm).keepRoot(TPMTemplate.storageRoot)
        try TPMOwner(tpm).setOwnerPassword(Self.password)
        #expect(try sealer.unseal(sealed, authorization: secret(32)) == secret(32))
        try await expectSignature(of: key)
        #expect(try TPMOwner(tpm).takenPlaces() == 0)
    }

    @Test("Another root key kept by the owner is used, and still found when the password is gone")
    func otherRootKept() async throws {
        try TPMOwner(tpm).keepRoot(RootTemplate.rsa)
        try TPMOwner(tpm).setOwnerPassword(Self.password)
        let sealed = try sealer.seal(secret(32), authorization: secret(32), registers: [7])
        let protection = ItemProtection(keyStorage: .tpmRequired)
        let key = try await store.create(name, use: .signing, protection: protection)
        for password in [Self.password, []] {
            if password.isEmpty { try TPMOwner(tpm).setOwnerPassword([], old: Self.password) }
            #expect(try sealer.unseal(sealed, authorization: secret(32)) == secret(32))
            try await expectSignature(of: key)
            #expect(try await store.attributes(of: name)?.invalidation == nil)
        }
        #expect(try TPMOwner(tpm).takenPlaces() == 0)
        // Without it, and without a password behind which it could be, the key is lost.
        try TPMOwner(tpm).removeRoot()
        let lost = error { _ = try sealer.unseal(sealed, authorization: secret(32)) }
        #expect(lost?.code == .keyInvalidated)
        #expect(try await store.attributes(of: name)?.invalidation?.reason == .keyLost)
        try TPMOwner(tpm).setOwnerPassword(Self.password)
        let hidden = error { _ = try sealer.unseal(sealed, authorization: secret(32)) }
        #expect(hidden?.code == .hardwareUnavailable)
        #expect(try await store.attributes(of: name)?.invalidation == nil)
    }

    @Test("A kept key that could lock the TPM for all its users is not used")
    func countingRootKept() throws {
        try TPMOwner(tpm).keepRoot(RootTemplate.counting)
        try TPMOwner(tpm).setOwnerPassword(Self.password)
        let refused = error {
            _ = try sealer.seal(secret(32), authorization: nil, registers: [])
        }
        #expect(refused?.code == .hardwareUnavailable)
    }

    @Test("A password on the endorsement hierarchy too is HARDWARE_UNAVAILABLE, and says which")
    func endorsementPassword() throws {
        try TPMOwner(tpm).setEndorsementPassword(Self.password)
        let refused = error {
            _ = try sealer.seal(secret(32), authorization: nil, registers: [])
        }
        #expect(refused?.code == .hardwareUnavailable)
        #expect(refused?.message.contains("endorsement") == true)
    }
}
#endif
