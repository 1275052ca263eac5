/// Which of the two systems a simulated phone runs.
public enum PhoneSystem: String, Sendable, CaseIterable, CustomStringConvertible {
    /// iOS.
    case iOS = "ios"
    /// Android.
    case android

    /// Its name as it is written.
    public var description: String {
        switch self {
        case .iOS: "iOS"
        case .android: "Android"
        }
    }

    /// A present phone of this system.
    public var profile: PhoneProfile {
        switch self {
        case .iOS: .iPhone()
        case .android: .androidPhone()
        }
    }
}

extension PhoneProfile {
    /// Which system it is.
    public var phoneSystem: PhoneSystem {
        switch self {
        case .iOS: .iOS
        case .android: .android
        }
    }
}
