import HoldfastApple
import HoldfastCore
import HoldfastCrypto

@testable import HoldfastLab

/// A keychain on a simulated iPhone that comes back after a restart, as an app does that is opened
/// again: each start is another process and another store.
final class PhoneStore: PassThroughStore {
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

    /// The process that runs now.
    var store: AppleKeychain { current.withLock { $0 } }

    var base: any ItemStore { store }

    private static func open(
        _ phone: SimulatedPhone, _ app: AppIdentifier, _ person: Locked<PromptAnswer>
    ) -> AppleKeychain {
        var platform = phone.launch(app).apple
        platform.device = ScriptedDevice(device: platform.device, person: person)
        return AppleKeychain(platform)
    }
}
