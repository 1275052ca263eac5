import HoldfastAndroid

/// The keystore of a simulated Android phone: keys by app and alias, and what ends them.
///
/// - Note: After AOSP `system/security/keystore2` of Android 12 to 15 (API 31 and more) and
///   `system/security/keystore` of Android 10 (below).
struct SimulatedKeystore: Sendable, Equatable {
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
