#if os(Linux)
public import HoldfastCore

/// What a vault says of itself without being unlocked.
public struct VaultStatus: Sendable, Equatable {
    /// What is known of the device secret that a vault hangs on.
    public enum DeviceSecretState: String, Sendable {
        /// It is there, in its file.
        case file
        /// It is sealed in a TPM.
        case sealed
        /// It is not there.
        case missing
        /// There is one, and the vault was made with another.
        case otherDevice
        /// Its file is not what was written, or cannot be read.
        case damaged
    }

    /// Who takes no passcode for a time, because too many were wrong.
    public enum Lockout: String, Sendable {
        /// Holdfast, for at most 5 minutes.
        case brake
        /// The TPM that the device secret is sealed in, and that counts wrong tries itself.
        case tpm
    }

    /// Where the vault is, or would be.
    public let location: VaultLocation
    /// Whether there is a vault.
    public internal(set) var exists = false
    /// The format of its file.
    public internal(set) var formatVersion: Int?
    /// Its identifier, 32 hexadecimal digits.
    public internal(set) var vaultID: String?
    /// When it was made.
    public internal(set) var created: UnixTime?
    /// Whether a passcode is set.
    public internal(set) var hasPasscode = false
    /// What kept the TPM from being asked whether it takes a passcode; `nil` if nothing did, or if it
    /// is not asked for one.
    public internal(set) var tpmProblem: KeychainError?
    /// What it can answer now.
    public internal(set) var availability = StoreAvailability.unlocked
    /// Whether locking means nothing: without a passcode any process of the user opens the vault.
    public internal(set) var isLockAdvisory = true
    /// Whether an agent watches the vault now, and locks it with the screen.
    public internal(set) var isWatched = false
    /// For how many seconds the keys of the `whenUnlocked` classes will stay by themselves.
    public internal(set) var unlockedUntilSeconds: Int?
    /// How many items it holds, tombstones included; `nil` before the first unlock.
    public internal(set) var itemCount: Int?
    /// What is known of the device secret.
    public internal(set) var deviceSecret = DeviceSecretState.missing
    /// The TPM's registers whose values opening needs; `nil` if the device secret is in a file.
    public internal(set) var sealedToRegisters: [Int]?
    /// When the rescue code was made; `nil` if there is none.
    public internal(set) var rescueCodeCreated: UnixTime?
    /// When the items of all services were last exported; `nil` if that is not known.
    public internal(set) var lastExport: UnixTime?
    /// How many items that export left out; `nil` if no export is known of.
    public internal(set) var lastExportOmissions: Int?
    /// How many of these could have been exported, and were not because nobody could be asked.
    public internal(set) var lastExportMisses: Int?
    /// What protects each class of items, from the most to the least available.
    public internal(set) var classes: [ClassProtection] = []
    /// Whether vault and device secret find themselves on another machine than they were made on.
    public internal(set) var hasMoved = false
    /// How many wrong passcodes were given in a row.
    public internal(set) var failedTries = 0
    /// Who refuses the next try for now; `nil` if it is accepted.
    public internal(set) var lockout: Lockout?
    /// After how many seconds the next try is accepted, at the latest; `nil` without a lock-out, or
    /// if the TPM does not say.
    public internal(set) var nextTryInSeconds: Int?
    /// When that is, by the present clock.
    public internal(set) var nextTry: UnixTime?
    /// How many old generations of class keys are still in use, because a change was interrupted.
    public internal(set) var retiringKeyCount = 0

    init(location: VaultLocation) {
        self.location = location
    }
}
#endif
