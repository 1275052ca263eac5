/// Something that happens to a phone.
public enum PhoneEvent: Sendable, Hashable {
    /// Restarts; every process ends, and with a passcode it is before the first unlock.
    case reboot
    /// The person unlocks it, with the passcode if there is one.
    case unlock
    /// The screen locks.
    case lock
    /// An app comes to the front.
    case foreground(AppIdentifier)
    /// The app in front leaves it.
    case background
    /// A passcode is set where there was none.
    case setPasscode
    /// The passcode is changed by somebody who knows the old one.
    case changePasscode
    /// The passcode is removed.
    case removePasscode
    /// An administrator sets another passcode without knowing the old one (Android).
    case forcePasscodeReset
    /// A finger, or a face, is enrolled.
    case enrolFinger
    /// The finger enrolled last is removed.
    case removeFinger
    /// All fingers are removed.
    case removeAllFingers
    /// A wrong finger, so many times; 0 or more.
    case failedAttempts(Int)
    /// An app is installed; it has no files yet.
    case install(AppIdentifier)
    /// A newer version of the app is installed; its files and items stay.
    case update(AppIdentifier)
    /// An app is uninstalled; its process ends.
    case uninstall(AppIdentifier)
    /// The clock that people can set moves, by seconds; negative goes back. Some 142 million years
    /// from 1970, either way, it stands.
    case clockSet(Int64)
    /// Time passes, in seconds; 0 or more. After some 142 million years the clocks stand.
    case timePasses(Int64)
    /// Everything is erased, as if new.
    case factoryReset
    /// Something that only Android phones know.
    case android(AndroidEvent)
    /// Something that only iPhones know.
    case iOS(IOSEvent)
}

extension PhoneEvent: CustomStringConvertible {
    /// The event in a few words.
    public var description: String {
        switch self {
        case .reboot: "the phone restarts"
        case .unlock: "the person unlocks"
        case .lock: "the screen locks"
        case .foreground(let app): "\(app) comes to the front"
        case .background: "the app in front leaves it"
        case .setPasscode: "a passcode is set"
        case .changePasscode: "the passcode is changed"
        case .removePasscode: "the passcode is removed"
        case .forcePasscodeReset: "an administrator resets the passcode"
        case .enrolFinger: "a finger is enrolled"
        case .removeFinger: "a finger is removed"
        case .removeAllFingers: "all fingers are removed"
        case .failedAttempts(let count): "\(count) wrong fingers"
        case .install(let app): "\(app) is installed"
        case .update(let app): "\(app) is updated"
        case .uninstall(let app): "\(app) is uninstalled"
        case .clockSet(let seconds): "the clock is set by \(seconds) s"
        case .timePasses(let seconds): "\(seconds) s pass"
        case .factoryReset: "the phone is erased"
        case .android(let event): event.description
        case .iOS(let event): event.description
        }
    }
}
