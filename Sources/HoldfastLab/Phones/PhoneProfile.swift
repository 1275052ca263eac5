/// Which phone: its system, its hardware, and how it behaves where platforms differ.
public enum PhoneProfile: Sendable, Equatable {
    /// An iPhone.
    case iOS(IOSProfile)
    /// An Android phone.
    case android(AndroidProfile)

    /// An iPhone with Face ID and a Secure Enclave, on a present iOS.
    ///
    /// - Returns: the profile with its defaults.
    public static func iPhone() -> PhoneProfile { .iOS(IOSProfile()) }

    /// An Android phone with a fingerprint reader and StrongBox, on a present Android.
    ///
    /// - Returns: the profile with its defaults.
    public static func androidPhone() -> PhoneProfile { .android(AndroidProfile()) }

    var system: PhoneState.SystemState {
        switch self {
        case .iOS(let profile): .iOS(SimulatedKeychain(profile))
        case .android(let profile): .android(SimulatedKeystore(profile))
        }
    }
}
