#if os(Linux)
public import HoldfastCore
public import HoldfastCrypto

extension LinuxVault {
    /// Seals the vault's device secret in the machine's TPM instead of a file.
    ///
    /// A disk, or a copy of all files, then opens nothing without this very machine; with a
    /// passcode, each guess costs a try that the TPM counts. Every value is sealed again under new
    /// keys. A vault that is sealed never goes back to a file, or to a new secret, by itself.
    ///
    /// - Parameters:
    ///   - registers: platform configuration registers, 0 to 23, whose present values opening
    ///     needs; empty for none. A change of firmware or of settings changes some of them.
    ///   - rescueCode: the code that opens the vault when the TPM does not; the person must have
    ///     it on paper. It replaces any other.
    ///   - passcode: the vault's passcode, if it has one.
    ///   - progress: told how many values of how many are under new keys.
    /// - Throws: `INVALID_ARGUMENT` if it is sealed already or a register is out of range,
    ///   `HARDWARE_UNAVAILABLE` without a TPM or the right to use it, as
    ///   ``unlock(with:keeping:)`` for the passcode. The vault is as it was.
    public func sealDeviceSecret(
        toRegisters registers: Set<Int> = [], rescueCode: RescueCode, passcode: SecretBytes? = nil,
        progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil
    ) async throws(KeychainError) {
        guard registers.isSubset(of: SealedSecret.registerRange) else {
            throw KeychainError(.invalidArgument, "a TPM's registers are numbered 0 to 23")
        }
        try await withRoot(passcode) { (core, root, stretched, vault) throws(KeychainError) in
            try core.seal(
                root, stretched: stretched, registers: registers, rescueCode, progress: progress,
                vault)
        }
    }

    /// Puts the device secret into a file again, beside that of other vaults.
    ///
    /// - Parameter passcode: the vault's passcode, if it has one.
    /// - Throws: `INVALID_ARGUMENT` if it is not sealed, what keeps the TPM from opening it, as
    ///   ``unlock(with:keeping:)`` for the passcode. The vault is as it was.
    public func unsealDeviceSecret(passcode: SecretBytes? = nil) async throws(KeychainError) {
        try await withRoot(passcode) { (core, root, _, vault) throws(KeychainError) in
            try core.unsealForGood(root, vault)
        }
    }

    /// Finds out whether a secret could be sealed, so that a person need not try in vain.
    ///
    /// - Parameter registers: the registers that it would be sealed to.
    /// - Throws: `INVALID_ARGUMENT` if the vault is sealed already, `HARDWARE_UNAVAILABLE`, or what
    ///   else the TPM answers.
    package func checkSealing(toRegisters registers: Set<Int>) async throws(KeychainError) {
        try await run { (core) throws(KeychainError) in
            if try core.vaultWithoutSecret()?.keybag.sealedSecret != nil {
                throw VaultCore.sealedAlready
            }
            _ = try core.sealer().seal(SecretBytes([0]), authorization: nil, registers: registers)
        }
    }

    /// Whether a file is left with the device secret that the vault had before it was sealed.
    ///
    /// - Returns: whether there is one, which may be other vaults' too.
    /// - Throws: `UNKNOWN` with an errno if that cannot be seen.
    package func hasUnsealedSecrets() async throws(KeychainError) -> Bool {
        try await run { (core) throws(KeychainError) in try core.hasUnsealedSecrets() }
    }

    /// Destroys the file with the device secret that the vault had before it was sealed.
    ///
    /// All vaults of a user that were never sealed or rescued share that file. Whoever destroys it
    /// loses those of them that have neither a rescue code nor an export. Before that, the hardware
    /// has to open this vault's sealed secret.
    ///
    /// - Parameter passcode: the vault's passcode, if it has one.
    /// - Throws: `INVALID_ARGUMENT` if this vault is not sealed, what keeps the TPM from opening it,
    ///   as ``unlock(with:keeping:)`` for the passcode; every file is still there then. `UNKNOWN`
    ///   with an errno if one cannot be destroyed.
    public func destroyUnsealedSecrets(
        passcode: SecretBytes? = nil
    ) async throws(KeychainError) {
        try await run { (core) throws(KeychainError) in try core.requireSealed() }
        try await withRoot(passcode) { (core, _, stretched, vault) throws(KeychainError) in
            try core.destroyUnsealedSecrets(stretched: stretched, vault)
        }
    }

    /// Runs a body with the vault's root, after a counted try of the passcode if there is one.
    ///
    /// - Parameters:
    ///   - passcode: the passcode; `nil` if the vault has none.
    ///   - body: gets the root and the stretched passcode.
    /// - Throws: `AUTH_REQUIRED` if the vault has a passcode and none was given, as
    ///   ``unlock(with:keeping:)``, and what the body throws.
    func withRoot(
        _ passcode: SecretBytes?,
        _ body:
            @escaping @Sendable (
                VaultCore, VaultRoot, SecretBytes?, OpenVault
            ) throws(KeychainError) -> Void
    ) async throws(KeychainError) {
        guard let passcode else {
            return try await run { (core) throws(KeychainError) in
                let vault = try core.openVaultWithoutPasscode()
                try body(core, try core.root(stretched: nil, vault), nil, vault)
            }
        }
        let (attempt, stretched) = try await stretch(passcode)
        try await run { (core) throws(KeychainError) in
            let (root, vault) = try core.endTry(attempt, stretched: stretched)
            try body(core, root, stretched, vault)
        }
    }
}

extension VaultCore {
    /// The vault, if it has no passcode.
    ///
    /// - Throws: `AUTH_REQUIRED` if it has one, `INVALID_ARGUMENT` if there is no vault.
    func openVaultWithoutPasscode() throws(KeychainError) -> OpenVault {
        guard let vault = try vault() else { throw Self.noVault }
        try vault.snapshot { () throws(KeychainError) in try vault.refreshKeybag() }
        guard vault.keybag.passcode == nil else {
            throw KeychainError(.authRequired, "this needs the vault's passcode")
        }
        return vault
    }
}
#endif
