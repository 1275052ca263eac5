#if os(Linux) && TPM
import HoldfastCore

/// The sealer that this program was built with.
enum BuiltInSealer {
    static let isThere = true

    /// The TPM that `HOLDFAST_TPM` says, or else the machine's own.
    ///
    /// - Throws: `INVALID_ARGUMENT` if the variable holds no address.
    static func make() throws(KeychainError) -> any SecretSealer {
        try TPMSealer(try TPMConfiguration.ofProcess())
    }
}
#endif
