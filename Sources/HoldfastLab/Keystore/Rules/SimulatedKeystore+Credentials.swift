/// Credentials and biometrics.
extension SimulatedKeystore {
    mutating func takeAuthenticator() {
        authenticator = nextAuthenticator
        nextAuthenticator += 1
    }

    /// - Note: AOSP `system/security/keystore2/src/super_key.rs`, `reset_user` (Android 12 to 14)
    ///   and `database.rs`, `unbind_auth_bound_keys_for_user` (Android 15).
    mutating func lockScreenWasRemoved(_ before: DeviceState, _ device: DeviceState) {
        authenticator = nil
        tokens = AuthTokens()
        superKeys = SuperKeys()
        pendingLockUptime = nil
        removedRoots.insert(before.secureIdentity)
        removeKeys { [profile] key in
            switch profile.apiLevel {
            case 35...: key.isAuthBound
            case 31...34: key.superEncryption != .none
            default: false
            }
        }
    }

    /// Somebody who does not know the credential put another one in its place.
    ///
    /// What newer systems do then is read from no table of the platform's: up to API 34 it is as a
    /// removal; from 35 on keys stay with an identity that nobody has any more, or go.
    mutating func credentialWasReset(_ before: DeviceState, _ device: inout DeviceState) {
        authenticator = nil
        tokens = AuthTokens()
        removedRoots.insert(before.secureIdentity)
        removeKeys { [profile] key in
            switch profile.apiLevel {
            case 35...: profile.forcedResetRemovesKeys && key.isAuthBound
            case 31...34: key.superEncryption != .none
            default: false
            }
        }
        // Templates belong to the credential that they were enrolled under.
        if !device.fingers.isEmpty {
            device.fingers = []
            device.enrolmentGeneration += 1
        }
        if !device.isLocked { addCredentialToken(device) }
    }

    private mutating func removeKeys(where isRemoved: (StoredKey) -> Bool) {
        for (app, aliases) in keys {
            keys[app] = aliases.filter { !isRemoved($0.value) }
        }
    }

    /// Five wrong attempts lock biometrics out for half a minute, many for good.
    func fail(_ count: Int, before: DeviceState, _ device: inout DeviceState) {
        guard device.passcode != nil, authenticatorID != nil else {
            device.failedAttempts = before.failedAttempts
            return
        }
        device.failedAttempts = DeviceState.count(before.failedAttempts, and: count)
        if device.failedAttempts >= profile.permanentLockoutAttempts {
            device.lockout = .untilPasscode
        } else if device.failedAttempts / 5 > before.failedAttempts / 5 {
            device.lockout = .untilUptime(device.uptimeSeconds + 30)
        }
    }
}
