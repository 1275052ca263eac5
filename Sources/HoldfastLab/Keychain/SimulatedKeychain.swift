import HoldfastCrypto

/// The keychain of a simulated iPhone: the rows and the class keys that securityd keeps.
///
/// - Note: Modelled on Apple's published Security source, version 61901: `SecItemServer.c`,
///   `SecItemDb.c`, `SecDbItem.c`, `SecDbKeychainItem.m`, `SecKeybagSupport.c`.
struct SimulatedKeychain: Sendable, Equatable {
    let profile: IOSProfile
    /// In the order of their row numbers.
    var rows: [KeychainRow] = []
    var nextRow = 1
    /// Synchronised rows that were removed while locked and may come back.
    var ghosts: [KeychainRow] = []
    var contexts: [ContextName: ContextState] = [:]
    var nextContext = 1
    var enclaveKeys: [[UInt8]: EnclaveKey] = [:]
    var nextEnclaveKey = 1
    /// The blobs of keys that other libraries keep in the keychain, by app and tag.
    var foreignEnclaveKeys: [AppIdentifier: [[UInt8]: [UInt8]]] = [:]
    /// Uptime of the last lock; `nil` while unlocked.
    var lockedUptime: Int64?
    /// Uptime of the last unlock by finger or face.
    var biometricUnlockUptime: Int64?
    /// Grows when all fingers are removed on a phone where that breaks `biometryAny`.
    var anyBiometryEpoch = 0
    /// Grows with each system update that changes what a domain state looks like.
    var domainEpoch = 0
    var akpuWasUsed = false
    var akpuIsStuck = false
    var akpuMetadataIsCached = false
    var troubles = KeychainTroubles()
    /// Apps to which the person denied Face ID.
    var deniedApps: Set<AppIdentifier> = []

    init(_ profile: IOSProfile) {
        self.profile = profile
    }

    /// Names an `LAContext` of a process.
    struct ContextName: Hashable, Sendable {
        let process: Int
        let number: Int
    }
}

/// What was planned to go wrong in the keychain.
struct KeychainTroubles: Sendable, Equatable {
    /// After how many uses of class keys the phone unlocks; 0 for no plan.
    var operationsUntilUnlock = 0
    /// Whether the next decryption of a value is refused once, as if locked.
    var refusesNextDecryption = false
    /// Whether each evaluation is followed by the demand for another one.
    var authenticationNeverSettles = false
    /// How the next prompt ends, whatever the person would do.
    var promptEnds: Int?
    /// How many calls find no daemon to answer them.
    var callsWithoutDaemon = 0
}
