import HoldfastAndroid
import HoldfastApple
import HoldfastCore
import HoldfastCrypto

/// A phone in its owner's hand with one app in front, whose stores a situation asks.
final class SituationStage: Sendable {
    let phone: SimulatedPhone
    private let current: Locked<Opened>

    private struct Opened: Sendable {
        let process: AppProcess
        let store: any ItemStore
        let keys: any DeviceKeyStore
    }

    init(_ profile: PhoneProfile) {
        phone = SimulatedPhone(profile)
        phone.send(.install(ScenarioRun.app))
        phone.send(.foreground(ScenarioRun.app))
        current = Locked(Self.open(phone.launch(ScenarioRun.app)))
    }

    /// The process that runs now.
    var process: AppProcess { current.withLock { $0.process } }

    /// Its items.
    var store: any ItemStore { current.withLock { $0.store } }

    /// Its device keys.
    var keys: any DeviceKeyStore { current.withLock { $0.keys } }

    /// Starts the app anew.
    func restartApp() {
        process.kill()
        current.withLock { $0 = Self.open(phone.launch(ScenarioRun.app)) }
    }

    /// The item, or the device key, of a situation.
    func key() throws(KeychainError) -> ItemKey {
        try ItemKey(service: "situation", account: "token")
    }

    private static func open(_ process: AppProcess) -> Opened {
        switch process.phone.profile.phoneSystem {
        case .iOS:
            let keychain = AppleKeychain(process.apple, random: ProcessRandom(process: process))
            return Opened(
                process: process, store: keychain, keys: EnclaveKeyStore(beside: keychain))
        case .android:
            let vault = AndroidVault(process.android)
            return Opened(process: process, store: vault, keys: KeystoreKeyStore(over: vault))
        }
    }
}

/// What situations do.
extension SituationStage {
    func write(_ protection: ItemProtection = .standard) async throws(KeychainError) {
        let options = WriteOptions(protection: protection)
        try await store.write(SecretBytes(utf8: "a value"), for: key(), options: options)
    }

    func write(
        _ accessControl: AccessControl,
        _ accessibility: Accessibility = .whenUnlockedThisDeviceOnly
    ) async throws(KeychainError) {
        try await write(
            ItemProtection(accessibility: accessibility, accessControl: accessControl))
    }

    func read() async throws(KeychainError) {
        _ = try await store.read(key())
    }

    func readWithoutPrompt() throws(KeychainError) {
        _ = try store.readWithoutPrompt(key())
    }

    func makeKey(
        _ accessControl: AccessControl = .none, for use: DeviceKeyUse = .signing,
        _ accessibility: Accessibility = .whenUnlockedThisDeviceOnly
    ) async throws(KeychainError) {
        let protection = ItemProtection(
            accessibility: accessibility, accessControl: accessControl)
        try await keys.create(key(), use: use, protection: protection, prompt: .standard)
    }

    func sign() async throws(KeychainError) {
        _ = try await keys.signature(for: [1, 2, 3], with: key(), prompt: .standard)
    }

    /// Agrees on a secret with the key's own public half.
    func agree() async throws(KeychainError) {
        guard let peer = try await keys.publicKey(of: key(), prompt: .standard) else {
            throw KeychainError(.unknown, "the key that was just made is not there")
        }
        _ = try await keys.sharedSecret(with: peer, using: key(), prompt: .standard)
    }
}
