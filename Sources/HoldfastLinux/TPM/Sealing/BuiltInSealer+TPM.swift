#if os(Linux) && TPM
import HoldfastCore
import HoldfastCrypto

/// The sealer that this program was built with.
enum BuiltInSealer {
    static let isThere = true

    /// The last one made: what a process has learned of a TPM serves all of its vaults.
    private static let last = Locked<(address: String, sealer: TPMSealer)?>(nil)

    /// The TPM that `HOLDFAST_TPM` says, or else the machine's own.
    ///
    /// - Throws: `INVALID_ARGUMENT` if the variable holds no address.
    static func make() throws(KeychainError) -> any SecretSealer {
        let configuration = try TPMConfiguration.ofProcess()
        return try last.withLock { (last) throws(KeychainError) in
            if let last, last.address == configuration.address { return last.sealer }
            let sealer = try TPMSealer(configuration)
            last = (configuration.address, sealer)
            return sealer
        }
    }
}
#endif
