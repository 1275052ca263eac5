import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab

/// A simulated phone in its owner's hand, with one app on it.
struct AndroidPhone {
    static let app: AppIdentifier = "org.example.notes"
    static let key = makeKey("token")

    let phone: SimulatedPhone
    let process: AppProcess
    let vault: AndroidVault

    init(apiLevel: Int = 36, configure: (inout AndroidProfile) -> Void = { _ in }) {
        var profile = AndroidProfile(apiLevel: apiLevel)
        configure(&profile)
        self.init(on: SimulatedPhone(.android(profile)))
        phone.send(.foreground(Self.app))
    }

    /// A new process of the app on a phone.
    init(on phone: SimulatedPhone, clearOnReinstall: Bool = false) {
        self.phone = phone
        process = phone.launch(Self.app)
        vault = AndroidVault(process.android, clearOnReinstall: clearOnReinstall)
    }

    /// The app, started anew on the same phone.
    func restarted(clearOnReinstall: Bool = false) -> AndroidPhone {
        process.kill()
        return AndroidPhone(on: phone, clearOnReinstall: clearOnReinstall)
    }

    /// The app's folder where the store's file lies.
    var folder: any AppContainer { process.android.container }

    static func makeKey(_ account: String) -> ItemKey {
        do {
            return try ItemKey(service: "notes", account: account)
        } catch {
            preconditionFailure("the tests' names keep the rules")
        }
    }
}

extension SecretBytes {
    static let old = SecretBytes(utf8: "old")
    static let new = SecretBytes(utf8: "new")
}

extension WriteOptions {
    static func protected(
        _ accessibility: Accessibility = .afterFirstUnlockThisDeviceOnly,
        _ accessControl: AccessControl = .none, seconds: Int = 0,
        storage: KeyStorage = .automatic
    ) -> WriteOptions {
        WriteOptions(
            protection: ItemProtection(
                accessibility: accessibility, accessControl: accessControl,
                authValiditySeconds: seconds, keyStorage: storage))
    }
}

/// The code of the error that a call throws; `nil` if it throws none.
func code<Answer>(
    of call: () async throws(KeychainError) -> Answer
) async -> KeychainError.Code? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error.code
    }
}
