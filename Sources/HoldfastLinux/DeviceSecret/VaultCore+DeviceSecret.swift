#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// Where a vault's device secret is found: in a file of all vaults or its own, or sealed.
extension VaultCore {
    /// The file that all vaults of the user share.
    var sharedSecretFile: DeviceSecretFile {
        DeviceSecretFile(directory: configuration.location.stateDirectory)
    }

    /// A vault's own file.
    func ownSecretFile(_ keybag: Keybag) -> DeviceSecretFile {
        DeviceSecretFile(directory: configuration.location.stateDirectory, of: keybag.vaultID)
    }

    /// The device secret of an open vault.
    ///
    /// - Parameters:
    ///   - vault: the vault.
    ///   - stretched: the stretched passcode, which a sealed secret may need.
    /// - Returns: the secret that the vault names.
    /// - Throws: `AUTH_FAILED` or `LOCKOUT` from the hardware, `INTERACTION_NOT_ALLOWED` if the
    ///   registers changed or if only the rescue code opens the vault any more,
    ///   `HARDWARE_UNAVAILABLE`, `KEY_INVALIDATED` if it is lost and there is no rescue code.
    func deviceSecret(
        of vault: OpenVault, stretched: SecretBytes?
    ) throws(KeychainError) -> DeviceSecret {
        if let secret = vault.deviceSecret { return secret }
        guard let sealed = vault.keybag.sealedSecret else {
            let secret = try secretInFile(vault.keybag)
            vault.take(secret)
            return secret
        }
        let secret = DeviceSecret(
            id: vault.keybag.deviceSecretID,
            secret: try unseal(sealed, stretched: stretched, vault.keybag), machine: nil)
        // What needs the passcode is never kept: each guess costs the hardware a try.
        if !sealed.needsPasscode { vault.take(secret) }
        return secret
    }

    /// Has hardware open the seal of a vault that needs nothing else, before a transaction in which
    /// other processes would wait for it.
    func openSealBeforeChange(_ vault: OpenVault) throws(KeychainError) {
        guard let sealed = vault.keybag.sealedSecret, !sealed.needsPasscode,
            vault.deviceSecret == nil
        else { return }
        _ = try deviceSecret(of: vault, stretched: nil)
    }

    /// Reads the secret of a vault that has it in a file, so that a loss is said at the first call.
    func requireSecretFile(_ vault: OpenVault) throws(KeychainError) {
        guard vault.keybag.sealedSecret == nil else { return }
        do throws(KeychainError) {
            vault.take(try secretInFile(vault.keybag))
        } catch {
            // Another process may have sealed or rescued the vault since this one read its record.
            let known = vault.keybag
            try vault.snapshot { () throws(KeychainError) in try vault.refreshKeybag() }
            guard vault.keybag != known else { throw error }
            if vault.keybag.sealedSecret == nil { vault.take(try secretInFile(vault.keybag)) }
        }
    }

    /// The secret in the vault's own file or in the shared one.
    private func secretInFile(_ keybag: Keybag) throws(KeychainError) -> DeviceSecret {
        var problem: KeychainError?
        var isOther = false
        for file in [ownSecretFile(keybag), sharedSecretFile] {
            do throws(KeychainError) {
                guard let secret = try file.read(warn: warn) else { continue }
                if secret.id == keybag.deviceSecretID { return secret }
                isOther = true
            } catch {
                // The other file may still be the right one.
                problem = problem ?? error
            }
        }
        if let problem { throw Self.withRescue(problem, keybag) }
        guard isOther else {
            throw Self.lost(
                "the device secret of this vault is missing",
                advice: "restore the file device-secret into the directory HOLDFAST_STATE (or"
                    + " ~/.local/state/holdfast)", keybag)
        }
        throw Self.lost(
            "the vault belongs to another device secret than the one here",
            advice: "bring the device secret that it was made with", keybag)
    }

    /// The error for a damaged file, with the rescue code as a way out where there is one.
    private static func withRescue(_ problem: KeychainError, _ keybag: Keybag) -> KeychainError {
        guard problem.code == .dataCorrupted, keybag.rescue != nil else { return problem }
        return KeychainError(
            problem.code, problem.message,
            advice: "restore it from a backup, or open the vault with its rescue code:"
                + " `holdfast rescue use`")
    }

    /// The error for a device secret that is not coming back by itself.
    ///
    /// As long as a rescue code opens the vault, nothing is lost for good: a person has to come.
    static func lost(
        _ message: String, advice: String, cause: KeychainError? = nil, _ keybag: Keybag
    ) -> KeychainError {
        let isRescuable = keybag.rescue != nil
        return KeychainError(
            isRescuable ? .interactionNotAllowed : .keyInvalidated, message,
            nativeDomain: cause?.nativeDomain, nativeCode: cause?.nativeCode,
            advice: advice
                + (isRescuable
                    ? ", or open the vault with its rescue code: `holdfast rescue use`"
                    : ", or import an export into a new vault"))
    }
}
#endif
