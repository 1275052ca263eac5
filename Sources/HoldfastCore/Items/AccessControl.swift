/// What a person must show at each use of an item, beyond the device being unlocked.
///
/// - Note: The flags of Apple's `SecAccessControlCreateFlags`, as far as both phones have them.
public enum AccessControl: String, Sendable, CaseIterable, Codable {
    /// Nothing.
    case none
    /// Any enrolled finger or face.
    case biometryAny
    /// A finger or face of the set enrolled when the item was written; a change of the set makes
    /// the item `KEY_INVALIDATED`.
    case biometryCurrentSet
    /// Any enrolled finger or face, or the passcode.
    case biometryAnyOrPasscode
    /// As ``biometryCurrentSet``, or the passcode; a change of the set invalidates the item.
    case biometryCurrentSetOrPasscode
    /// The device's passcode (on Linux the vault's).
    case devicePasscode

    /// Whether the passcode opens the item.
    public var allowsPasscode: Bool {
        switch self {
        case .devicePasscode, .biometryAnyOrPasscode, .biometryCurrentSetOrPasscode: true
        case .none, .biometryAny, .biometryCurrentSet: false
        }
    }

    /// Whether the item is bound to the biometrics enrolled when it was written.
    public var isBoundToEnrolledBiometrics: Bool {
        self == .biometryCurrentSet || self == .biometryCurrentSetOrPasscode
    }
}

/// Whether a protection can be used on this device now.
public enum AccessControlAvailability: String, Sendable, CaseIterable {
    /// Items can be written with it. A lock-out after failed attempts is still available.
    case available
    /// There is no sensor.
    case noHardware
    /// There is a sensor and nothing is enrolled.
    case notEnrolled
    /// It needs a passcode and none is set.
    case passcodeNotSet
    /// This system or this build does not have it.
    case unsupportedOS
}
