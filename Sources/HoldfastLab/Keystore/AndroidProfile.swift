/// What kind of Android phone a simulation runs on, and what is unknown of real ones as knobs.
public struct AndroidProfile: Sendable, Equatable {
    /// Which biometric sensor there is.
    public enum Sensor: String, Sendable, CaseIterable {
        /// None.
        case none
        /// A class 3 sensor.
        case strong
        /// A class 1 or 2 sensor, which no key can be bound to.
        case weak
        /// A class 3 sensor that is not available now.
        case unavailable
        /// A class 3 sensor that a security update must repair first.
        case needsSecurityUpdate
    }

    /// The API levels that the simulation knows.
    public static let apiLevels = 23...36

    /// `Build.VERSION.SDK_INT`, one of ``apiLevels``; 31 and more have keystore2.
    public var apiLevel: Int
    /// Whether there is a StrongBox; never below API 28.
    public var hasStrongBox = true
    /// Which biometric sensor there is.
    public var sensor = Sensor.strong

    // MARK: How the phone is set up

    /// Whether the app starts before the first unlock (`android:directBootAware`, API 24).
    public var isDirectBootAware = false
    /// Whether the apps are in a work profile that shares the lock of its parent.
    public var isWorkProfile = false
    /// Seconds from the screen's end to the lock ("lock after screen timeout").
    public var lockDelaySeconds: Int64 = 0
    /// Whether a trust agent keeps the phone unlocked when the screen goes off.
    public var isKeptUnlockedByTrustAgent = false
    /// Whether a weak biometric or trust agent may unlock; from API 35 on the key of what needs an
    /// unlocked device is retained over a lock only then.
    public var allowsWeakUnlock = true

    // MARK: What differs between phones, or could not be confirmed

    /// Whether `LOCKED` is answered as `UserNotAuthenticatedException` from API 35 on.
    public var mapsLockedToUserNotAuthenticated = true
    /// Whether a key for every use looks usable when all biometrics are gone; `nil` is as read: on
    /// API 29 and 30.
    public var emptyBiometricsLookUsable: Bool?
    /// Whether, below API 31, the keystore itself remembers that the lock screen was removed, and
    /// `getKey` throws; else only the use of the key fails.
    public var oldKeystoreRemembersRemoval = false
    /// Whether, from API 35 on, a forced reset of the credential removes what is bound to the old
    /// one; else these keys stay and can never be used again.
    public var forcedResetRemovesKeys = false
    /// Whether StrongBox agrees on secrets (ECDH).
    public var strongBoxAgrees = true
    /// Whether the keystore ends an old operation when there are too many.
    public var prunesOperations = true
    /// How many operations the secure hardware holds at once.
    public var operationSlotCount = 16
    /// How many the StrongBox holds.
    public var strongBoxSlotCount = 4
    /// How many failed attempts in all lock biometrics until the credential is entered.
    public var permanentLockoutAttempts = 20
    /// Whether a person can lift a lock-out inside a prompt; `nil` is as read: from API 35 on.
    public var liftsLockoutInPrompt: Bool?
    /// Whether going home answers `ERROR_USER_CANCELED`; `nil` is as read: from API 36 on.
    public var goingHomeCancels: Bool?
    /// Whether the phone's maker moves apps that refuse backups to a new phone all the same.
    public var transfersRefusingApps = false

    /// Takes the defaults of an API level.
    ///
    /// - Parameter apiLevel: 23 to 36.
    public init(apiLevel: Int = 36) {
        precondition(Self.apiLevels.contains(apiLevel), "the simulation knows API 23 to 36")
        self.apiLevel = apiLevel
    }

    var hasKeystore2: Bool { apiLevel >= 31 }
    var hasUsableSensor: Bool { sensor == .strong }
}
