import HoldfastApple

extension SimulatedKeychain {
    /// Changes what an event changes here, and in the device what follows from it.
    mutating func apply(
        _ event: PhoneEvent, before: DeviceState, _ device: inout DeviceState
    ) {
        switch event {
        case .lock where device.isLocked, .reboot where device.isLocked: noteLock(device)
        case .reboot: akpuMetadataIsCached = false
        case .unlock: noteUnlock(before: before, device)
        case .removePasscode where before.passcode != nil:
            akpuIsStuck = akpuIsStuck || (profile.akpuClassSticks && akpuWasUsed)
            lockedUptime = nil
        case .removeAllFingers where !before.fingers.isEmpty && profile.resetBreaksBiometryAny:
            anyBiometryEpoch += 1
        case .failedAttempts: Self.lockOutBiometry(&device)
        case .uninstall(let app) where profile.keychainClearedOnUninstall:
            rows.removeAll { $0.writer == app }
        case .factoryReset: erase()
        case .iOS(let event): apply(event)
        default: break
        }
        if before.bootCount != device.bootCount { contexts = [:] }
    }

    /// Five wrong attempts end biometry until the passcode was entered.
    ///
    /// - Note: Apple Platform Security, "Face ID, Touch ID, passcodes, and passwords".
    static func lockOutBiometry(_ device: inout DeviceState) {
        guard device.failedAttempts >= 5, !device.fingers.isEmpty else { return }
        device.lockout = .untilPasscode
    }

    private mutating func noteLock(_ device: DeviceState) {
        lockedUptime = device.uptimeSeconds
        biometricUnlockUptime = nil
        akpuMetadataIsCached = false
    }

    /// The first unlock after a start takes the passcode, and so does one after a lockout.
    private mutating func noteUnlock(before: DeviceState, _ device: DeviceState) {
        lockedUptime = nil
        let isByBiometry =
            before.wasUnlocked && before.lockout == .none && !device.fingers.isEmpty
            && profile.biometry != .none
        biometricUnlockUptime = isByBiometry ? device.uptimeSeconds : nil
        rows += ghosts
        rows.sort { $0.number < $1.number }
        ghosts = []
    }

    private mutating func erase() {
        rows = []
        ghosts = []
        contexts = [:]
        enclaveKeys = [:]
        foreignEnclaveKeys = [:]
        lockedUptime = nil
        biometricUnlockUptime = nil
        akpuWasUsed = false
        akpuIsStuck = false
        akpuMetadataIsCached = false
        deniedApps = []
    }
}
