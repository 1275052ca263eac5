import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire

@testable import HoldfastLab

/// What outlives the app's process: the item store, the app's folder, the server.
final class World {
    let store = MemoryStore()
    var container = MemoryContainer()
    let directory: MemoryDirectory
    let presence: AccessControl?
    /// What the device's clock says.
    var wallClock: any WallClock = SystemWallClock()

    /// A device whose person is there; with a key that needs them or without.
    init(_ directory: MemoryDirectory = MemoryDirectory(), presence: AccessControl? = nil) {
        self.directory = directory
        self.presence = presence
        store.answerPrompts(.confirmed)
    }

    /// A new process of the app.
    func process(_ strike: Strike = Strike(at: -1, isAfter: false)) -> DeviceIdentity {
        let store = StruckStore(base: store, strike: strike)
        return DeviceIdentity(
            IdentityParts(
                keys: SoftwareKeyStore(over: store), store: store,
                database: StruckDatabase(
                    base: ContainerIdentityDatabase(container), strike: strike),
                directory: StruckDirectory(base: directory, strike: strike),
                container: container, presence: presence,
                wallClock: wallClock, pause: .zero))
    }

    /// The app is removed and installed again: its folder goes, the keychain stays.
    func reinstall() {
        container = MemoryContainer()
    }

    /// A device whose identity was made.
    static func settled(
        presence: AccessControl? = nil, recovery: P256PublicKey? = nil
    ) async throws -> (World, IdentityRecord) {
        let world = World(presence: presence)
        let identity = world.process()
        _ = try await identity.open(.foreground)
        return (world, try await identity.begin(named: "phone", recovery: recovery))
    }

    /// An identity that was opened with a person there.
    func opened(_ account: AccountID? = nil) async throws -> DeviceIdentity {
        let identity = process()
        _ = try await identity.open(.foreground, account: account)
        return identity
    }

    /// The platform destroys the signing key, or it is gone.
    func loseKey(of record: IdentityRecord, isInvalidated: Bool = false) throws {
        let name = record.signingKeyName
        if isInvalidated {
            let item = try ItemKey(
                service: "holdfast.device-key/holdfast.identity", account: name.account)
            guard store.invalidate(item, reason: .biometricsChanged) else {
                throw StruckStore.death
            }
        } else {
            try SoftwareKeyStore(over: store).removeWithoutPrompt(name)
        }
    }

    /// The keys that are in the store.
    func keyNames() throws -> [String] {
        try SoftwareKeyStore(over: store).listWithoutPrompt(service: nil).map(\.name.account)
    }
}
