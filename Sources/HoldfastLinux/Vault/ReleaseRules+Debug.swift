#if os(Linux) && DEBUG
import HoldfastCore

/// What release builds refuse; a debug build opens the vaults of tests too.
enum ReleaseRules {
    /// Accepts every vault.
    static func check(_ keybag: Keybag) throws(KeychainError) {}
}
#endif
