import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// Keys of the Secure Enclave beyond what every key store promises.
@Suite struct EnclaveKeyTests {
    private let name: ItemKey

    init() throws {
        name = try ItemKey(service: "device", account: "sign")
    }

    @Test("P7: without a Secure Enclave nothing is made, and it is HARDWARE_UNAVAILABLE")
    func noEnclave() async throws {
        for refusal in [IOSProfile.Refusal.unimplemented, .authFailed] {
            var profile = IOSProfile()
            profile.hasSecureEnclave = false
            profile.missingEnclave = refusal
            let keys = EnclaveKeyStore(beside: Phone(profile).open())
            #expect(
                await code { () throws(KeychainError) in try await keys.create(name, use: .signing)
                }
                    == .hardwareUnavailable)
            #expect(try await keys.attributes(of: name) == nil)
        }
    }

    @Test("P1: a new finger takes a key that was bound to the set, and the tombstone stays")
    func newFinger() async throws {
        let phone = Phone()
        let keys = EnclaveKeyStore(beside: phone.open())
        let protection = ItemProtection(
            accessibility: .whenUnlockedThisDeviceOnly, accessControl: .biometryCurrentSet)
        let key = try await keys.create(name, use: .signing, protection: protection)
        let signature = try await keys.signature(for: [1, 2], with: name)
        let isValid = try signature.map { try key.isValid($0, for: [1, 2]) }
        #expect(isValid == true)
        phone.phone.send(.enrolFinger)
        for keys in [keys, EnclaveKeyStore(beside: phone.open())] {
            #expect(
                await code { () throws(KeychainError) in
                    try await keys.signature(for: [1], with: name)
                } == .keyInvalidated)
        }
        let later = EnclaveKeyStore(beside: phone.open())
        #expect(try await later.attributes(of: name)?.invalidation?.reason == .biometricsChanged)
        #expect(
            await code { () throws(KeychainError) in try await later.publicKey(of: name) }
                == .keyInvalidated)
    }

    @Test("P1: a blob of another device is KEY_INVALIDATED, and not damaged data")
    func otherDevice() async throws {
        let phone = Phone()
        let keychain = phone.open()
        let keys = EnclaveKeyStore(beside: keychain)
        try await keys.create(name, use: .signing)
        let item = try ItemKey(
            service: EnclaveKeyStore.servicePrefix + name.service, account: name.account)
        let value = try await keychain.read(item)?.value ?? .old
        // The blob as another Enclave's: the last byte is not the one that this Enclave gave.
        var bytes = value.copyBytes()
        bytes[bytes.count - 1] ^= 1
        let other = try ItemKey(
            service: EnclaveKeyStore.servicePrefix + name.service, account: "other")
        try await keychain.write(
            SecretBytes(bytes), for: other, options: WriteOptions(kind: .signingKey))
        let otherName = try ItemKey(service: name.service, account: "other")
        for _ in 0..<2 {
            #expect(
                await code { () throws(KeychainError) in
                    try await keys.signature(for: [1], with: otherName)
                } == .keyInvalidated)
        }
    }

    @Test("an item of the app's in a key's place is not used and not replaced")
    func foreignItem() async throws {
        let keychain = Phone().open()
        let keys = EnclaveKeyStore(beside: keychain)
        let item = try ItemKey(
            service: EnclaveKeyStore.servicePrefix + name.service, account: name.account)
        try await keychain.write(.old, for: item)
        #expect(
            await code { () throws(KeychainError) in
                try await keys.signature(for: [1], with: name)
            } == .dataCorrupted)
        #expect(
            await code { () throws(KeychainError) in try await keys.remove(name) }
                == .dataCorrupted)
        let conflict = await result { () throws(KeychainError) in
            try await keys.create(name, use: .signing)
        }
        #expect(conflict == .failure(StoreConflict.alreadyExists.error))
        #expect(try await keychain.read(item)?.value == .old)
    }

    @Test("keys are in no list of items, and items in no list of keys")
    func lists() async throws {
        let phone = Phone()
        let keychain = phone.open()
        let keys = EnclaveKeyStore(beside: keychain)
        let key = try token.get()
        try await keychain.write(.old, for: key)
        try await keys.create(name, use: .keyAgreement)
        phone.phone.send(.lock)
        #expect(try await keychain.list(service: nil).map(\.key) == [key])
        #expect(try await keys.list(service: nil).map(\.name) == [name])
    }
}
