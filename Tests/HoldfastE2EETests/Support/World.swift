import HoldfastCore
import HoldfastE2EE
import HoldfastWire

@testable import HoldfastLab

/// What outlives the app's process: the item store, the app's folder, the server.
final class World {
    let store = MemoryStore()
    var container = MemoryContainer()
    let directory = MemoryDirectory()

    /// A new process of the app.
    func process(_ strike: Strike = Strike(at: -1, isAfter: false)) -> DeviceIdentity {
        let store = StruckStore(base: store, strike: strike)
        return DeviceIdentity(
            IdentityParts(
                keys: SoftwareKeyStore(over: store), store: store,
                database: StruckDatabase(
                    base: ContainerIdentityDatabase(container), strike: strike),
                directory: StruckDirectory(base: directory, strike: strike),
                container: container, pause: .zero))
    }

    /// The app is removed and installed again: its folder goes, the keychain stays.
    func reinstall() {
        container = MemoryContainer()
    }

    /// A device whose identity was made.
    static func settled() async throws -> (World, IdentityRecord) {
        let world = World()
        let identity = world.process()
        _ = try await identity.open(.foreground)
        return (world, try await identity.begin(named: "phone", recovery: nil))
    }

    /// The keys that are in the store.
    func keyNames() throws -> [String] {
        try SoftwareKeyStore(over: store).listWithoutPrompt(service: nil).map(\.name.account)
    }
}
