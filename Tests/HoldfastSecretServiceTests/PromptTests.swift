#if os(Linux) && SecretService
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import Testing

@Suite("A keyring that asks before it does what it is told", .serialized)
struct PromptTests {
    private let desktop: Desktop
    private let name: ItemKey
    private static let old = SecretBytes(utf8: "old")
    private static let new = SecretBytes(utf8: "new")
    private static let changes = ["CreateItem", "Delete"]

    init() async throws {
        desktop = try await Desktop()
        name = try ItemKey(service: "s", account: "a")
        try await desktop.store().write(Self.old, for: name)
    }

    private func expectOld(_ what: String) async throws {
        let store = try desktop.store()
        #expect(try await store.read(name)?.value == Self.old, "\(what)")
        #expect(try await store.list(service: nil).count == 1, "\(what)")
        let count = try desktop.python(
            "import secretstorage\nc = secretstorage.get_default_collection("
                + "secretstorage.dbus_init())\nprint(len(list(c.get_all_items())))")
        #expect(count == ["1"], "\(what): nothing is left beside it")
    }

    @Test("Its prompts are performed by the calls that may ask")
    func performed() async throws {
        let keyring = try await ForwardedKeyring(desktop, prompting: Self.changes)
        for layout in [SecretServiceLayout.native, .shared(.secretTool)] {
            let store = try keyring.store(layout)
            for value in [Self.old, Self.new] {
                try await store.write(value, for: name)
                #expect(try await store.read(name)?.value == value)
                #expect(try store.readWithoutPrompt(name)?.value == value)
            }
            #expect(try await store.list(service: nil).count == 1)
            #expect(try await store.remove(name))
            #expect(try await store.read(name) == nil)
            #expect(try await store.remove(name) == false)
            #expect(store.warnings.isEmpty)
        }
    }

    @Test("P11: prompt-free calls are AUTH_REQUIRED and change nothing")
    func promptFree() async throws {
        let keyring = try await ForwardedKeyring(desktop, prompting: Self.changes)
        let store = try keyring.store()
        await expect(.authRequired) { () throws(KeychainError) in
            try store.writeWithoutPrompt(Self.new, for: name, options: .standard)
        }
        await expect(.authRequired) { () throws(KeychainError) in
            try store.removeWithoutPrompt(name)
        }
        #expect(try store.readWithoutPrompt(name)?.value == Self.old)
        try await expectOld("after two refusals")
    }

    @Test(
        "P2: a question that comes to nothing leaves the old value, each with its code",
        arguments: [
            (ForwardedKeyring.Answer.dismissed, KeychainError.Code.userCanceled),
            (.silent, .systemCanceled), (.deaf, .systemCanceled), (.dies, .unknown),
        ])
    func comesToNothing(_ answer: ForwardedKeyring.Answer, _ code: KeychainError.Code) async throws
    {
        let name = name
        for isRemoval in [false, true] {
            let keyring = try await ForwardedKeyring(desktop, prompting: Self.changes, answer)
            let store = try keyring.store(promptLimit: .seconds(1))
            let start = ContinuousClock.now
            await expect(code) { () throws(KeychainError) in
                if isRemoval {
                    _ = try await store.remove(name)
                } else {
                    try await store.write(Self.new, for: name)
                }
            }
            // A second for the question, one in which it may end, and what a loaded machine takes.
            #expect(ContinuousClock.now - start < .seconds(10))
            try await expectOld("\(answer)")
        }
    }

    @Test("P2: a question that is answered while it is being taken back counts as answered")
    func late() async throws {
        let keyring = try await ForwardedKeyring(desktop, prompting: Self.changes, .late)
        let store = try keyring.store(promptLimit: .seconds(1))
        try await store.write(Self.new, for: name)
        #expect(try await desktop.store().read(name)?.value == Self.new)
    }

    @Test("The end of the task ends the question, long before its time is up")
    func cancelled() async throws {
        let keyring = try await ForwardedKeyring(desktop, prompting: Self.changes, .silent)
        let store = try keyring.store(promptLimit: .seconds(100))
        let name = name
        let start = ContinuousClock.now
        let task = Task { try await store.write(Self.new, for: name) }
        try await Task.sleep(for: .seconds(1))
        task.cancel()
        let failure = await #expect(throws: KeychainError.self) { try await task.value }
        #expect(failure?.code == .systemCanceled)
        #expect(ContinuousClock.now - start < .seconds(20))
        try await expectOld("cancelled")
    }

    @Test("Nobody who reads waits for a person who is asked")
    func readersGoOn() async throws {
        let keyring = try await ForwardedKeyring(desktop, prompting: Self.changes, .silent)
        let store = try keyring.store(promptLimit: .seconds(100))
        let name = name
        let task = Task { try await store.write(Self.new, for: name) }
        try await Task.sleep(for: .seconds(1))
        let start = ContinuousClock.now
        #expect(try store.readWithoutPrompt(name)?.value == Self.old)
        #expect(try await store.read(name)?.value == Self.old)
        #expect(await store.availability() == .unlocked)
        #expect(ContinuousClock.now - start < .seconds(20))
        task.cancel()
        await #expect(throws: KeychainError.self) { try await task.value }
    }

    @Test("An unlock that nobody answers ends in time, and the keyring stays locked")
    func unlocking() async throws {
        try desktop.lock()
        for (answer, code) in [
            (ForwardedKeyring.Answer.silent, KeychainError.Code.systemCanceled),
            (.deaf, .systemCanceled), (.dismissed, .userCanceled), (.dies, .unknown),
        ] {
            let keyring = try await ForwardedKeyring(desktop, prompting: ["Unlock"], answer)
            let store = try keyring.store()
            await expect(code) { () throws(KeychainError) in
                try await store.unlock(within: .seconds(1))
            }
        }
        #expect(await (try desktop.store()).availability() == .beforeFirstUnlock)
    }
}
#endif
