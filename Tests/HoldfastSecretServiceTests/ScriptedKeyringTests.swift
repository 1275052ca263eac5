#if os(Linux) && SecretService
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import Testing

/// What happens between two calls, which no real keyring can be made to do at the right moment.
@Suite("A keyring that changes between two calls")
struct ScriptedKeyringTests {
    private let keyring = ScriptedKeyring()
    private let store: SecretServiceStore
    private let name: ItemKey

    init() throws {
        let keyring = keyring
        store = SecretServiceStore(try SecretServiceConfiguration(busAddress: "unix:path=/x")) {
            ScriptedCalls(keyring)
        }
        name = try ItemKey(service: "s", account: "a")
    }

    @Test("P1: a collection that locks during a search is locked and not empty")
    func locksDuringSearch() async throws {
        try await store.write(SecretBytes([1]), for: name)
        keyring.state.withLock { $0.locksOnSearch = true }
        await expect(.interactionNotAllowed) { () throws(KeychainError) in
            try await store.read(name)
        }
        await expect(.interactionNotAllowed) { () throws(KeychainError) in
            try await store.list(service: nil)
        }
    }

    @Test("P1: a keyring that another one replaces during a search vouches for nothing")
    func replacedDuringSearch() async throws {
        keyring.state.withLock { $0.isReplacedOnSearch = true }
        await expect(.unknown) { () throws(KeychainError) in try await store.read(name) }
        keyring.state.withLock { $0.isReplacedOnSearch = false }
        #expect(try await store.read(name) == nil)
    }

    @Test("P2: a value that does not come back as it was is refused, and the old one stays")
    func mangles() async throws {
        try await store.write(SecretBytes([1]), for: name)
        keyring.state.withLock { $0.mangles = true }
        await expect(.unsupported) { () throws(KeychainError) in
            try await store.write(SecretBytes([2]), for: name)
        }
        keyring.state.withLock { $0.mangles = false }
        #expect(try await store.read(name)?.value == SecretBytes([1]))
    }

    @Test("P2: whichever call fails, the old value or the new one is there", arguments: 0..<24)
    func fails(at call: Int) async throws {
        try await store.write(SecretBytes([1]), for: name)
        keyring.state.withLock { $0.callsUntilFailure = call }
        var failed = false
        do {
            try await store.write(SecretBytes([2]), for: name)
        } catch {
            failed = true
        }
        keyring.state.withLock { $0.callsUntilFailure = nil }
        let value = try await store.read(name)?.value
        #expect(value == SecretBytes([2]) || (failed && value == SecretBytes([1])))
        #expect(try await store.list(service: nil).count == 1)
        try await store.write(SecretBytes([3]), for: name)
        #expect(try await store.read(name)?.value == SecretBytes([3]))
        #expect(keyring.state.withLock { $0.items.count } == 1)
    }

    @Test("P6: whichever call of a removal fails, the item is there or gone", arguments: 0..<24)
    func removalFails(at call: Int) async throws {
        let version = try await store.write(SecretBytes([1]), for: name)
        keyring.state.withLock { $0.callsUntilFailure = call }
        var failed = false
        do {
            try await store.remove(name)
        } catch {
            failed = true
        }
        keyring.state.withLock { $0.callsUntilFailure = nil }
        let left = try await store.read(name)
        #expect(left == nil || (failed && left?.value == SecretBytes([1])))
        try await store.remove(name)
        #expect(try await store.write(SecretBytes([2]), for: name) > version)
    }

    @Test("P2: of a value and the one before it, as a death leaves them, the newer one counts")
    func leftOver() async throws {
        try await store.write(SecretBytes([1]), for: name)
        keyring.state.withLock { $0.keepsItems = true }
        try await store.write(SecretBytes([2]), for: name)
        #expect(store.warnings.count == 1)
        keyring.state.withLock { $0.keepsItems = false }
        #expect(try await store.read(name)?.value == SecretBytes([2]))
        #expect(try await store.list(service: nil).count == 1)
        #expect(try await store.remove(name))
        #expect(try await store.read(name) == nil)
    }

    @Test("An item of a newer format is UNSUPPORTED and stays as it is")
    func newerFormat() async throws {
        let attributes = KeyringAttributes([
            ("xdg:schema", "org.holdfast.Item"), ("holdfast:format", "2"), ("service", "s"),
            ("account", "a"),
        ])
        keyring.state.withLock { $0.items["/9"] = (attributes, SecretBytes([9])) }
        await expect(.unsupported) { () throws(KeychainError) in try await store.read(name) }
        await expect(.unsupported) { () throws(KeychainError) in
            try await store.write(SecretBytes([1]), for: name)
        }
        await expect(.unsupported) { () throws(KeychainError) in try await store.remove(name) }
        #expect(keyring.state.withLock { $0.items.count } == 1)
    }
}
#endif
