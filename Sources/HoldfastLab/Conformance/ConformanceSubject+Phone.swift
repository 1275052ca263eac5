import HoldfastCore
import HoldfastCrypto

extension ConformanceSubject {
    /// A store of a fresh simulated phone as a subject with all controls but one: how a prompt ends
    /// is up to the simulated person, who cannot make every ending happen at will.
    ///
    /// - Parameters:
    ///   - profile: the phone; it is set up so that apps run before the first unlock.
    ///   - store: the kind of store.
    /// - Returns: the subject.
    public static func phone(_ profile: PhoneProfile, with store: LabStore) -> ConformanceSubject {
        let phone = SimulatedPhone(profile.examined)
        phone.send(.install(ScenarioRun.app))
        phone.allowConformanceGroup()
        let examined = ReopenedStore(phone, store)
        var subject = ConformanceSubject(examined)
        subject.lock = { phone.send(.lock) }
        subject.unlock = {
            phone.send(.unlock)
            phone.send(.foreground(ScenarioRun.app))
        }
        subject.simulateReboot = {
            phone.send(.reboot)
            examined.reopen()
        }
        subject.reopen = { store.open(in: phone.launch(ScenarioRun.app)) }
        subject.invalidatableProtection.accessibility = .whenPasscodeSetThisDeviceOnly
        subject.invalidate = { _ in phone.send(.removePasscode) }
        return subject
    }
}

/// The store of an app that the person opens again after each restart of the phone: each start is
/// another process.
private final class ReopenedStore: PassThroughStore {
    private let phone: SimulatedPhone
    private let store: LabStore
    private let current: Locked<any ItemStore>

    init(_ phone: SimulatedPhone, _ store: LabStore) {
        self.phone = phone
        self.store = store
        phone.send(.foreground(ScenarioRun.app))
        current = Locked(store.open(in: phone.launch(ScenarioRun.app)))
    }

    var base: any ItemStore { current.withLock { $0 } }

    func reopen() {
        let opened = store.open(in: phone.launch(ScenarioRun.app))
        phone.send(.foreground(ScenarioRun.app))
        current.withLock { $0 = opened }
    }
}

extension PhoneProfile {
    /// The same phone, on which the app may start before the first unlock.
    var examined: PhoneProfile {
        guard case .android(var profile) = self else { return self }
        profile.isDirectBootAware = true
        return .android(profile)
    }
}

extension SimulatedPhone {
    /// The suite writes items of a group, which on iOS stands in the app's entitlements.
    fileprivate func allowConformanceGroup() {
        guard case .iOS = profile else { return }
        setBuild(
            AppBuild(
                accessGroups: [AppBuild.ownGroup(of: ScenarioRun.app), "group.conformance"]),
            of: ScenarioRun.app)
    }
}
