/// What happens to a phone, and what of it ends keys.
extension SimulatedKeystore {
    /// Changes what an event changes here, and in the device what follows from it.
    mutating func apply(_ event: PhoneEvent, before: DeviceState, _ device: inout DeviceState) {
        switch event {
        case .reboot: restart(device)
        case .unlock: unlock(device)
        case .lock: turnScreenOff(before, &device)
        case .setPasscode, .changePasscode:
            if device.passcode != before.passcode { addCredentialToken(device) }
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
