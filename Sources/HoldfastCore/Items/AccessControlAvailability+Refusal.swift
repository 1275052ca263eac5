extension AccessControlAvailability {
    /// The error that a write under such an access control throws; `nil` where it is available.
    ///
    /// One table for all stores, so that ``ItemStore/canUse(_:)`` and what a write answers cannot
    /// differ.
    public var refusal: KeychainError? {
        switch self {
        case .available: nil
        case .noHardware:
            KeychainError(.biometryNotAvailable, "there is no biometric sensor that can be used")
        case .notEnrolled:
            KeychainError(.biometryNotEnrolled, "the item needs biometrics and none is enrolled")
        case .passcodeNotSet:
            KeychainError(.passcodeNotSet, "the item's access control needs a passcode")
        case .unsupportedOS:
            KeychainError(.unsupported, "this store does not have the item's access control")
        }
    }
}
