#if os(Linux) && TPM
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastLinux
import Testing

@Suite("TPM keys")
struct TPMKeyStoreTests {
    let tpm: SoftwareTPM
    let person = PINPerson()
    let items = MemoryStore(answerPrompt: { _ in .confirmed })
    let store: TPMKeyStore
    let name: ItemKey

    init() throws {
        tpm = try SoftwareTPM()
        store = try TPMKeyStore(
            over: items, TPMConfiguration(address: tpm.address, pinSource: person))
        name = try ItemKey(service: "app", account: "key")
    }

    private static let answersToDamage: Set<KeychainError.Code> = [
        .dataCorrupted, .keyInvalidated, .unsupported, .authRequired,
    ]
    private static let withPIN = ItemProtection(accessControl: .devicePasscode)

    @Test("Signatures and agreements are those that OpenSSL computes")
    func crossChecked() async throws {
        let signer = try ItemKey(service: "app", account: "signer")
        let key = try await store.create(signer, use: .signing)
        let agreer = try await store.create(name, use: .keyAgreement)
        // Often enough for numbers with leading zeros, which a TPM may leave out.
        for number: UInt8 in 0..<100 {
            let message = [UInt8](repeating: number, count: Int(number))
            let signature = try store.signatureWithoutPrompt(for: message, with: signer)
            #expect(try key.hasSigned(message, signature))
            let peer = try P256PrivateKey(random: SystemRandom())
            let common = try store.sharedSecretWithoutPrompt(with: peer.publicKey, using: name)
            #expect(try common == peer.sharedSecret(with: agreer))
        }
        #expect(try TPMOwner(tpm).takenPlaces() == 0)
    }

    @Test("Many tasks and threads at once each get their own answer, and no place stays taken")
    func manyAtOnce() async throws {
        let store = store
        var names: [(ItemKey, P256PublicKey)] = []
        for number in 0..<4 {
            let name = try ItemKey(service: "many", account: "\(number)")
            names.append((name, try await store.create(name, use: .signing)))
        }
        let other = try TPMKeyStore(over: items, tpm.configuration)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for round in 0..<60 {
                let (name, key) = names[round % names.count]
                let message = [UInt8(round)]
                group.addTask {
                    let signature = try await (round % 2 == 0 ? store : other).signature(
                        for: message, with: name)
                    return try key.hasSigned(message, signature)
                }
            }
            for try await isValid in group { #expect(isValid) }
        }
        #expect(try TPMOwner(tpm).takenPlaces() == 0)
    }

    @Test(
        "A wrong PIN is AUTH_FAILED, then LOCKOUT without asking; after a reset the right one works"
    )
    func lockout() async throws {
        try TPMOwner(tpm).setLimit(10)
        let key = try await store.create(name, use: .signing, protection: Self.withPIN)
        let free = try ItemKey(service: "app", account: "free")
        try await store.create(free, use: .signing)
        person.type("wrong")
        for _ in 0..<3 {
            let code = await error { _ = try await store.signature(for: [1], with: name) }?.code
            #expect(code == .authFailed)
        }
        let asked = person.askedCount
        for pin in ["wrong", "2468"] {
            person.type(pin)
            let code = await error { _ = try await store.signature(for: [1], with: name) }?.code
            #expect(code == .lockout)
        }
        #expect(person.askedCount == asked, "nobody is asked in vain")
        #expect(try await store.signature(for: [1], with: free) != nil, "a key without PIN works")
        #expect(try await store.attributes(of: name)?.invalidation == nil)

        try TPMOwner(tpm).resetLockout()
        let signature = try await store.signature(for: [1], with: name)
        #expect(try key.hasSigned([1], signature))
        #expect(try TPMOwner(tpm).takenPlaces() == 0)
    }

    @Test("A TPM that somebody else has locked is LOCKOUT, and nothing is lost")
    func lockedByOthers() async throws {
        let key = try await store.create(name, use: .keyAgreement, protection: Self.withPIN)
        try TPMOwner(tpm).setLimit(0)
        let peer = try P256PrivateKey(random: SystemRandom())
        let locked = await error {
            _ = try await store.sharedSecret(with: peer.publicKey, using: name)
        }
        #expect(locked?.code == .lockout)
        #expect(locked?.nativeDomain == "tpm")
        try TPMOwner(tpm).setLimit(10)
        let common = try await store.sharedSecret(with: peer.publicKey, using: name)
        #expect(try common == peer.sharedSecret(with: key))
    }

    @Test("PINs of any length and content open their key, and no other's does")
    func pins() async throws {
        try TPMOwner(tpm).setLimit(30)
        for pin in ["1", String(repeating: "long ", count: 50), "\u{0}", "пароль 🗝️"] {
            person.type(pin)
            try await store.create(name, use: .signing, protection: Self.withPIN)
            #expect(try await store.signature(for: [], with: name) != nil)
            person.type(pin + " ")
            let code = await error { _ = try await store.signature(for: [], with: name) }?.code
            #expect(code == .authFailed)
            try TPMOwner(tpm).resetLockout()
            try await store.remove(name)
        }
        person.type("")
        let code = await error {
            try await store.create(name, use: .signing, protection: Self.withPIN)
        }?.code
        #expect(code == .invalidArgument)
        #expect(try await items.list(service: nil).isEmpty)
    }

    @Test("Without anybody to ask, a key with a PIN is NO_ACTIVITY and stays")
    func nobodyToAsk() async throws {
        try await store.create(name, use: .signing, protection: Self.withPIN)
        let silent = try TPMKeyStore(over: items, tpm.configuration)
        let code = await error { _ = try await silent.signature(for: [], with: name) }?.code
        #expect(code == .noActivity)
        #expect(try await store.signature(for: [], with: name) != nil)
    }

    @Test("A removal leaves nothing behind, and so does a creation that is refused")
    func noRemains() async throws {
        try await store.create(name, use: .signing)
        let taken = await error { try await store.create(name, use: .signing) }
        #expect(taken == StoreConflict.alreadyExists.error)
        #expect(try await items.list(service: nil).count == 2)
        #expect(try store.privateItem(of: name)?.service == TPMKeyStore.blobService, "in the TPM")
        #expect(try await store.remove(name))
        #expect(try await items.list(service: nil).isEmpty)
    }

    @Test(
        "Every altered byte of what is stored is DATA_CORRUPTED, or another TPM's mark",
        arguments: [true, false])
    func alteredBytes(isRecord: Bool) async throws {
        let key = try await store.create(name, use: .signing)
        let place =
            try isRecord
            ? ItemKey(service: TPMKeyStore.servicePrefix + name.service, account: name.account)
            : #require(try store.privateItem(of: name))
        let stored = try #require(try await items.read(place))
        let bytes = stored.value.copyBytes()
        let options = WriteOptions(
            protection: stored.attributes.protection, kind: stored.attributes.kind)
        for position in bytes.indices {
            var altered = bytes
            altered[position] ^= 0x20
            try await items.write(SecretBytes(altered), for: place, options: options)
            let signature = Result {
                try store.signatureWithoutPrompt(for: [1], with: name)
            }
            switch signature {
            case .success(let signature):
                // What only describes the key may differ; the key itself may not.
                #expect(try key.hasSigned([1], signature))
                #expect(isRecord)
            case .failure(let error):
                let code = (error as? KeychainError)?.code
                #expect(code.map(Self.answersToDamage.contains) == true)
            }
        }
        try await items.write(stored.value, for: place, options: options)
        #expect(try store.signatureWithoutPrompt(for: [1], with: name) != nil)
        #expect(try TPMOwner(tpm).takenPlaces() == 0)
    }

    @Test("A half that vanished is DATA_CORRUPTED and never nil", arguments: ["swtpm", "none"])
    func vanishedHalf(_ kind: String) async throws {
        let store =
            kind == "swtpm"
            ? store
            : try TPMKeyStore(over: items, TPMConfiguration(address: "device:/nowhere/tpm"))
        try await store.create(name, use: .signing)
        try await items.remove(#require(try store.privateItem(of: name)))
        for ask: () async throws -> Void in [
            { _ = try await store.signature(for: [], with: name) },
            { _ = try await store.publicKey(of: name) },
            { _ = try await store.attributes(of: name) },
            { _ = try await store.list(service: nil) },
        ] {
            #expect(await error(of: ask)?.code == .dataCorrupted)
        }
        #expect(try await store.remove(name))
        #expect(try await store.attributes(of: name) == nil)
    }
}
#endif
