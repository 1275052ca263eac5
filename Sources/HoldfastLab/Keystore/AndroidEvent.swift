/// Something that happens to an Android phone and has no like on others.
public enum AndroidEvent: Sendable, Hashable {
    /// How a lock screen opens without the PIN, pattern or password.
    public enum UnlockMethod: String, Sendable, CaseIterable {
        /// A class 3 biometric that is enrolled.
        case strongBiometric
        /// A biometric of class 1 or 2, as many faces are.
        case weakBiometric
        /// A trust agent: a watch nearby, a place.
        case trustAgent
    }

    /// The lock screen opens without the credential; before the first unlock nothing happens.
    case unlock(UnlockMethod)
    /// The person clears an app's data in the settings; its processes end.
    case clearData(AppIdentifier)
    /// A newer system or patch level is installed, and the phone restarts.
    case systemUpgrade
    /// An older system is installed, or the bootloader was unlocked, and the phone restarts.
    case systemDowngrade
    /// The user or profile with all of its apps is removed and made anew.
    case removeUser
    /// The keystore process dies at each of the next attempts to reach it.
    case keystoreDies(times: Int)
    /// The secure hardware answers that it is busy, at each of the next calls that need it.
    case hardwareIsBusy(calls: Int)
}

extension AndroidEvent: CustomStringConvertible {
    /// The event in a few words.
    public var description: String {
        switch self {
        case .unlock(.strongBiometric): "a finger unlocks"
        case .unlock(.weakBiometric): "a weak biometric unlocks"
        case .unlock(.trustAgent): "a trust agent unlocks"
        case .clearData(let app): "the data of \(app) is cleared"
        case .systemUpgrade: "the system is upgraded"
        case .systemDowngrade: "the system is downgraded"
        case .removeUser: "the user is removed"
        case .keystoreDies(let times): "the keystore dies \(times) times"
        case .hardwareIsBusy(let calls): "the secure hardware is busy for \(calls) calls"
        }
    }
}
