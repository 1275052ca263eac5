import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite struct UpdateTests {
    private let store = MemoryStore()
    private let key: ItemKey

    init() throws {
        key = try ItemKey(service: "s", account: "a")
    }

    private func refuse(_ count: Int, with conflict: StoreConflict) {
        for _ in 0..<count { store.failNext(.write, with: conflict.error) }
    }

    private func count(_ operation: MemoryStore.Operation) -> Int {
        store.calls(for: key).filter { $0.operation == operation }.count
    }

    @Test("P2: an update is repeated up to eight times")
    func repeats() async throws {
        refuse(8, with: .versionChanged)
        try await store.update(key) { item throws(KeychainError) in
            #expect(item == nil)
            return SecretBytes([1])
        }
        #expect(try await store.read(key)?.value == SecretBytes([1]))
        #expect(count(.write) == 9)
    }

    @Test("P2: after eight repetitions an update is a conflict and the old value stays")
    func givesUp() async throws {
        try await store.write(SecretBytes([1]), for: key)
        refuse(9, with: .versionChanged)
        let error = await #expect(throws: KeychainError.self) {
            try await store.update(key) { _ in SecretBytes([2]) }
        }
        #expect(error == StoreConflict.versionChanged.error)
        #expect(try await store.read(key)?.value == SecretBytes([1]))
        #expect(count(.write) == 10)
    }

    @Test("P2: another error ends an update at once")
    func otherErrors() async throws {
        let full = KeychainError(.unknown, "disk full", nativeDomain: "errno", nativeCode: 28)
        store.failNext(.write, with: full)
        let error = await #expect(throws: KeychainError.self) {
            try await store.update(key) { _ in SecretBytes([2]) }
        }
        #expect(error == full)
        #expect(count(.write) == 1)
    }

    @Test("P2: what the change throws is thrown, even if it looks like a lost race")
    func changeThrows() async throws {
        for conflict in [StoreConflict.versionChanged, .alreadyExists] {
            var runs = 0
            let error = await #expect(throws: KeychainError.self) {
                try await store.update(key) { _ throws(KeychainError) in
                    runs += 1
                    throw conflict.error
                }
            }
            #expect(error == conflict.error)
            #expect(runs == 1)
        }
        let created = await #expect(throws: KeychainError.self) {
            try await store.readOrCreate(key) { () throws(KeychainError) in
                throw StoreConflict.alreadyExists.error
            }
        }
        #expect(created == StoreConflict.alreadyExists.error)
        #expect(count(.write) == 0)
    }

    @Test("P1: an update whose read fails changes nothing")
    func unreadable() async throws {
        store.failNext(.read, with: KeychainError(.interactionNotAllowed, "locked"))
        let error = await #expect(throws: KeychainError.self) {
            try await store.update(key) { _ in SecretBytes([2]) }
        }
        #expect(error?.code == .interactionNotAllowed)
        #expect(count(.write) == 0)
    }

    @Test("P2: readOrCreate gives up when the item comes and goes eight times")
    func creationGivesUp() async throws {
        refuse(9, with: .alreadyExists)
        let error = await #expect(throws: KeychainError.self) {
            try await store.readOrCreate(key) { SecretBytes([1]) }
        }
        #expect(error == StoreConflict.versionChanged.error)
        #expect(count(.write) == 9)
    }

    @Test("P2: readOrCreate creates after eight lost races")
    func creationRepeats() async throws {
        refuse(8, with: .alreadyExists)
        let item = try await store.readOrCreate(key) { SecretBytes([1]) }
        #expect(item.value == SecretBytes([1]))
        #expect(try await store.read(key) == item)
    }

    @Test("P2: readOrCreate gives what another created in between")
    func creationLoses() async throws {
        let other = store.reopened()
        let item = try await store.readOrCreate(key) { [key] () throws(KeychainError) in
            try other.writeWithoutPrompt(SecretBytes([7]), for: key, options: .standard)
            return SecretBytes([1])
        }
        #expect(item.value == SecretBytes([7]))
    }

    @Test("readOrCreate asks the person once for a new protected item")
    func creationPromptsOnce() async throws {
        store.answerNextPrompts([.confirmed])
        let protection = ItemProtection(accessControl: .devicePasscode)
        let item = try await store.readOrCreate(
            key, options: WriteOptions(protection: protection)
        ) { SecretBytes([1]) }
        #expect(item.attributes.protection == protection)
        #expect(store.calls.map(\.promptCount).reduce(0, +) == 1)
    }

    @Test("P11: neither takes a condition of its own")
    func conditions() async throws {
        let options = WriteOptions(condition: .ifAbsent)
        let updating = await #expect(throws: KeychainError.self) {
            try await store.update(key, options: options) { _ in SecretBytes([1]) }
        }
        let creating = await #expect(throws: KeychainError.self) {
            try await store.readOrCreate(key, options: options) { SecretBytes([1]) }
        }
        #expect(updating?.code == .invalidArgument)
        #expect(creating?.code == .invalidArgument)
        #expect(store.calls.isEmpty)
    }
}
