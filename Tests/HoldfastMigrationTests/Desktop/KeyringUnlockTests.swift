#if os(Linux)
import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastMigration
import Testing

/// A real gnome-keyring that is locked, and a person in the place of its prompting program.
@Suite("Unlocking the keyring of a Linux desktop", .serialized)
struct KeyringUnlockTests {
    private let store = MemoryStore()

    /// A desktop whose keyring holds one item and is locked.
    private func lockedDesktop() async throws -> (Desktop, SecretServiceSource) {
        let desktop = try await Desktop()
        try desktop.run(
            ["secret-tool", "store", "--label=x", "service", "s", "user", "u"], input: "value")
        try desktop.run([
            "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.secrets",
            "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock",
            "array:objpath:/org/freedesktop/secrets/collection/login",
        ])
        let source = SecretServiceSource(.secretTool(attributes: [:]), environment: desktop.entries)
        return (desktop, source)
    }

    private func code(
        of source: SecretServiceSource, within limit: Duration = .seconds(20)
    ) async -> KeychainError.Code? {
        do {
            try await source.unlock(within: limit)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("A keyring whose person gives the password is unlocked, once, and its items move")
    func answered() async throws {
        let (desktop, source) = try await lockedDesktop()
        let person = try KeyringPerson(.answers("login"), at: desktop)
        #expect(await code(of: source) == nil)
        // Nothing is locked any more, so that nobody is asked.
        #expect(await code(of: source) == nil)
        #expect(try person.leave() == 1)
        let report = try await Migration(from: source, to: store).run(.init(removesSource: true))
        #expect(report.count(of: .moved) == 1 && report.removedCount == 1)
        let key = try ItemKey(service: "s", account: "u")
        #expect(try await store.read(key)?.value == SecretBytes(utf8: "value"))
    }

    @Test("P1: a prompt that is closed is told from one that nothing can show")
    func closed() async throws {
        let (desktop, source) = try await lockedDesktop()
        let person = try KeyringPerson(.closes, at: desktop)
        #expect(await code(of: source) == .userCanceled)
        #expect(try person.leave() == 1)
        #expect(await code(of: source) == .unsupported)
        let report = try await Migration(from: source, to: store).run()
        #expect(report.records.map(\.error?.code) == [.interactionNotAllowed])
    }

    @Test("A prompt that nobody answers ends when the time is up, and the keyring is as it was")
    func unanswered() async throws {
        let (desktop, source) = try await lockedDesktop()
        let person = try KeyringPerson(.isAway, at: desktop)
        let clock = ContinuousClock()
        let start = clock.now
        #expect(await code(of: source, within: .milliseconds(300)) == .systemCanceled)
        #expect(clock.now - start < .seconds(15))
        #expect(try person.leave() == 1)
        let other = try KeyringPerson(.answers("login"), at: desktop)
        #expect(await code(of: source) == nil)
        #expect(try other.leave() == 1)
    }
}
#endif
