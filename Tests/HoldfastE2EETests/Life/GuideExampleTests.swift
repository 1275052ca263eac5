import HoldfastCore
import HoldfastE2EE
import HoldfastWire
import Testing

@testable import HoldfastLab

/// The code of `docs/device-identity.md`, as an app would have it.
@Suite("The guide's code")
struct GuideExampleTests {
    @Test("An identity as the guide opens it, and a second device that it lets in")
    func guide() async throws {
        let phone = App()
        let accountFromLogin = try await phone.start(nil)
        let laptop = App(phone.directory)
        _ = try await laptop.start(accountFromLogin)
        try await phone.letIn(laptop.shown)
        #expect(phone.directory.facts(of: try #require(accountFromLogin))?.activeDevices.count == 2)
        _ = try await laptop.start(accountFromLogin)
        #expect(laptop.maySend)
    }
}

private final class App {
    let directory: MemoryDirectory
    private(set) var shown: [UInt8] = []
    private(set) var maySend = false
    private let store = MemoryStore(answerPrompt: { _ in .confirmed })
    private let folder = MemoryContainer()

    init(_ directory: MemoryDirectory = MemoryDirectory()) {
        self.directory = directory
    }

    func start(_ accountFromLogin: AccountID?) async throws -> AccountID? {
        let keys = SoftwareKeyStore(over: store)
        let identity = DeviceIdentity(
            IdentityParts(
                keys: keys, store: store, database: ContainerIdentityDatabase(folder),
                directory: directory, container: folder, pause: .zero))
        let opening = try await identity.open(.foreground, account: accountFromLogin)
        if let words = opening.words { show(words.title, words.body) }
        switch opening.decision {
        case .firstInstall: try await identity.begin(named: "Ada’s phone", recovery: nil)
        case .reinstalled, .rolledBack: try await identity.renew()
        default: break
        }
        maySend = opening.decision.maySend
        guard opening.permitsJoining else { return directory.accounts.first }
        let place = opening.ownPlace ?? .new(named: "Ada’s laptop")
        let request = try await identity.askToJoin(as: place)
        showCode(request.bytes, request.comparison)
        return accountFromLogin
    }

    func letIn(_ scanned: [UInt8]) async throws {
        let identity = DeviceIdentity(
            IdentityParts(
                keys: SoftwareKeyStore(over: store), store: store,
                database: ContainerIdentityDatabase(folder), directory: directory,
                container: folder, pause: .zero))
        _ = try await identity.open(.foreground)
        let request = try JoinRequest(scanned)
        try await identity.approve(request, prompt: Prompt(title: "Let Ada’s laptop in?"))
    }

    private func show(_ title: String, _ body: String) {
        #expect(!title.isEmpty && !body.isEmpty)
    }

    private func showCode(_ bytes: [UInt8], _ digits: [String]) {
        shown = bytes
        #expect(digits.count == 6)
    }
}
