import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab

/// A simulated iPhone with one app in front.
struct Phone {
    let phone: SimulatedPhone
    let app: AppIdentifier = "org.example.chat"

    init(_ profile: IOSProfile = IOSProfile(), hardware: Int = 1) {
        phone = SimulatedPhone(.iOS(profile), hardware: hardware)
        phone.send(.install(app))
        phone.send(.foreground(app))
    }

    /// The keychain as another process of the app opens it.
    func open(
        _ configuration: AppleKeychainConfiguration = .standard,
        changing change: (inout ApplePlatform) -> Void = { _ in }
    ) -> AppleKeychain {
        var platform = phone.launch(app).apple
        change(&platform)
        return AppleKeychain(platform, configuration: configuration)
    }

    /// The same with a keychain that remembers what it was asked.
    func openRecorded() -> (AppleKeychain, RecordingKeychain) {
        var platform = phone.launch(app).apple
        let keychain = RecordingKeychain(platform.secItem)
        platform.secItem = keychain
        return (AppleKeychain(platform), keychain)
    }

    /// What a process of the app reaches, to do what no store of ours does.
    var platform: ApplePlatform { phone.launch(app).apple }

    func restart() {
        phone.send(.reboot)
        phone.send(.foreground(app))
    }

    func reinstall() {
        phone.send(.uninstall(app))
        phone.send(.install(app))
        phone.send(.foreground(app))
    }
}

let token = Result { () throws(KeychainError) in
    try ItemKey(service: "chat", account: "token")
}

extension SecretBytes {
    static let old = SecretBytes(utf8: "old")
    static let new = SecretBytes(utf8: "new")
}

extension WriteOptions {
    static func with(
        _ accessControl: AccessControl, _ accessibility: Accessibility = .whenUnlockedThisDeviceOnly
    ) -> WriteOptions {
        WriteOptions(
            protection: ItemProtection(
                accessibility: accessibility, accessControl: accessControl))
    }

    static let passcodeBound = WriteOptions.with(.none, .whenPasscodeSetThisDeviceOnly)
}

/// The code that a call throws; `nil` if it answers.
func code<Answer>(
    _ call: () async throws(KeychainError) -> Answer
) async -> KeychainError.Code? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error.code
    }
}

/// What a call comes to.
func result<Answer>(
    _ call: () async throws(KeychainError) -> Answer
) async -> Result<Answer, KeychainError> {
    do {
        return .success(try await call())
    } catch {
        return .failure(error)
    }
}
