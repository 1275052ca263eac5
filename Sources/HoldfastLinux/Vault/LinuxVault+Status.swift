#if os(Linux)
public import HoldfastCore

extension LinuxVault {
    /// What the vault says of itself; never prompts, works in every state and makes nothing.
    ///
    /// - Returns: the status; a missing or foreign device secret is part of it.
    /// - Throws: `DATA_CORRUPTED` or `UNSUPPORTED` if the vault's file is not one that this version
    ///   can read, `UNKNOWN` with a native number if it cannot be looked at.
    public func status() async throws(KeychainError) -> VaultStatus {
        try await run { (core) throws(KeychainError) in try core.status() }
    }
}
#endif
