#if os(Linux)
import HoldfastCore
import HoldfastCrypto

// MARK: Class keys in reach

extension VaultCore {
    /// A class key, if it is in reach now.
    ///
    /// Without a passcode every key is; with one, only those that an unlock put into the kernel
    /// keyring or into this process.
    ///
    /// - Returns: `nil` if the vault is locked for that class.
    /// - Throws: `INTERACTION_NOT_ALLOWED` with the ways out where the kernel keyring is refused,
    ///   `DATA_CORRUPTED` if the vault's own record of the key is damaged.
    func keyInReach(_ slot: KeySlot, _ vault: OpenVault) throws(KeychainError) -> SecretBytes? {
        // What is there was opened from this keybag, which had no passcode.
        if lent.isEmpty, let key = vault.openKeys[slot] { return key }
        guard let wrapped = vault.keybag.keys[slot] else {
            throw KeychainError(.dataCorrupted, "an item is under a class key that does not exist")
        }
        if let key = lent[slot] { return key }
        guard vault.keybag.passcode != nil else { return try openKey(slot, wrapped, vault) }
        guard slot.keyClass != .passcodeGate else { return nil }
        let name = ClassKeyName(vaultID: vault.keybag.vaultID, slot: slot)
        if let key = processKeys.key(name) { return key }
        guard let key = try configuration.keyCache.key(name) else {
            vault.forget(slot)
            return nil
        }
        if vault.checkedKeys[slot] == key { return key }
        guard wrapped.isKey(key, slot, vault: vault.keybag.vaultID) else {
            // Any process of the user can put something else there. What it put is no key of
            // ours, so the class is locked; the vault itself is as well as it was.
            vault.forget(slot)
            try configuration.keyCache.drop(name)
            return nil
        }
        vault.checkedKeys[slot] = key
        return key
    }

    /// A class key, or the error that says why it is not in reach.
    ///
    /// - Throws: `INTERACTION_NOT_ALLOWED` if the vault is locked for that class.
    func requireKey(_ slot: KeySlot, _ vault: OpenVault) throws(KeychainError) -> SecretBytes {
        if let key = try keyInReach(slot, vault) { return key }
        throw slot.keyClass.staysWhileLocked ? Self.notUnlockedYet : Self.locked
    }

    /// The slot in which items of a class are written.
    ///
    /// - Throws: `PASSCODE_NOT_SET` if the class exists only with a passcode and there is none.
    func currentSlot(
        _ keyClass: KeyClass, _ vault: OpenVault
    ) throws(KeychainError) -> KeySlot {
        if let slot = vault.slots.current(keyClass) { return slot }
        guard keyClass.needsPasscode else {
            throw KeychainError(.dataCorrupted, "a class key of the vault is missing")
        }
        throw KeychainError(
            .passcodeNotSet, "the protection needs a passcode, and the vault has none",
            advice: "set one with `holdfast passcode set`, or choose a weaker protection")
    }

    static let notUnlockedYet = KeychainError(
        .interactionNotAllowed,
        "the vault has not been unlocked since the machine started, or was locked completely",
        advice: "unlock it with `holdfast unlock`")

    static let locked = KeychainError(
        .interactionNotAllowed, "the vault is locked, and the item is readable only while unlocked",
        advice: "unlock it with `holdfast unlock`, or keep what background work needs under"
            + " afterFirstUnlock")

    /// A key of a vault without a passcode: the device secret alone opens it.
    private func openKey(
        _ slot: KeySlot, _ wrapped: WrappedKey, _ vault: OpenVault
    ) throws(KeychainError) -> SecretBytes {
        let root = try root(stretched: nil, vault)
        let key = try wrapped.unwrap(slot, vault: vault.keybag.vaultID, root: root)
        // Read and written, not changed in place: so no access to the table can overlap another, and
        // each look at it, of which a write has many, needs no check of that when it runs.
        var keys = vault.openKeys
        keys[slot] = key
        vault.openKeys = keys
        return key
    }

    /// Runs a body with keys in reach that a passcode just opened, and with them only that long.
    func lending<R>(
        _ keys: [KeySlot: SecretBytes], _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        lent = keys
        defer { lent = [:] }
        return try body()
    }

    // MARK: The root

    /// Derives and checks the root.
    ///
    /// - Parameters:
    ///   - stretched: the passcode after Argon2id; `nil` without a passcode.
    ///   - vault: the vault whose root it is.
    /// - Returns: the root that wraps the vault's class keys.
    /// - Throws: `AUTH_FAILED` if the passcode is wrong, `DATA_CORRUPTED` if the root of a vault
    ///   without a passcode does not fit, or what keeps the device secret out of reach.
    func root(stretched: SecretBytes?, _ vault: OpenVault) throws(KeychainError) -> VaultRoot {
        let secret = try deviceSecret(of: vault, stretched: stretched)
        let root = try VaultRoot(
            stretched: stretched, deviceSecret: secret.secret, vault: vault.keybag.vaultID)
        guard root.check == vault.keybag.rootCheck else {
            // Hardware that opened its seal with the passcode has checked the passcode.
            throw stretched == nil || vault.keybag.sealedSecret != nil
                ? KeychainError(.dataCorrupted, "the vault's root does not fit its device secret")
                : KeychainError(.authFailed, "the passcode is wrong")
        }
        return root
    }
}
#endif
