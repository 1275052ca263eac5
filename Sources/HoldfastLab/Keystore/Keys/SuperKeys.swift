/// Which super keys are in memory.
///
/// - Note: AOSP `system/security/keystore2/src/super_key.rs`.
struct SuperKeys: Sendable, Equatable {
    var hasAfterFirstUnlock = true
    var hasUnlockedDevice = true
    /// The unlocked-device key, sealed by what a weak unlock releases (API 35).
    var isRetainedForWeakUnlock = false
}
