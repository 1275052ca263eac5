#if os(Linux) && SecretService
import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import Testing

/// Items that go from this library to real programs and back, byte for byte.
@Suite("Other programs' items in a keyring", .serialized)
struct InteropTests {
    private static let texts = [
        "", "a", "pässwörd 🗝️", "two\nlines\n", " spaces ", "e\u{301}\u{e9}",
    ]

    private func key(_ account: String, _ service: String = "web") throws -> ItemKey {
        try ItemKey(service: service, account: account)
    }

    /// What a program writes to its output, exactly.
    private func output(_ desktop: Desktop, _ words: [String]) throws -> [UInt8]? {
        let path = desktop.folder.path + "/output"
        try desktop.run(["sh", "-c", "\"$@\" > \(path)", "sh"] + words)
        return try Files.read(path)
    }

    @Test("secret-tool reads what the store wrote, and the store what secret-tool wrote")
    func secretTool() async throws {
        let desktop = try await Desktop()
        let store = try desktop.store(.shared(.secretTool))
        for (index, text) in Self.texts.enumerated() {
            try await store.write(SecretBytes(utf8: text), for: key("ours \(index)"))
            let words = ["secret-tool", "lookup", "service", "web", "username", "ours \(index)"]
            // It says with its status that an empty one is nothing.
            if !text.isEmpty { #expect(try output(desktop, words) == Array(text.utf8)) }
            let theirs = try key("theirs \(index)")
            try desktop.run(
                [
                    "secret-tool", "store", "--label=x", "service", "web", "username",
                    theirs.account,
                ], input: text)
            #expect(try await store.read(theirs)?.value == SecretBytes(utf8: text))
            try await store.write(SecretBytes(utf8: "new \(index)"), for: theirs)
            let again = ["secret-tool", "lookup", "service", "web", "username", theirs.account]
            #expect(try output(desktop, again) == Array("new \(index)".utf8))
        }
        #expect(try await store.list(service: "web").count == 2 * Self.texts.count)
        #expect(try await store.remove(key("theirs 1")))
        #expect(throws: Desktop.ProgramFailed.self) {
            try desktop.run([
                "secret-tool", "lookup", "service", "web", "username", "theirs 1",
            ])
        }
    }

    @Test("Bytes that are no text come out of secret-tool as they went in")
    func binary() async throws {
        let desktop = try await Desktop()
        let store = try desktop.store(.shared(.secretTool))
        let bytes = Array(UInt8.min...UInt8.max)
        try await store.write(SecretBytes(bytes), for: key("bytes"))
        let words = ["secret-tool", "lookup", "service", "web", "username", "bytes"]
        #expect(try output(desktop, words) == bytes)
    }

    @Test("Python's keyring reads what the store wrote, and the store what it wrote")
    func python() async throws {
        let desktop = try await Desktop()
        let store = try desktop.store(.shared(.pythonKeyring))
        let start = "import sys, keyring.backends.SecretService as b; k = b.Keyring()\n"
        for (index, text) in Self.texts.enumerated() {
            let ours = try key("ours \(index)", "wéb")
            try await store.write(SecretBytes(utf8: text), for: ours)
            let read = start + "sys.stdout.write(k.get_password('wéb', '\(ours.account)'))"
            #expect(try output(desktop, ["python3", "-c", read]) == Array(text.utf8))
            let theirs = try key("theirs \(index)", "wéb")
            try desktop.python(
                start + "k.set_password('wéb', '\(theirs.account)',"
                    + " sys.stdin.buffer.read().decode())", input: text)
            #expect(try await store.read(theirs)?.value == SecretBytes(utf8: text))
        }
        // It replaces in place what the store made, so that one item stays one.
        try desktop.python(start + "k.set_password('wéb', 'ours 1', 'changed')")
        #expect(try await store.read(key("ours 1", "wéb"))?.value == SecretBytes(utf8: "changed"))
        #expect(try await store.list(service: nil).count == 2 * Self.texts.count)
        try desktop.python(start + "k.delete_password('wéb', 'ours 1')")
        #expect(try await store.read(key("ours 1", "wéb")) == nil)
    }

    @Test("P6: an item with more attributes or fewer is never read, changed or removed")
    func neighbours() async throws {
        let desktop = try await Desktop()
        let tool = try desktop.store(.shared(.secretTool))
        let native = try desktop.store()
        let name = try key("ann")
        let ours = ["service", "web", "username", "ann"]
        let neighbours = [
            // In this order: secret-tool itself takes one with more attributes for the same.
            ["service", "web"], ["username", "ann"], ours + ["application", "another"],
            ours + ["xdg:schema", "org.example.Other"],
            [
                "xdg:schema", "org.holdfast.Item", "service", "web", "account", "ann",
            ],
            [
                "xdg:schema", "org.holdfast.Item", "holdfast:format", "1", "service", "web",
                "account", "ann", "version", "7", "kind", "bytes", "created", "1", "modified", "1",
                "size", "5", "extra", "more",
            ],
        ]
        for (index, attributes) in neighbours.enumerated() {
            try desktop.run(
                ["secret-tool", "store", "--label=other"] + attributes, input: "other \(index)")
        }
        for store in [tool, native] {
            #expect(try await store.read(name) == nil)
            #expect(try await store.list(service: nil).isEmpty)
            #expect(try await store.remove(name) == false)
            for value in ["one", "two"] {
                try await store.write(SecretBytes(utf8: value), for: name)
                #expect(try await store.read(name)?.value == SecretBytes(utf8: value))
            }
            #expect(try await store.remove(name))
            #expect(try await store.read(name) == nil)
        }
        let program = """
            import secretstorage
            c = secretstorage.dbus_init()
            for i in secretstorage.get_default_collection(c).get_all_items():
                if i.get_label() == 'other': print(i.get_secret().decode())
            """
        let left = try desktop.python(program).sorted()
        #expect(left == neighbours.indices.map { "other \($0)" })
    }

    @Test("Two items that match are refused, and both stay")
    func duplicates() async throws {
        let desktop = try await Desktop()
        let store = try desktop.store(.shared(.secretTool))
        let program = """
            import secretstorage
            c = secretstorage.get_default_collection(secretstorage.dbus_init())
            for v in (b'1', b'2'):
                c.create_item('x', {'service': 'web', 'username': 'ann'}, v, replace=False)
            """
        try desktop.python(program)
        let name = try key("ann")
        await expect(.invalidArgument) { () throws(KeychainError) in try await store.read(name) }
        await expect(.invalidArgument) { () throws(KeychainError) in
            try await store.write(SecretBytes([1]), for: name)
        }
        await expect(.invalidArgument) { () throws(KeychainError) in try await store.remove(name) }
        await expect(.invalidArgument) { () throws(KeychainError) in
            try await store.list(service: nil)
        }
        let count = try desktop.python(
            "import secretstorage\nc = secretstorage.get_default_collection("
                + "secretstorage.dbus_init())\nprint(len(list(c.get_all_items())))")
        #expect(count == ["2"])
    }

    @Test("Two of the store's own items with one version are DATA_CORRUPTED until removed")
    func twins() async throws {
        let desktop = try await Desktop()
        let store = try desktop.store()
        let name = try key("ann")
        try await store.write(SecretBytes(utf8: "one"), for: name)
        let program = """
            import secretstorage
            c = secretstorage.get_default_collection(secretstorage.dbus_init())
            i, = c.search_items({'account': 'ann'})
            c.create_item('x', i.get_attributes(), b'two', replace=False)
            """
        try desktop.python(program)
        await expect(.dataCorrupted) { () throws(KeychainError) in try await store.read(name) }
        #expect(try await store.remove(name))
        #expect(try await store.read(name) == nil)
    }
}

/// Expects an error of a code.
func expect<Answer>(
    _ code: KeychainError.Code, sourceLocation: SourceLocation = #_sourceLocation,
    _ call: () async throws(KeychainError) -> Answer
) async {
    do {
        _ = try await call()
        Issue.record("expected \(code.rawValue)", sourceLocation: sourceLocation)
    } catch {
        #expect(error.code == code, "\(error.message)", sourceLocation: sourceLocation)
    }
}
#endif
