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
        case .failedAttempts(let count): failedAttempts = Self.count(failedAttempts, and: count)
        case .install, .update: break
        case .uninstall(let app): if foregroundApp == app { foregroundApp = nil }
        case .clockSet(let seconds): clockSeconds = Self.moved(clockSeconds, by: seconds)
        case .timePasses(let seconds):
            clockSeconds = Self.moved(clockSeconds, by: max(0, seconds))
            uptimeSeconds = Self.moved(uptimeSeconds, by: max(0, seconds))
        case .factoryReset: erase()
        case .android, .iOS: break
        }
    }

    /// How far the clocks go, 2^52 seconds or 142 million years: beyond it they stand.
    ///
    /// What is computed from them, as milliseconds and the ends of delays, has room.
    static let clockLimit: Int64 = 1 << 52

    /// So many attempts and some more, of which there are never too many to count.
    static func count(_ attempts: Int, and more: Int) -> Int {
        let (sum, overflows) = attempts.addingReportingOverflow(max(0, more))
        return overflows ? .max : sum
    }

    private static func moved(_ clock: Int64, by seconds: Int64) -> Int64 {
        let (sum, overflows) = clock.addingReportingOverflow(seconds)
        let moved = overflows ? (seconds < 0 ? Int64.min : .max) : sum
        return min(max(moved, -clockLimit), clockLimit)
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
