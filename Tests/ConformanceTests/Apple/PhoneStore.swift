import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab

/// A keychain on a simulated iPhone that comes back after a restart, as an app does that is opened
/// again: each start is another process and another store.
final class PhoneStore: ItemStore {
    let phone: SimulatedPhone
    let app: AppIdentifier
    private let person = Locked<PromptAnswer>(.confirmed)
    private let current: Locked<AppleKeychain>

    init(_ phone: SimulatedPhone, app: AppIdentifier = "org.example.chat") {
        self.phone = phone
        self.app = app
        phone.setBuild(
            AppBuild(accessGroups: [AppBuild.ownGroup(of: app), "group.conformance"]), of: app)
        phone.send(.foreground(app))
        current = Locked(Self.open(phone, app, person))
    }

    /// What the person does with every prompt from now on.
    func answer(_ answer: PromptAnswer) {
        person.withLock { $0 = answer }
    }

    /// Another process of the app.
    func reopened() -> AppleKeychain {
        Self.open(phone, app, person)
    }

    /// Restarts the phone and opens the app again, before anybody unlocked it.
    func restart() {
        phone.send(.reboot)
        let store = reopened()
        phone.send(.foreground(app))
        current.withLock { $0 = store }
    }

    private var store: AppleKeychain { current.withLock { $0 } }

    private static func open(
        _ phone: SimulatedPhone, _ app: AppIdentifier, _ person: Locked<PromptAnswer>
    ) -> AppleKeychain {
        var platform = phone.launch(app).apple
        platform.device = ScriptedDevice(device: platform.device, person: person)
        return AppleKeychain(platform)
    }
}

extension PhoneStore {
    var capabilities: StoreCapabilities { store.capabilities }

    func canUse(_ accessControl: AccessControl) throws(KeychainError) -> AccessControlAvailability {
        try store.canUse(accessControl)
    }

    func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        try await store.read(key, prompt: prompt)
    }

    func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        try store.readWithoutPrompt(key)
    }

    func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try await store.write(value, for: key, options: options, prompt: prompt)
    }

    func writeWithoutPrompt(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        try store.writeWithoutPrompt(value, for: key, options: options)
    }

    func replaceInvalidated(
        _ key: ItemKey, with value: SecretBytes, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try await store.replaceInvalidated(key, with: value, options: options, prompt: prompt)
    }

    func remove(_ key: ItemKey) async throws(KeychainError) -> Bool {
        try await store.remove(key)
    }

    func removeWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        try store.removeWithoutPrompt(key)
    }

    func attributes(of key: ItemKey) async throws(KeychainError) -> ItemAttributes? {
        try await store.attributes(of: key)
    }

    func attributesWithoutPrompt(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        try store.attributesWithoutPrompt(of: key)
    }

    func list(service: String?) async throws(KeychainError) -> [ItemAttributes] {
        try await store.list(service: service)
    }

    func listWithoutPrompt(service: String?) throws(KeychainError) -> [ItemAttributes] {
        try store.listWithoutPrompt(service: service)
    }

    func availability() async -> StoreAvailability { await store.availability() }

    func availabilityUpdates() -> AsyncStream<StoreAvailability> { store.availabilityUpdates() }
}
