import HoldfastAndroid

/// The keystore of a simulated Android phone: keys by app and alias, and what ends them.
///
/// - Note: After AOSP `system/security/keystore2` of Android 12 to 15 (API 31 and more) and
///   `system/security/keystore` of Android 10 (below).
struct SimulatedKeystore: Sendable {
    let profile: AndroidProfile

    var keys: [AppIdentifier: [String: StoredKey]] = [:]
    var operations: [Int: OpenOperation] = [:]
    var nextOperation = 1
    /// A new phone was just unlocked by its owner.
    var tokens = AuthTokens(
        credential: AuthToken(
            kind: .credential, rootID: .root(1), authenticatorID: nil, uptimeSeconds: 0))
    var superKeys = SuperKeys()
    /// The sensor's authenticator: another one after a biometric was added, none without any.
    var authenticator: Int? = 1
    var nextAuthenticator = 2
    var remainingDeaths = 0
    var remainingBusyCalls = 0
    /// Uptime at which a screen that went off becomes locked.
    var pendingLockUptime: Int64?
    /// Below API 31: which secure users lost their lock screen.
    var removedRoots: Set<Int> = []

    init(_ profile: AndroidProfile) {
        self.profile = profile
    }

    func rootID(_ device: DeviceState) -> SecureID? {
        device.passcode == nil ? nil : .root(device.secureIdentity)
    }

    var authenticatorID: SecureID? {
        profile.hasUsableSensor ? authenticator.map(SecureID.authenticator) : nil
    }

    /// Whether the user has super keys at all: from API 35 on always, before it only with a lock
    /// screen.
    func hasSuperKeys(_ device: DeviceState) -> Bool {
        profile.apiLevel >= 35 || device.passcode != nil
    }
}

/// Which super keys are in memory.
///
/// - Note: AOSP `system/security/keystore2/src/super_key.rs`.
struct SuperKeys: Sendable {
    var hasAfterFirstUnlock = true
    var hasUnlockedDevice = true
    /// The unlocked-device key, sealed by what a weak unlock releases (API 35).
    var isRetainedForWeakUnlock = false
}

/// The newest token of each kind since the phone started.
struct AuthTokens: Sendable {
    var credential: AuthToken?
    var biometric: AuthToken?

    var isEmpty: Bool { credential == nil && biometric == nil }

    mutating func add(_ token: AuthToken) {
        switch token.kind {
        case .credential: credential = token
        case .biometric: biometric = token
        }
    }

    /// Whether somebody who may was there at most so many seconds ago.
    func satisfy(_ key: StoredKey, uptimeSeconds: Int64) -> Bool {
        [credential, biometric].compactMap { $0 }.contains { token in
            token.satisfies(key)
                && uptimeSeconds - token.uptimeSeconds <= Int64(key.spec.authValiditySeconds)
        }
    }
}

extension PhoneState {
    /// The keystore of an Android phone.
    var keystore: SimulatedKeystore {
        get {
            guard case .android(let keystore) = system else {
                preconditionFailure("an iPhone has no Android keystore")
            }
            return keystore
        }
        set { system = .android(newValue) }
    }

    /// Whether an app can run at all: before the first unlock only one that is made for it.
    ///
    /// - Note: developer.android.com, "Support Direct Boot mode".
    var canRunApps: Bool {
        guard case .android(let keystore) = system else { return true }
        return device.wasUnlocked || keystore.profile.isDirectBootAware
    }

    mutating func applyToApps(_ event: AndroidEvent) {
        switch event {
        case .clearData(let app):
            endProcesses(of: app)
            apps[app]?.files = [:]
        case .systemUpgrade, .systemDowngrade:
            apply(.reboot)
        case .removeUser:
            endProcesses()
            apps = [:]
        case .unlock, .keystoreDies, .hardwareIsBusy: break
        }
    }
}
