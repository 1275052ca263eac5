import HoldfastAndroid
import HoldfastApple

extension LabStore {
    /// The Apple backend of this package.
    public static let appleKeychain = LabStore(
        "good", summary: "this package's store for the phone: nothing is lost", on: [.iOS]
    ) { AppleKeychain($0.apple, random: ProcessRandom(process: $0)) }

    /// The Android backend of this package.
    public static let androidVault = LabStore(
        "good", summary: "this package's store for the phone: nothing is lost", on: [.android]
    ) { AndroidVault($0.android) }

    /// This package's store for a phone.
    ///
    /// - Parameter system: the phone's system.
    /// - Returns: the Apple or the Android backend, under the name `good`.
    public static func good(on system: PhoneSystem) -> LabStore {
        switch system {
        case .iOS: appleKeychain
        case .android: androidVault
        }
    }

    /// This package's store and the known-bad ones, for a phone.
    ///
    /// - Parameter system: the phone's system.
    /// - Returns: the stores that run on it, with different names.
    public static func ready(on system: PhoneSystem) -> [LabStore] {
        let good = good(on: system)
        let all = [good, deleteThenAdd, errorToNil(over: good), fireAndForget(over: good)]
        return all.filter { $0.systems.contains(system) }
    }

    /// The same for both systems: one entry a name.
    public static let ready: [LabStore] = {
        let either = LabStore(
            appleKeychain.name, summary: appleKeychain.summary,
            on: Set(PhoneSystem.allCases)
        ) { Self.good(on: $0.phone.profile.phoneSystem).open(in: $0) }
        return [either, deleteThenAdd, errorToNil(over: either), fireAndForget(over: either)]
    }()
}
