public import HoldfastApple

/// What kind of iPhone a simulation runs on, and what is unknown of real ones as knobs.
///
/// A knob stands where Apple's documents, source and tests and the reports of developers leave a
/// question open, or contradict each other; an app should be right with both values.
public struct IOSProfile: Sendable, Equatable {
    /// Which of two native codes an open question is answered with.
    public enum Refusal: Int32, Sendable, CaseIterable {
        /// `errSecAuthFailed`.
        case authFailed = -25293
        /// `errSecNotAvailable`.
        case notAvailable = -25291
        /// `errSecUnimplemented`.
        case unimplemented = -4
    }

    /// How a read is answered that finds nothing readable.
    public enum HiddenRead: Int32, Sendable, CaseIterable {
        /// `errSecInteractionNotAllowed`.
        case interactionNotAllowed = -25308
        /// `errSecItemNotFound`, although there is an item.
        case notFound = -25300
        /// `errSecAuthFailed`.
        case authFailed = -25293
    }

    /// What becomes of a prompt that an app asks for in the background.
    public enum BackgroundPrompt: Int, Sendable, CaseIterable {
        /// `LAError.systemCancel`.
        case systemCancel = -4
        /// `LAError.notInteractive`.
        case notInteractive = -1004
    }

    /// Which biometry the phone has.
    public var biometry = AppleBiometry.faceID
    /// Whether it has a Secure Enclave.
    public var hasSecureEnclave = true
    /// Whether its owner uses iCloud Keychain, which brings synchronised items back by itself.
    public var hasICloudKeychain = false
    /// For how many seconds class A keys outlive the lock; 0 to 10.
    public var lockGraceSeconds: Int64 = 0
    /// Whether an app's items go with the app, as in a beta of iOS 10.3; no release did so.
    public var keychainClearedOnUninstall = false
    /// What an `akpu` add gets without a passcode: `authFailed` or `notAvailable`.
    public var akpuAddWithoutPasscode = Refusal.authFailed
    /// Whether a passcode that was removed and set again leaves all `akpu` adds failing.
    public var akpuClassSticks = false
    /// Whether attributes of `akpu` items stay readable after the passcode went, until the next
    /// lock or restart.
    public var akpuMetadataOutlivesPasscode = false
    /// What a read of a `biometryCurrentSet` item gets after the set changed: `notFound`, and the
    /// row is gone, or `authFailed`.
    public var currentSetInvalidation = HiddenRead.notFound
    /// Whether resetting Face ID and enrolling again makes `biometryAny` items unreadable, as
    /// reported of iOS 18.3.1.
    public var resetBreaksBiometryAny = false
    /// What a read gets before the first unlock: `interactionNotAllowed` or `notFound`.
    public var readBeforeFirstUnlock = HiddenRead.interactionNotAllowed
    /// What using a key of the Secure Enclave gets while it is locked: `true` for
    /// `TKErrorDomain` -3, `false` for `errSecInteractionNotAllowed`.
    public var lockedEnclaveKeyLooksDamaged = false
    /// What making a key gets without a Secure Enclave: `unimplemented` or `authFailed`.
    public var missingEnclave = Refusal.unimplemented
    /// Whether a removal is refused while the item's class is locked; the source removes.
    public var refusesLockedRemoval = false
    /// Whether a synchronised item that was removed while locked comes back at the unlock.
    public var syncedItemReturnsAfterLockedRemoval = false
    /// Whether attributes of class A items stay readable at the instant of the lock.
    public var metadataCacheRace = false
    /// What a prompt in the background gets.
    public var backgroundPrompt = BackgroundPrompt.systemCancel
    /// Whether a direct transfer to another phone carries migratable items.
    public var deviceToDeviceCarriesItems = true
    /// Whether an iCloud backup brings migratable items to another phone.
    public var iCloudBackupCarriesItems = false
    /// Whether a read of a damaged row gets `errSecDecode` instead of `errSecItemNotFound`.
    public var showsDecodeError = false
    /// Whether an add with `sync` and a class of this device only is refused with `errSecParam`.
    public var refusesSyncedThisDeviceOnly = false
    /// Whether `canEvaluatePolicy` looks at biometry before it looks for a passcode.
    public var asksBiometryBeforePasscode = false
    /// Whether an update of many rows answers as its last row went and keeps the rows before it,
    /// as the source reads; else it is all or nothing.
    public var lastRowDecidesUpdate = false

    /// Takes the defaults.
    public init() {}
}
