#if os(Linux)
import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastMigration
import Testing

/// Items in a real gnome-keyring, laid by the real programs.
@Suite("The keyring of a Linux desktop", .serialized)
struct SecretServiceTests {
    private let store = MemoryStore()

    private func value(_ service: String, _ account: String) async throws -> SecretBytes? {
        try await store.read(ItemKey(service: service, account: account))?.value
    }

    @Test("Items of secret-tool move by their attributes or label, byte for byte")
    func secretTool() async throws {
        let desktop = try await Desktop()
        let store = ["secret-tool", "store"]
        try desktop.run(
            store + ["--label=One", "service", "backup", "username", "ann"], input: "a\nb")
        try desktop.run(store + ["--label=Only a label", "kind", "x"], input: "ü")
        try desktop.run(store + ["--label=C", "xdg:schema", "chrome_libsecret"], input: "no")
        let source = SecretServiceSource(.secretTool(attributes: [:]), environment: desktop.entries)
        let migration = Migration(from: source, to: self.store)
        let dry = try await migration.run(.init(isDryRun: true))
        #expect(dry.count(of: .wouldMove) == 2 && dry.records.count == 2)
        let report = try await migration.run(.init(removesSource: true))
        #expect(report.count(of: .moved) == 2 && report.removedCount == 2)
        #expect(report.isComplete)
        #expect(try await value("backup", "ann") == SecretBytes(utf8: "a\nb"))
        #expect(try await value("secret-tool", "Only a label") == SecretBytes(utf8: "ü"))
        try desktop.run(["secret-tool", "lookup", "xdg:schema", "chrome_libsecret"])
        #expect(throws: Desktop.ProgramFailed.self) {
            try desktop.run(["secret-tool", "lookup", "kind", "x"])
        }
        #expect(try await migration.run().records.isEmpty)
    }

    @Test("Only items with the attributes given move")
    func attributes() async throws {
        let desktop = try await Desktop()
        for name in ["one", "two"] {
            try desktop.run(
                ["secret-tool", "store", "--label=\(name)", "service", name, "user", "u"],
                input: name)
        }
        let source = SecretServiceSource(
            .secretTool(attributes: ["service": "two"]), environment: desktop.entries)
        let report = try await Migration(from: source, to: store).run(.init(removesSource: true))
        #expect(report.records.map(\.service) == ["two"])
        try desktop.run(["secret-tool", "lookup", "service", "one"])
    }

    @Test("Items of Python's keyring move, and nobody else's of that shape")
    func pythonKeyring() async throws {
        let desktop = try await Desktop()
        let program = """
            import keyring.backends.SecretService as b
            k = b.Keyring()
            k.set_password('web', 'bob', 'p\\u00e4ss\\nline')
            """
        try desktop.run(["python3", "-c", program])
        try desktop.run(
            ["secret-tool", "store", "--label=x", "service", "web", "username", "eve"], input: "no")
        let source = SecretServiceSource(.pythonKeyring, environment: desktop.entries)
        let report = try await Migration(from: source, to: store).run(.init(removesSource: true))
        #expect(report.records.map(\.name) == ["bob"])
        #expect(report.isComplete && report.removedCount == 1)
        #expect(try await value("web", "bob") == SecretBytes(utf8: "päss\nline"))
        try desktop.run(["secret-tool", "lookup", "username", "eve"])
    }

    @Test("Each source takes its own items and nobody else's, with attributes given too")
    func ownItemsOnly() async throws {
        let desktop = try await Desktop()
        let program = """
            import keyring.backends.SecretService as b
            b.Keyring().set_password('web', 'bob', 'python')
            """
        try desktop.run(["python3", "-c", program])
        let store = ["secret-tool", "store"]
        try desktop.run(store + ["--label=x", "service", "web", "username", "eve"], input: "tool")
        try desktop.run(
            store + ["--label=h", "service", "web", "xdg:schema", "org.holdfast.Item"], input: "h")
        let expected: [([String: String], [String])] = [
            ([:], ["eve"]), (["service": "web"], ["eve"]), (["username": "bob"], []),
            (["application": "Python keyring library"], []),
            (["xdg:schema": "org.holdfast.Item"], ["h"]),
        ]
        for (attributes, names) in expected {
            let source = SecretServiceSource(
                .secretTool(attributes: attributes), environment: desktop.entries)
            let report = try await Migration(from: source, to: self.store)
                .run(.init(isDryRun: true))
            #expect(report.records.map(\.name) == names, "\(attributes.keys.sorted())")
        }
        let source = SecretServiceSource(
            .secretTool(attributes: ["service": "web"]), environment: desktop.entries)
        let report = try await Migration(from: source, to: self.store)
            .run(.init(removesSource: true))
        #expect(report.records.map(\.name) == ["eve"] && report.removedCount == 1)
        try desktop.run(["secret-tool", "lookup", "application", "Python keyring library"])
    }

    @Test("P1: a locked keyring is reported, and nothing in it is taken for missing")
    func locked() async throws {
        let desktop = try await Desktop()
        try desktop.run(["secret-tool", "store", "--label=x", "a", "b"], input: "v")
        try desktop.run([
            "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.secrets",
            "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock",
            "array:objpath:/org/freedesktop/secrets/collection/login",
        ])
        let source = SecretServiceSource(.secretTool(attributes: [:]), environment: desktop.entries)
        let report = try await Migration(from: source, to: store).run()
        #expect(report.records.map(\.error?.code) == [.interactionNotAllowed])
    }

    @Test("Without a session bus it says so")
    func noBus() async throws {
        for environment in [
            [], ["XDG_RUNTIME_DIR=/nonexistent"], ["DBUS_SESSION_BUS_ADDRESS=tcp:x"],
        ] {
            let source = SecretServiceSource(
                .pythonKeyring, environment: environment.map { Array($0.utf8) })
            do {
                _ = try await source.listing()
                Issue.record("a bus that is not there answered")
            } catch {
                #expect(error.code == .unsupported)
            }
        }
    }
}
#endif
