import FoundationEssentials
import HoldfastCompat
import HoldfastCrypto
import HoldfastLab
import Testing

/// The calls of KeychainAccess over a store in memory.
@Suite struct KeychainTests {
    private let store = MemoryStore(answerPrompt: { _ in .confirmed })
    private var keychain: Keychain { Keychain(service: "com.example.app", in: store) }

    @Test("P1: set, get, contains, allKeys and remove answer as the other library's, by throwing")
    func calls() throws {
        #expect(try keychain.get("token") == nil)
        #expect(try keychain.contains("token") == false)
        #expect(try keychain.allKeys() == [])
        try keychain.set("one", key: "token")
        try keychain.set(Data([0, 255]), key: "bytes")
        #expect(try keychain["token"] == "one")
        #expect(try keychain[string: "token"] == "one")
        #expect(try keychain.getString("token") == "one")
        #expect(try keychain[data: "bytes"] == Data([0, 255]))
        #expect(try keychain.getData("token") == Data("one".utf8))
        #expect(try keychain.getSecret("token") == SecretBytes(utf8: "one"))
        #expect(try keychain.contains("token"))
        #expect(try keychain.allKeys() == ["bytes", "token"])
        try keychain.set("two", key: "token")
        #expect(try keychain.get("token") == "two")
        try keychain.remove("token")
        try keychain.remove("token")
        #expect(try keychain.get("token") == nil)
    }

    @Test("P1: a store that cannot answer throws at every call, and nothing becomes nil or false")
    func errors() throws {
        try keychain.set("one", key: "token")
        store.setAvailability(.beforeFirstUnlock)
        let calls: [() throws -> Any?] = [
            { try keychain.get("token") }, { try keychain.getData("token") },
            { try keychain["token"] }, { try keychain[string: "token"] },
            { try keychain[data: "token"] }, { try keychain.set("two", key: "token") },
        ]
        for call in calls {
            let error = #expect(throws: KeychainError.self) { try call() }
            #expect(error?.code == .interactionNotAllowed)
        }
        store.setAvailability(.unlocked)
        #expect(try keychain.get("token") == "one")
    }

    @Test("P11: bytes that are no text are an error for get and bytes for getData")
    func notText() throws {
        try keychain.set(Data([0xc3, 0x28]), key: "bytes")
        let error = #expect(throws: KeychainError.self) { try keychain.get("bytes") }
        #expect(error?.code == .invalidArgument)
        #expect(try keychain.getData("bytes")?.count == 2)
        #expect(throws: KeychainError.self) { try keychain.get("") }
        #expect(throws: KeychainError.self) { try Keychain(service: "", in: store).allKeys() }
    }

    @Test("A new item is readable from the first unlock on; one that is there keeps its class")
    func accessibility() throws {
        try keychain.set("one", key: "plain")
        try keychain.accessibility(.whenUnlockedThisDeviceOnly).set("one", key: "strict")
        try keychain.set("two", key: "strict")
        #expect(try accessibility(of: "plain") == .afterFirstUnlock)
        #expect(try accessibility(of: "strict") == .whenUnlockedThisDeviceOnly)
        try keychain.accessibility(.whenUnlocked).set("three", key: "strict")
        #expect(try accessibility(of: "strict") == .whenUnlocked)
        #expect(keychain.accessibility == .afterFirstUnlock)
    }

    @Test("An item that asks for a person is AUTH_REQUIRED without a prompt and read with one")
    func prompts() async throws {
        let asking = keychain.accessibility(
            .whenUnlockedThisDeviceOnly, authenticationPolicy: .userPresence)
        let prompt = Prompt(title: "Show the token")
        try await asking.set("one", key: "token", prompt: prompt)
        let error = #expect(throws: KeychainError.self) { try keychain.get("token") }
        #expect(error?.code == .authRequired)
        #expect(try keychain.contains("token"))
        #expect(try await keychain.get("token", prompt: prompt) == "one")
    }

    @Test("removeAll empties its service and no other")
    func removeAll() throws {
        let other = Keychain(service: "other", in: store)
        try keychain.set("one", key: "a")
        try keychain.set("one", key: "b")
        try other.set("one", key: "a")
        try keychain.removeAll()
        #expect(try keychain.allKeys() == [])
        #expect(try other.allKeys() == ["a"])
    }

    @Test("P10: a keychain shows neither its service nor a key")
    func descriptions() {
        var text = ""
        dump(keychain, to: &text)
        #expect(!(text + "\(keychain)" + String(reflecting: keychain)).contains("com.example"))
    }

    private func accessibility(of account: String) throws -> Accessibility? {
        let key = try ItemKey(service: "com.example.app", account: account)
        return try store.attributesWithoutPrompt(of: key)?.protection.accessibility
    }
}
