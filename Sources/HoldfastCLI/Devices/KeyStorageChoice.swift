import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Which hardware a vault's device keys are to be in: what the person said, also for the command
/// that goes on after a death.
enum KeyStorageChoice {
    /// The choice of a command line, else the last one, else whatever there is.
    ///
    /// - Parameters:
    ///   - given: what `--key-storage` says.
    ///   - vault: remembers it from here on.
    /// - Returns: the choice.
    /// - Throws: what kept the vault from answering.
    static func settle(
        _ given: KeyStorage?, in vault: LinuxVault
    ) async throws(KeychainError) -> KeyStorage {
        let key = try ItemKey(service: "holdfast.device", account: "key-storage")
        if let given {
            _ = try await vault.write(
                SecretBytes(utf8: given.rawValue), for: key,
                options: WriteOptions(protection: KeyUse.background.protection), prompt: .standard)
            return given
        }
        guard let item = try await vault.read(key, prompt: .standard) else { return .automatic }
        guard let known = item.value.utf8String().flatMap(KeyStorage.init(rawValue:)) else {
            throw KeychainError(
                .dataCorrupted, "what the vault knows of its device's keys cannot be read",
                advice: "say it again with --key-storage")
        }
        return known
    }
}
