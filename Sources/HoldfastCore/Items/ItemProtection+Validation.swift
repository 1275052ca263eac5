extension ItemProtection {
    /// Refuses options that contradict each other, before any platform call is made.
    ///
    /// - Throws: `INVALID_ARGUMENT` whose message names the rule broken.
    public func validate() throws(KeychainError) {
        if let rule = brokenRule { throw KeychainError(.invalidArgument, rule) }
    }

    private var brokenRule: String? {
        if isSynchronizable && accessibility.isThisDeviceOnly {
            return "a synchronizable item cannot be \(accessibility.rawValue)"
        }
        if isSynchronizable && accessControl != .none {
            return "a synchronizable item cannot have an access control"
        }
        if isSynchronizable && keyStorage != .automatic {
            return "a synchronizable item cannot be bound to hardware of this device"
        }
        return brokenAuthenticationRule ?? brokenGroupRule
    }

    private var brokenAuthenticationRule: String? {
        if authValiditySeconds < 0 || authValiditySeconds > Self.maximumAuthValiditySeconds {
            return "authValidity must be 0 to \(Self.maximumAuthValiditySeconds) seconds"
        }
        if authValiditySeconds > 0 && accessControl == .none {
            return "authValidity needs an access control"
        }
        if authValiditySeconds > 0 && accessControl.isBoundToEnrolledBiometrics {
            return "\(accessControl.rawValue) asks at every use: authValidity must be 0"
        }
        return nil
    }

    private var brokenGroupRule: String? {
        guard let accessGroup else { return nil }
        if accessGroup.isEmpty || accessGroup.unicodeScalars.contains("\u{0}") {
            return "an access group is not empty and holds no U+0000"
        }
        return nil
    }
}
