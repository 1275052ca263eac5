#if os(Linux) && TPM
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastLinux
import Testing

@Suite("TPM keys and bad luck")
struct TPMMisfortuneTests {
    let tpm: SoftwareTPM
    let items = MemoryStore(answerPrompt: { _ in .confirmed })
    let store: TPMKeyStore
    let name: ItemKey

    init() throws {
        tpm = try SoftwareTPM()
        store = try TPMKeyStore(over: items, tpm.configuration)
        name = try ItemKey(service: "app", account: "key")
    }

    @Test("A TPM that dies while it works is an error; when it is back the keys work")
    func killedInMidOperation() async throws {
        let key = try await store.create(name, use: .signing)
        let (store, name) = (store, name)
        for _ in 0..<5 {
            // It has the command and will not answer, as far as the store can tell.
            tpm.halt()
            async let answer = Self.outcome { try await store.signature(for: [1], with: name) }
            usleep(50_000)
            try tpm.kill()
            #expect(await answer == .hardwareUnavailable)
            let code = await Self.outcome { try await store.signature(for: [1], with: name) }
            #expect(code == .hardwareUnavailable)
            #expect(try await store.publicKey(of: name) == key, "what is known stays known")
            #expect(try await store.attributes(of: name)?.invalidation == nil)
            try tpm.start(state: "state")
            let signature = try await store.signature(for: [1], with: name)
            #expect(try key.hasSigned([1], signature))
        }
    }

    @Test("A TPM that dies at any moment costs no key and no crash")
    func killedAtAnyMoment() async throws {
        let key = try await store.create(name, use: .signing)
        let (store, name) = (store, name)
        for delay: UInt32 in stride(from: 0, to: 8_000, by: 400) {
            async let answer = Self.outcome { try await store.signature(for: [1], with: name) }
            usleep(delay)
            try tpm.kill()
            let code = await answer
            #expect(code == nil || code == .hardwareUnavailable)
            try tpm.start(state: "state")
        }
        let signature = try await store.signature(for: [1], with: name)
        #expect(try key.hasSigned([1], signature))
        #expect(try await store.list(service: nil).map(\.name) == [name])
    }

    @Test("A TPM that dies while a key is made leaves a free name or a whole key")
    func killedWhileCreating() async throws {
        let (store, name) = (store, name)
        for delay: UInt32 in stride(from: 0, to: 12_000, by: 800) {
            async let answer = Self.outcome {
                try await store.create(
                    name, use: .signing, protection: ItemProtection(keyStorage: .tpmRequired))
            }
            usleep(delay)
            try tpm.kill()
            let code = await answer
            try tpm.start(state: "state")
            if code == nil {
                #expect(try await store.signature(for: [1], with: name) != nil)
                #expect(try await store.remove(name))
            } else {
                #expect(code == .hardwareUnavailable)
                #expect(try await store.attributes(of: name) == nil)
            }
            #expect(try await items.list(service: nil).isEmpty)
        }
    }

    @Test(
        "A cleared TPM and another one make keys KEY_INVALIDATED; the right one makes them work again"
    )
    func clearedAndSwapped() async throws {
        let key = try await store.create(name, use: .signing)
        try tpm.kill()
        try tpm.start(state: "another")
        try await expectLost(2)
        #expect(try await store.list(service: nil).map(\.name) == [name])
        let second = try ItemKey(service: "app", account: "second")
        try await store.create(second, use: .signing)
        #expect(try await store.signature(for: [], with: second) != nil)

        try tpm.kill()
        try tpm.start(state: "state")
        let signature = try await store.signature(for: [1], with: name)
        #expect(try key.hasSigned([1], signature))
        #expect(try await store.attributes(of: name)?.invalidation == nil)

        try TPMOwner(tpm).clear()
        try await expectLost(1)
        let taken = await error { try await store.create(name, use: .signing) }
        #expect(taken == StoreConflict.alreadyExists.error)
        #expect(try await store.remove(name))
        let new = try await store.create(name, use: .signing)
        #expect(new != key)
        #expect(try await store.signature(for: [], with: name) != nil)
    }

    private func expectLost(_ number: Int) async throws {
        for ask: () async throws -> Void in [
            { _ = try await store.signature(for: [1], with: name) },
            { _ = try store.signatureWithoutPrompt(for: [1], with: name) },
            { _ = try await store.publicKey(of: name) },
        ] {
            let error = await error(of: ask)
            #expect(error?.code == .keyInvalidated)
            #expect(error?.nativeDomain == "holdfast.tpm")
            #expect(error?.nativeCode == number)
        }
        #expect(try await store.attributes(of: name)?.invalidation?.reason == .keyLost)
        #expect(try TPMOwner(tpm).takenPlaces() == 0)
    }

    @Test(
        "A key of another TPM is KEY_INVALIDATED, and its blob under this one's mark is DATA_CORRUPTED"
    )
    func foreignBlob() async throws {
        try await store.create(name, use: .signing)
        try tpm.kill()
        try tpm.start(state: "another")
        let foreign = MemoryStore(answerPrompt: { _ in .confirmed })
        let other = try TPMKeyStore(over: foreign, tpm.configuration)
        try await other.create(name, use: .signing)
        let place = try #require(try other.privateItem(of: name))
        let half = try #require(try await foreign.read(place))
        try tpm.kill()
        try tpm.start(state: "state")
        try await items.write(half.value, for: #require(try store.privateItem(of: name)))
        let code = await error { _ = try await store.signature(for: [], with: name) }?.code
        #expect(code == .dataCorrupted)

        // The whole key of the other TPM says itself that it is not of this one.
        let moved = try TPMKeyStore(over: foreign, tpm.configuration)
        let lost = await error { _ = try await moved.signature(for: [], with: name) }
        #expect(lost?.code == .keyInvalidated)
        #expect(lost?.nativeCode == 2)
    }

    @Test("Without a TPM, tpmRequired is HARDWARE_UNAVAILABLE and the others are software keys")
    func noTPM() async throws {
        let store = try TPMKeyStore(
            over: items, TPMConfiguration(address: "device:/nowhere/tpmrm0"))
        let code = await error {
            try await store.create(
                name, use: .signing, protection: ItemProtection(keyStorage: .tpmRequired))
        }?.code
        #expect(code == .hardwareUnavailable)
        #expect(try await items.list(service: nil).isEmpty)
        for (storage, use) in [(KeyStorage.tpm, DeviceKeyUse.signing), (.automatic, .keyAgreement)]
        {
            let protection = ItemProtection(keyStorage: storage)
            let key = try await store.create(name, use: use, protection: protection)
            let known = try await store.attributes(of: name)
            #expect(known?.grade == .software)
            #expect(known?.protection == protection)
            #expect(try await store.publicKey(of: name) == key)
            if use == .signing {
                let signature = try await store.signature(for: [1], with: name)
                #expect(try key.hasSigned([1], signature))
            } else {
                let peer = try P256PrivateKey(random: SystemRandom())
                let common = try await store.sharedSecret(with: peer.publicKey, using: name)
                #expect(try common == peer.sharedSecret(with: key))
            }
            #expect(try await store.remove(name))
            #expect(try await items.list(service: nil).isEmpty)
        }
    }

    @Test("A device that this user may not open is HARDWARE_UNAVAILABLE and says what to do")
    func noPermission() async throws {
        // The superuser may open anything; a directory is what even it cannot write to.
        let address = geteuid() == 0 ? "device:/proc/version/tpm" : "device:/etc/shadow"
        let store = try TPMKeyStore(over: items, TPMConfiguration(address: address))
        let protection = ItemProtection(keyStorage: .tpmRequired)
        let code = await error {
            try await store.create(name, use: .signing, protection: protection)
        }?.code
        #expect(code == .hardwareUnavailable)
        let sealer = try TPMSealer(TPMConfiguration(address: address))
        let refused = error { _ = try sealer.seal(secret(1), authorization: nil, registers: []) }
        #expect(refused?.nativeDomain == "errno")
    }

    private static func outcome(
        _ body: () async throws -> Any?
    ) async -> KeychainError.Code? {
        await error { _ = try await body() }?.code
    }
}
#endif
