/// Locks and unlocks.
extension SimulatedKeystore {
    mutating func unlock(_ device: DeviceState) {
        pendingLockUptime = nil
        superKeys = SuperKeys()
        addCredentialToken(device)
    }

    mutating func unlock(
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

    mutating func turnScreenOff(_ before: DeviceState, _ device: inout DeviceState) {
        guard device.isLocked, !before.isLocked else { return }
        if profile.isKeptUnlockedByTrustAgent {
            device.isLocked = false
        } else if profile.lockDelaySeconds > 0 {
            device.isLocked = false
            pendingLockUptime =
                device.uptimeSeconds + min(profile.lockDelaySeconds, DeviceState.clockLimit)
        } else {
            wipeUnlockedDeviceKey()
        }
    }

    mutating func lockWhenDue(_ device: inout DeviceState) {
        guard let due = pendingLockUptime, device.uptimeSeconds >= due else { return }
        pendingLockUptime = nil
        device.isLocked = device.passcode != nil
        if device.isLocked { wipeUnlockedDeviceKey() }
    }

    private mutating func wipeUnlockedDeviceKey() {
        superKeys.hasUnlockedDevice = false
        superKeys.isRetainedForWeakUnlock = profile.apiLevel >= 35 && profile.allowsWeakUnlock
    }

    mutating func addCredentialToken(_ device: DeviceState) {
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
