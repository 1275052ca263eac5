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

    /// Notes an export of all services, for ``doctor()`` to know how old the last one is.
    ///
    /// - Parameters:
    ///   - omissions: how many items it left out; 0 or more.
    ///   - misses: how many of these could have been exported, had there been somebody to ask.
    /// - Throws: `UNKNOWN` with an errno if it cannot be noted; the export is none the worse.
    package func noteExport(omissions: Int = 0, misses: Int = 0) async throws(KeychainError) {
        try await run { (core) throws(KeychainError) in
            try core.noteExport(omissions: omissions, misses: misses)
        }
    }

    /// Finds out what protects the vault and what could be better; reads all of it, changes nothing.
    ///
    /// - Returns: the findings in a fixed order. What could not be found out is a finding too.
    public func doctor() async -> [VaultFinding] {
        do {
            let findings = try await run { (core) throws(KeychainError) in
                VaultDoctor.examine(core)
            }
            return findings + (await readerFindings())
        } catch {
            return [VaultFinding(.bad, "vault", error.message, advice: error.recovery)]
        }
    }
}
#endif
