extension DeviceState {
    /// Changes what an event changes here; the keychain or keystore is told separately.
    mutating func apply(_ event: PhoneEvent) {
        switch event {
        case .reboot: restart()
        case .unlock: unlock()
        case .lock: isLocked = passcode != nil
        case .foreground(let app): foregroundApp = app
        case .background: foregroundApp = nil
        case .setPasscode, .changePasscode, .removePasscode, .forcePasscodeReset:
            applyPasscode(event)
        case .enrolFinger, .removeFinger, .removeAllFingers: applyEnrolment(event)
        case .failedAttempts(let count): failedAttempts += count
        case .install, .update: break
        case .uninstall(let app): if foregroundApp == app { foregroundApp = nil }
        case .clockSet(let seconds): clockSeconds += seconds
        case .timePasses(let seconds):
            clockSeconds += seconds
            uptimeSeconds += seconds
        case .factoryReset: erase()
        case .android, .iOS: break
        }
    }

    private mutating func restart() {
        bootCount += 1
        foregroundApp = nil
        wasUnlocked = passcode == nil
        isLocked = passcode != nil
    }

    private mutating func unlock() {
        wasUnlocked = true
        isLocked = false
        lastUnlockUptime = uptimeSeconds
        failedAttempts = 0
        lockout = .none
    }

    private mutating func applyPasscode(_ event: PhoneEvent) {
        switch event {
        case .setPasscode:
            guard passcode == nil else { return }
            passcode = takePasscode()
            secureIdentity += 1
        case .changePasscode:
            guard passcode != nil else { return }
            passcode = takePasscode()
        case .removePasscode:
            passcode = nil
            fingers = []
            enrolmentGeneration += 1
            unlock()
        default:
            guard passcode != nil else { return }
            passcode = takePasscode()
            secureIdentity += 1
        }
    }

    private mutating func applyEnrolment(_ event: PhoneEvent) {
        switch event {
        case .enrolFinger:
            guard passcode != nil else { return }
            fingers.append(nextFinger)
            nextFinger += 1
        case .removeFinger:
            guard !fingers.isEmpty else { return }
            fingers.removeLast()
        default:
            guard !fingers.isEmpty else { return }
            fingers = []
        }
        enrolmentGeneration += 1
    }

    private mutating func erase() {
        passcode = nil
        secureIdentity += 1
        fingers = []
        enrolmentGeneration += 1
        failedAttempts = 0
        lockout = .none
        foregroundApp = nil
        bootCount += 1
        eraseCount += 1
        unlock()
    }

    private mutating func takePasscode() -> Int {
        defer { nextPasscode += 1 }
        return nextPasscode
    }
}
