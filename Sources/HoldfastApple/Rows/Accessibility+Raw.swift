import HoldfastCore

extension Accessibility {
    /// The platform's value of `pdmn`.
    var rawClass: String {
        switch self {
        case .whenUnlocked: SecItemName.whenUnlocked
        case .afterFirstUnlock: SecItemName.afterFirstUnlock
        case .whenUnlockedThisDeviceOnly: SecItemName.whenUnlockedThisDeviceOnly
        case .afterFirstUnlockThisDeviceOnly: SecItemName.afterFirstUnlockThisDeviceOnly
        case .whenPasscodeSetThisDeviceOnly: SecItemName.whenPasscodeSetThisDeviceOnly
        }
    }

    /// The class behind a value of `pdmn`; `nil` for the deprecated ones, which are never written.
    init?(rawClass: String) {
        guard let match = Self.allCases.first(where: { $0.rawClass == rawClass }) else {
            return nil
        }
        self = match
    }
}

extension AccessControl {
    /// The platform's flags.
    ///
    /// ``biometryAnyOrPasscode`` is `userPresence` and not `biometryAny | or | devicePasscode`,
    /// which could not be written on a phone without an enrolled finger.
    var flags: AccessControlObject.Flags {
        switch self {
        case .none: []
        case .biometryAny: .biometryAny
        case .biometryCurrentSet: .biometryCurrentSet
        case .biometryAnyOrPasscode: .userPresence
        case .biometryCurrentSetOrPasscode: [.biometryCurrentSet, .or, .devicePasscode]
        case .devicePasscode: .devicePasscode
        }
    }

    /// Whether a prompt for it shows the face to the camera or a finger to the sensor.
    var usesBiometry: Bool { self != .none && self != .devicePasscode }

    /// Whether it can be written only while a finger or a face is enrolled.
    var needsEnrolledBiometry: Bool { usesBiometry && self != .biometryAnyOrPasscode }
}

extension ItemProtection {
    /// The platform's object for the class and the access control.
    var accessControlObject: AccessControlObject {
        AccessControlObject(protection: accessibility.rawClass, flags: accessControl.flags)
    }

    /// Whether another app or another device may change the item, so that nothing can be inferred
    /// from its absence.
    var isShared: Bool { isSynchronizable || accessGroup != nil }

    /// Whether a rule that the item chose can take its key.
    var canLoseItsKey: Bool {
        accessibility == .whenPasscodeSetThisDeviceOnly || accessControl != .none
    }

    /// The kind of row that an item with this protection is.
    var rowKind: RowKind { isShared ? .sharedItem : .privateItem }
}
