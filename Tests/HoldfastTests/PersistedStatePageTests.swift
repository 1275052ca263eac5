import CrashSupport
import Holdfast
import Testing

/// The code that docs/persisted-state.md shows is code that is compiled and run.
@Suite struct PersistedStatePageTests {
    // A property, so that the folder lives as long as its test.
    private let temporary: Folder

    init() throws {
        temporary = try Folder()
    }

    private func vault(_ folder: String) -> LinuxVault {
        LinuxVault(
            VaultConfiguration(
                location: VaultLocation(
                    directory: folder + "/vault", stateDirectory: folder + "/state")))
    }

    @Test("the example of docs/persisted-state.md is the one that runs below")
    func isShown() throws {
        let example = try PageExample(
            of: "docs/persisted-state.md", region: "example",
            in: "Tests/HoldfastTests/PersistedStatePageTests.swift")
        #expect(example.shown == "import Holdfast\n\n" + example.compiled)
    }

    @Test("P4: the example signs in, comes back, and does not sign out what it cannot read")
    func example() async throws {
        let folder = temporary.path
        let files = DirectoryContainer(path: folder + "/app")
        let first = try openState(
            in: vault(folder), folder: files, telemetry: NoTelemetry())
        #expect(await start(first) == "Please sign in")
        try await signIn("Ada", "secret", first)
        let again = try openState(
            in: vault(folder), folder: files, telemetry: NoTelemetry())
        #expect(await start(again) == "Hello Ada")
        // A later version of the app wrote the item.
        let key = try ItemKey(service: "com.example.app", account: "session")
        var payload = try #require(try await vault(folder).read(key)).value.copyBytes()
        payload[4] = 9
        try await vault(folder).write(SecretBytes(payload), for: key)
        let old = try openState(in: vault(folder), folder: files, telemetry: NoTelemetry())
        #expect(await start(old) == "Please update the app")
        try await signOut(old)
        #expect(await start(old) == "Please sign in")
        #expect(try await vault(folder).list(service: nil).isEmpty)
    }

    @Test("the example does not tell a person to unlock what no unlocking opens")
    func lostKey() async throws {
        let folder = temporary.path
        let files = DirectoryContainer(path: folder + "/app")
        try await signIn("Ada", "secret", loaded(in: folder, files))
        for name in try Files.names(in: folder + "/state") {
            Files.remove("\(folder)/state/\(name)")
        }
        let lost = try openState(in: vault(folder), folder: files, telemetry: NoTelemetry())
        #expect(await start(lost) == "The key to your data is gone. Please sign in again")
        await #expect(throws: KeychainError.self) { try await lost.flush() }
    }

    private func loaded(
        in folder: String, _ files: DirectoryContainer
    ) async throws -> StatePersistor<AppState> {
        let persistor = try openState(in: vault(folder), folder: files, telemetry: NoTelemetry())
        try await persistor.load()
        return persistor
    }
}

// region: example
struct AppState: Codable, Sendable, Equatable {
    struct Session: Codable, Sendable, Equatable {
        var user: String?
        var refreshToken = ""
    }

    struct Settings: Codable, Sendable, Equatable {
        var theme = "light"
    }

    var session = Session()
    var settings = Settings()
    var draft = ""
}

func openState(
    in store: any ItemStore, folder: any AppContainer, telemetry: any PersistenceTelemetry
) throws(KeychainError) -> StatePersistor<AppState> {
    // Version 1 called the token "token".
    struct OldSession: Codable {
        var user: String?
        var token: String
    }
    let sessions = try StateSchema(
        version: 2,
        migrations: [
            StateMigration(from: 1, OldSession.self) {
                AppState.Session(user: $0.user, refreshToken: $0.token)
            }
        ])
    var options = PersistorOptions()
    options.category = "app-state"
    options.telemetry = telemetry
    return try StatePersistor(
        parts: [
            StatePart(
                \.settings, in: store,
                under: ItemKey(service: "com.example.app", account: "settings")),
            StatePart(
                \.session, in: store,
                under: ItemKey(service: "com.example.app", account: "session"),
                schema: sessions),
        ],
        marker: FirstInstallMarker(in: folder, named: "app-state"),
        options: options
    ) { AppState() }
}

func start(_ persistor: StatePersistor<AppState>) async -> String {
    do throws(KeychainError) {
        let state = try await persistor.load()
        return state.session.user.map { "Hello \($0)" } ?? "Please sign in"
    } catch {
        // Not "signed out": the session is still there, and stays until it can be read.
        switch persistor.status {
        case .suspended(.unreadable) where error.code == .interactionNotAllowed:
            return "Unlock the device, then try again"
        case .suspended(.unreadable) where error.code == .keyInvalidated:
            // `replaceInvalidated(with:)` stores what the person enters anew.
            return "The key to your data is gone. Please sign in again"
        case .suspended(.newerSchema), .suspended(.newerFormat): return "Please update the app"
        case .suspended: return "Your data cannot be read. Try again, or start over?"
        case .loading, .ready, .wiped: return error.recovery
        }
    }
}

func signIn(
    _ user: String, _ token: String, _ persistor: StatePersistor<AppState>
) async throws(KeychainError) {
    try await persistor.change {
        $0.session = AppState.Session(user: user, refreshToken: token)
    }
    // What must be stored is flushed; what may wait a moment is stored by itself.
    try await persistor.flush()
}

func signOut(_ persistor: StatePersistor<AppState>) async throws(KeychainError) {
    try await persistor.wipe()
    try await persistor.load()
}
// endregion
