#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// The second wrap of a vault's keys: made, checked, removed.
extension VaultCore {
    static let rescueCodeIsMissing = KeychainError(
        .invalidArgument,
        "the vault has a rescue code, and new keys have to be wrapped under it or a new one",
        advice: "give the code, or remove it first with `holdfast rescue remove`")

    static let noRescueCode = KeychainError(
        .invalidArgument, "the vault has no rescue code",
        advice: "without one, only the device secret (and the passcode) opens it")

    /// Wraps the vault's keys under a code, in the place of any other.
    ///
    /// - Parameters:
    ///   - code: a code that a person has on paper.
    ///   - root: the vault's root.
    ///   - vault: the vault.
    /// - Throws: a conflict if the passcode was changed meanwhile.
    func setRescueCode(
        _ code: RescueCode, _ root: VaultRoot, _ vault: OpenVault
    ) throws(KeychainError) {
        try changeKeybag(root, vault) { (keybag, keys) throws(KeychainError) in
            try wrap(&keybag, keys, root: root, under: code)
        }
        scrub(vault)
    }

    /// Removes the second wrap; the code on paper is worth nothing then.
    ///
    /// - Throws: `INVALID_ARGUMENT` if there is none, or if a secret that is sealed to registers
    ///   would have no other way out.
    func removeRescueCode(_ root: VaultRoot, _ vault: OpenVault) throws(KeychainError) {
        try changeKeybag(root, vault) { (keybag, _) throws(KeychainError) in
            guard keybag.rescue != nil else { throw Self.noRescueCode }
            guard keybag.sealedSecret?.registers.isEmpty ?? true else {
                throw KeychainError(
                    .invalidArgument,
                    "the device secret is sealed to registers of the TPM: after the next change of"
                        + " firmware the rescue code is the only way in",
                    advice: "run `holdfast vault unseal` first")
            }
            keybag.rescue = nil
        }
        scrub(vault)
    }

    /// Compares a code with the vault's.
    ///
    /// - Throws: `AUTH_FAILED` if it is another, `INVALID_ARGUMENT` if the vault has none.
    func checkRescueCode(_ code: RescueCode) throws(KeychainError) {
        guard let vault = try vaultWithoutSecret() else { throw Self.noRescueCode }
        try vault.snapshot { () throws(KeychainError) in try vault.refreshKeybag() }
        guard let rescue = vault.keybag.rescue else { throw Self.noRescueCode }
        _ = try rescue.root(code, vault.keybag)
    }

    /// Puts the second wrap into a keybag.
    func wrap(
        _ keybag: inout Keybag, _ keys: [KeySlot: SecretBytes], root: VaultRoot,
        under code: RescueCode
    ) throws(KeychainError) {
        guard let secret = root.deviceSecret else {
            throw KeychainError(.dataCorrupted, "the vault's root has no device secret")
        }
        keybag.rescue = try RescueWrap.make(
            code, for: keybag, keys, deviceSecret: secret, created: configuration.clock.now,
            random: configuration.random)
    }

    /// Changes the keybag alone, in one transaction; its keys and the items stay.
    func changeKeybag(
        _ root: VaultRoot, _ vault: OpenVault,
        _ body: (inout Keybag, [KeySlot: SecretBytes]) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        let (tree, keybag) = try vault.change { () throws(KeychainError) in
            try vault.refreshKeybag()
            let keys = try unwrapAllForChange(root, vault)
            var tree = try lending(keys) { () throws(KeychainError) in try verifiedTree(vault) }
            var keybag = vault.keybag
            try body(&keybag, keys)
            keybag.serial += 1
            try vault.database.put(keybag)
            try tree.storeRoot(with: keybag)
            return (tree, keybag)
        }
        vault.adopt(keybag)
        committed(tree, vault)
    }
}
#endif
