/// Valet 5.1: the service of each Valet is its configuration, spelled out.
///
/// - Note: `Internal/Service.swift`, `Configuration.swift`, `Accessibility.swift` and
///   `SecureEnclaveAccessControl.swift` in Valet's source.
extension KeychainLibrary {
    /// What a Valet in the Secure Enclave demands of a person.
    public enum ValetAccessControl: String, Sendable, CaseIterable {
        /// A finger, a face or the passcode.
        case userPresence = ""
        /// Any enrolled finger or face.
        case biometricAny = "_AccessControlTouchIDAnyFingerprint"
        /// A finger or face of the set that was enrolled at the write.
        case biometricCurrentSet = "_AccessControlTouchIDCurrentFingerprintSet"
        /// The passcode.
        case devicePasscode = "_AccessControlDevicePasscode"
    }

    /// A Valet with an identifier of its own (no access group).
    ///
    /// - Parameters:
    ///   - identifier: as given to `Valet.valet(with:accessibility:)`.
    ///   - accessibility: the word of Valet: `WhenUnlocked`, `AfterFirstUnlock`,
    ///     `WhenPasscodeSetThisDeviceOnly`, `WhenUnlockedThisDeviceOnly` or
    ///     `AfterFirstUnlockThisDeviceOnly`.
    ///   - isSynchronizable: whether it was made by `Valet.iCloudValet`.
    /// - Returns: the layout; items get the identifier as their service.
    public static func valet(
        identifier: String, accessibility: String, isSynchronizable: Bool = false
    ) -> KeychainLibrary {
        let kind = isSynchronizable ? "VALSynchronizableValet" : "VALValet"
        return valet(kind, identifier, nil, "Accessible\(accessibility)")
    }

    /// A Valet that apps share by an access group.
    ///
    /// - Parameters:
    ///   - accessGroup: the whole group, as in the app's entitlements: `<prefix>.<group>`.
    ///   - identifier: the additional identifier, where the Valet was made with one.
    ///   - accessibility: as for ``valet(identifier:accessibility:isSynchronizable:)``.
    ///   - isSynchronizable: whether it was made by `Valet.iCloudSharedGroupValet`.
    /// - Returns: the layout; items get the identifier, or the group, as their service. They lose the
    ///   group unless the store that they go to gives them one.
    public static func valet(
        accessGroup: String, identifier: String? = nil, accessibility: String,
        isSynchronizable: Bool = false
    ) -> KeychainLibrary {
        let kind = isSynchronizable ? "VALSynchronizableValet" : "VALValet"
        return valet(kind, identifier, accessGroup, "Accessible\(accessibility)")
    }

    /// A Valet whose items ask for a person at each use.
    ///
    /// Ask the person with ``KeychainSource/askPerson(_:for:)``, else its items are reported.
    ///
    /// - Parameters:
    ///   - identifier: as given to `SecureEnclaveValet.valet(with:accessControl:)`.
    ///   - accessControl: as given to it.
    ///   - isSinglePrompt: whether it is a `SinglePromptSecureEnclaveValet`.
    /// - Returns: the layout; items get the identifier as their service.
    public static func secureEnclaveValet(
        identifier: String, accessControl: ValetAccessControl, isSinglePrompt: Bool = false
    ) -> KeychainLibrary {
        valet(kind(isSinglePrompt), identifier, nil, enclave(accessControl))
    }

    /// A Valet whose items ask for a person at each use, and that apps share by an access group.
    ///
    /// - Parameters:
    ///   - accessGroup: the whole group, as in the app's entitlements: `<prefix>.<group>`.
    ///   - identifier: the additional identifier, where the Valet was made with one.
    ///   - accessControl: as given to `SecureEnclaveValet.sharedGroupValet(with:accessControl:)`.
    ///   - isSinglePrompt: whether it is a `SinglePromptSecureEnclaveValet`.
    /// - Returns: the layout; items get the identifier, or the group, as their service.
    public static func secureEnclaveValet(
        accessGroup: String, identifier: String? = nil, accessControl: ValetAccessControl,
        isSinglePrompt: Bool = false
    ) -> KeychainLibrary {
        valet(kind(isSinglePrompt), identifier, accessGroup, enclave(accessControl))
    }

    private static func valet(
        _ kind: String, _ identifier: String?, _ accessGroup: String?, _ accessibility: String
    ) -> KeychainLibrary {
        // The prefix, of the team or the word "group", is in the row's group and not in its service.
        let group = accessGroup.map { whole in
            whole.split(separator: ".", maxSplits: 1).dropFirst().first.map(String.init) ?? whole
        }
        let start = group == nil ? "initWithIdentifier" : "initWithSharedAccessGroupIdentifier"
        let names = [group, identifier].compactMap(\.self)
        return valet(
            service: "VAL_\(kind)_\(start):accessibility:_"
                + (names + [accessibility]).joined(separator: "_"),
            accessGroup: accessGroup, target: identifier ?? group ?? "")
    }

    private static func kind(_ isSinglePrompt: Bool) -> String {
        isSinglePrompt ? "VALSinglePromptSecureEnclaveValet" : "VALSecureEnclaveValet"
    }

    private static func enclave(_ accessControl: ValetAccessControl) -> String {
        "AccessibleWhenPasscodeSetThisDeviceOnly\(accessControl.rawValue)"
    }
}
