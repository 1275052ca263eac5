import HoldfastCore
import HoldfastE2EE
import HoldfastLab
import HoldfastWire

/// A phone of the person's, before a server that knows the account.
struct TestPhone {
    let store = MemoryStore()
    let container = MemoryContainer()
    let directory: MemoryDirectory

    init(_ directory: MemoryDirectory) { self.directory = directory }

    /// A server that has the account's log.
    static func server(of account: TestAccount) async throws -> MemoryDirectory {
        let directory = MemoryDirectory()
        for entry in account.entries { try await directory.submit(entry, to: account.account) }
        return directory
    }

    /// A new process of the app on it.
    func identity() -> DeviceIdentity {
        DeviceIdentity(
            IdentityParts(
                keys: SoftwareKeyStore(over: store), store: store,
                database: ContainerIdentityDatabase(container), directory: directory,
                container: container, pause: .zero))
    }

    /// What the app's next start finds.
    func opened() async throws -> IdentityOpening {
        try await identity().open(.foreground)
    }
}
