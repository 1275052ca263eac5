/// What is true of a simulated phone outside of its keychain or keystore.
public struct DeviceState: Sendable, Equatable {
    /// How far biometrics are locked out after failed attempts.
    public enum Lockout: Sendable, Hashable {
        /// Not at all.
        case none
        /// Until a moment of ``uptimeSeconds`` (Android).
        case untilUptime(Int64)
        /// Until the passcode was entered.
        case untilPasscode
    }

    /// How often the phone was started; 1 for a new one.
    public internal(set) var bootCount = 1
    /// Whether it was unlocked since it started; always true without a passcode.
    public internal(set) var wasUnlocked = true
    /// Whether the screen is locked; never true without a passcode.
    public internal(set) var isLocked = false
    /// Which passcode is set: another number for another one, `nil` for none.
    public internal(set) var passcode: Int? = 1
    /// Which secure identity the passcode stands for: kept when it is changed by somebody who knows
    /// it, another one after it was removed or reset.
    public internal(set) var secureIdentity = 1
    /// The fingers or faces enrolled, by numbers that are never used twice.
    public internal(set) var fingers: [Int] = [1]
    /// Grows with every change of the set.
    public internal(set) var enrolmentGeneration = 1
    /// How many wrong fingers since the last right one.
    public internal(set) var failedAttempts = 0
    /// Whether biometrics are locked out.
    public internal(set) var lockout = Lockout.none
    /// The app in front.
    public internal(set) var foregroundApp: AppIdentifier?
    /// The clock that people can set: seconds since 1970.
    public internal(set) var clockSeconds: Int64 = 1_800_000_000
    /// Seconds since the phone was made, which nobody can set.
    public internal(set) var uptimeSeconds: Int64 = 0
    /// Uptime of the last unlock with the passcode or a finger.
    public internal(set) var lastUnlockUptime: Int64 = 0
    /// Which hardware this is; a backup restored to another number is on another device.
    public let hardware: Int
    /// Grows with each erasure: what the hardware keys of an earlier one made is gone.
    public internal(set) var eraseCount = 0

    var nextPasscode = 2
    var nextFinger = 2

    init(hardware: Int) {
        self.hardware = hardware
    }

    /// Whether class A data is there: unlocked, or there is no passcode.
    public var isUnlocked: Bool { !isLocked && wasUnlocked }
}
