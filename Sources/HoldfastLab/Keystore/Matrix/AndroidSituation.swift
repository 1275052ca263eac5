/// Something that happens between making a key and using it.
public enum AndroidSituation: String, Sendable, CaseIterable {
    /// Nothing.
    case now
    /// The screen is locked.
    case locked
    /// More than 10 seconds passed.
    case later
    /// The phone restarted and was not unlocked yet.
    case beforeFirstUnlock
    /// The phone restarted and was unlocked.
    case afterFirstUnlock
    /// A finger was added.
    case fingerAdded
    /// One of two fingers was removed.
    case oneFingerRemoved
    /// All fingers were removed.
    case allFingersRemoved
    /// The PIN was changed by somebody who knows it.
    case pinChanged
    /// The lock screen was removed.
    case lockScreenRemoved
    /// The lock screen was removed and another one set.
    case lockScreenSetAgain
    /// An administrator reset the credential.
    case credentialReset
    /// The system was upgraded.
    case systemUpgraded
    /// The system was downgraded.
    case systemDowngraded
    /// The app was updated.
    case appUpdated
    /// The app was uninstalled and installed again, with its files from a backup.
    case reinstalled
    /// The app's data was cleared.
    case dataCleared
    /// The phone was erased and set up again.
    case erased
    /// The user was removed and made anew.
    case userRemoved
    /// The app was set up on another phone, with its files from a backup.
    case newPhone

    /// What comes before the key is made.
    public var preparation: [AndroidStep] {
        self == .oneFingerRemoved ? [.event(.enrolFinger)] : []
    }

    /// What happens.
    public var steps: [AndroidStep] {
        switch self {
        case .now: []
        case .locked: [.event(.lock)]
        case .later: [.event(.timePasses(11))]
        case .beforeFirstUnlock: [.event(.reboot), .launches]
        case .afterFirstUnlock: [.event(.reboot), .event(.unlock), .launches]
        case .fingerAdded: [.event(.enrolFinger)]
        case .oneFingerRemoved: [.event(.removeFinger)]
        case .allFingersRemoved: [.event(.removeAllFingers)]
        case .pinChanged: [.event(.changePasscode)]
        case .lockScreenRemoved: [.event(.removePasscode)]
        case .lockScreenSetAgain: [.event(.removePasscode), .event(.setPasscode)]
        case .credentialReset: [.event(.forcePasscodeReset)]
        case .systemUpgraded: [.event(.android(.systemUpgrade)), .event(.unlock), .launches]
        case .systemDowngraded: [.event(.android(.systemDowngrade)), .event(.unlock), .launches]
        case .appUpdated: [.event(.update(AndroidRun.app)), .launches]
        case .reinstalled: [.backsUp(.cloud, .allows), .reinstalls]
        case .dataCleared: [.event(.android(.clearData(AndroidRun.app))), .launches]
        case .erased: [.event(.factoryReset), .event(.setPasscode), .launches]
        case .userRemoved: [.event(.android(.removeUser)), .launches]
        case .newPhone: [.backsUp(.cloud, .allows), .movesToNewPhone]
        }
    }
}
