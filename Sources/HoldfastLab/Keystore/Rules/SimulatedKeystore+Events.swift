/// What happens to a phone, and what of it ends keys.
extension SimulatedKeystore {
    /// Changes what an event changes here, and in the device what follows from it.
    mutating func apply(_ event: PhoneEvent, before: DeviceState, _ device: inout DeviceState) {
        switch event {
        case .reboot: restart(device)
        case .unlock: unlock(device)
        case .lock: turnScreenOff(before, &device)
        case .setPasscode, .changePasscode:
            if device.passcode != before.passcode { credentialWasSet(device) }
        case .removePasscode: if before.passcode != nil { lockScreenWasRemoved(before, device) }
        case .forcePasscodeReset:
            if before.passcode != nil { credentialWasReset(before, &device) }
        case .enrolFinger: if device.fingers != before.fingers { takeAuthenticator() }
        case .removeFinger, .removeAllFingers:
            if device.fingers.isEmpty { authenticator = nil }
        case .failedAttempts(let count): fail(count, before: before, &device)
        case .timePasses: lockWhenDue(&device)
        case .uninstall(let app): keys[app] = nil
        case .factoryReset: self = SimulatedKeystore(profile, after: self)
        case .android(let event): apply(event, &device)
        case .foreground, .background, .install, .update, .clockSet, .iOS: break
        }
    }

    private mutating func apply(_ event: AndroidEvent, _ device: inout DeviceState) {
        switch event {
        case .unlock(let method): unlock(method, &device)
        case .clearData(let app): keys[app] = nil
        case .systemUpgrade: break
        case .systemDowngrade: invalidateBlobs()
        case .removeUser: keys = [:]
        case .keystoreDies(let times):
            remainingDeaths += times
            operations = [:]
        case .hardwareIsBusy(let calls): remainingBusyCalls += calls
        }
    }

    /// After an erasure: nothing of the user is left, and the sensor's next authenticator is new.
    private init(_ profile: AndroidProfile, after old: SimulatedKeystore) {
        self.init(profile)
        tokens = AuthTokens()
        authenticator = nil
        nextAuthenticator = old.nextAuthenticator
        nextOperation = old.nextOperation
    }

    private mutating func restart(_ device: DeviceState) {
        tokens = AuthTokens()
        operations = [:]
        pendingLockUptime = nil
        let isOpen = device.passcode == nil
        superKeys = SuperKeys(hasAfterFirstUnlock: isOpen, hasUnlockedDevice: isOpen)
    }

    private mutating func invalidateBlobs() {
        for (app, aliases) in keys {
            keys[app] = aliases.mapValues { key in
                var key = key
                key.isBlobInvalid = true
                return key
            }
        }
    }
}

/// Locks and unlocks.
extension SimulatedKeystore {
    private mutating func unlock(_ device: DeviceState) {
        pendingLockUptime = nil
        superKeys = SuperKeys()
        addCredentialToken(device)
    }

    private mutating func unlock(
        _ method: AndroidEvent.UnlockMethod, _ device: inout DeviceState
    ) {
        guard device.wasUnlocked, device.isLocked, canUnlock(method, device) else { return }
        device.isLocked = false
        pendingLockUptime = nil
        switch method {
        case .strongBiometric:
            device.lastUnlockUptime = device.uptimeSeconds
            device.failedAttempts = 0
            addBiometricToken(device)
            // A profile that shares its parent's lock got no token of its own before Android 15.
            superKeys.hasUnlockedDevice = profile.apiLevel >= 35 || !profile.isWorkProfile
        case .weakBiometric, .trustAgent:
            superKeys.hasUnlockedDevice = superKeys.isRetainedForWeakUnlock
        }
    }

    private func canUnlock(
        _ method: AndroidEvent.UnlockMethod, _ device: DeviceState
    ) -> Bool {
        switch method {
        case .strongBiometric:
            authenticatorID != nil && !device.isBiometryLockedOut
        case .weakBiometric, .trustAgent: true
        }
    }

    private mutating func turnScreenOff(_ before: DeviceState, _ device: inout DeviceState) {
        guard device.isLocked, !before.isLocked else { return }
        if profile.isKeptUnlockedByTrustAgent {
            device.isLocked = false
        } else if profile.lockDelaySeconds > 0 {
            device.isLocked = false
            pendingLockUptime = device.uptimeSeconds + profile.lockDelaySeconds
        } else {
            wipeUnlockedDeviceKey()
        }
    }

    private mutating func lockWhenDue(_ device: inout DeviceState) {
        guard let due = pendingLockUptime, device.uptimeSeconds >= due else { return }
        pendingLockUptime = nil
        device.isLocked = device.passcode != nil
        if device.isLocked { wipeUnlockedDeviceKey() }
    }

    private mutating func wipeUnlockedDeviceKey() {
        superKeys.hasUnlockedDevice = false
        superKeys.isRetainedForWeakUnlock = profile.apiLevel >= 35 && profile.allowsWeakUnlock
    }

    private mutating func addCredentialToken(_ device: DeviceState) {
        guard let token = credentialToken(device) else { return }
        tokens.add(token)
    }

    private mutating func addBiometricToken(_ device: DeviceState) {
        guard let token = biometricToken(device) else { return }
        tokens.add(token)
    }

    func biometricToken(_ device: DeviceState) -> AuthToken? {
        guard let root = rootID(device), let authenticatorID else { return nil }
        return AuthToken(
            kind: .biometric, rootID: root, authenticatorID: authenticatorID,
            uptimeSeconds: device.uptimeSeconds)
    }
}

/// Credentials and biometrics.
extension SimulatedKeystore {
    private mutating func credentialWasSet(_ device: DeviceState) {
        addCredentialToken(device)
    }

    private mutating func takeAuthenticator() {
        authenticator = nextAuthenticator
        nextAuthenticator += 1
    }

    /// - Note: AOSP `system/security/keystore2/src/super_key.rs`, `reset_user` (Android 12 to 14)
    ///   and `database.rs`, `unbind_auth_bound_keys_for_user` (Android 15).
    private mutating func lockScreenWasRemoved(_ before: DeviceState, _ device: DeviceState) {
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

    /// Not known from a table of the platform for each level: up to API 34 as a removal, from 35 on
    /// keys stay with an identity that nobody has any more, or go.
    private mutating func credentialWasReset(
        _ before: DeviceState, _ device: inout DeviceState
    ) {
        let isUnlocked = superKeys
        lockScreenWasReset(before)
        superKeys = isUnlocked
        // Templates belong to the credential that they were enrolled under.
        if !device.fingers.isEmpty {
            device.fingers = []
            device.enrolmentGeneration += 1
        }
        if !device.isLocked { addCredentialToken(device) }
    }

    private mutating func lockScreenWasReset(_ before: DeviceState) {
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
        device.failedAttempts = before.failedAttempts + count
        if device.failedAttempts >= profile.permanentLockoutAttempts {
            device.lockout = .untilPasscode
        } else if device.failedAttempts / 5 > before.failedAttempts / 5 {
            device.lockout = .untilUptime(device.uptimeSeconds + 30)
        }
    }
}

extension DeviceState {
    /// Whether biometrics are locked out now.
    var isBiometryLockedOut: Bool {
        switch lockout {
        case .none: false
        case .untilUptime(let end): uptimeSeconds < end
        case .untilPasscode: true
        }
    }
}
