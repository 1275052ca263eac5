#if os(Linux) && !TPM
import HoldfastCore

/// The sealer that this program was built with.
enum BuiltInSealer {
    static let isThere = false

    /// None: that takes a build with the trait TPM.
    ///
    /// - Throws: `HARDWARE_UNAVAILABLE`.
    static func make() throws(KeychainError) -> any SecretSealer {
        throw KeychainError(
            .hardwareUnavailable, "this program was built without support for a TPM",
            advice: "use a build with the trait TPM, or the vault's rescue code")
    }
}
#endif
