#if os(Linux) && !DEBUG
import HoldfastCore

/// What release builds refuse.
enum ReleaseRules {
    /// Refuses a vault whose keys came from a seed.
    ///
    /// - Throws: `UNSUPPORTED`; the vault is untouched.
    static func check(_ keybag: Keybag) throws(KeychainError) {
        guard !keybag.isLab else {
            throw KeychainError(
                .unsupported, "the vault was made with reproducible randomness, for tests alone")
        }
    }
}
#endif
