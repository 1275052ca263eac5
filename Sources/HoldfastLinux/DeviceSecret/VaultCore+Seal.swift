#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// A vault's device secret into hardware, and back into a file.
extension VaultCore {
    /// Puts the vault under a new device secret that only the hardware gives out.
    ///
    /// The new secret and new class keys make the old file worth nothing for what the vault holds
    /// from now on; it is destroyed last. Killed at any point, the vault opens as before or as
    /// sealed.
    ///
    /// - Parameters:
    ///   - old: the vault's root.
    ///   - stretched: the stretched passcode; `nil` if the vault has none.
    ///   - registers: the registers that opening shall need.
    ///   - code: the rescue code that the person has on paper.
    ///   - progress: told how many values of how many are under the new keys.
    ///   - vault: the vault.
    /// - Throws: `INVALID_ARGUMENT` if it is sealed already, what the hardware answers, a conflict.
    func seal(
        _ old: VaultRoot, stretched: SecretBytes?, registers: Set<Int>, _ code: RescueCode,
        progress: Progress?, _ vault: OpenVault
    ) throws(KeychainError) {
        guard vault.keybag.sealedSecret == nil else { throw Self.sealedAlready }
        // Outside of the transaction, since hardware takes its time; nothing depends on it yet.
        let secret = try DeviceSecret.make(random: configuration.random, machine: nil)
        let sealed = try seal(
            secret.secret, stretched: stretched, registers: registers, vault.keybag)
        let root = try VaultRoot(
            stretched: stretched, deviceSecret: secret.secret, vault: vault.keybag.vaultID)
        let (tree, keybag) = try vault.change { () throws(KeychainError) in
            try vault.refreshKeybag()
            guard vault.keybag.sealedSecret == nil else { throw Self.sealedAlready }
            let keys = try unwrapAllForChange(old, vault)
            var tree = try lending(keys) { () throws(KeychainError) in try verifiedTree(vault) }
            var keybag = vault.keybag
            keybag.deviceSecretID = secret.id
            keybag.sealedSecret = sealed
            let classes = KeyClass.allCases.filter { stretched != nil || !$0.needsPasscode }
            try rewrap(&keybag, keys, root: root, classes: classes, code, &tree)
            return (tree, keybag)
        }
        vault.adopt(keybag)
        if stretched == nil { vault.take(secret) }
        committed(tree, vault)
        if stretched == nil {
            retire(root, vault, progress: progress)
        } else {
            try finish(root, vault, progress: progress)
        }
        try ownSecretFile(keybag).destroy()
    }

    static let sealedAlready = KeychainError(
        .invalidArgument, "the device secret is sealed already",
        advice: "to seal it to other registers, run `holdfast vault unseal` first")

    /// Puts the device secret into a file of the vault's own, and then out of the hardware.
    ///
    /// - Parameters:
    ///   - root: the vault's root.
    ///   - vault: the vault.
    /// - Throws: `INVALID_ARGUMENT` if it is not sealed; else what keeps it from being written. The
    ///   file may be there already then, and the doctor says so.
    func unsealForGood(_ root: VaultRoot, _ vault: OpenVault) throws(KeychainError) {
        guard vault.keybag.sealedSecret != nil else { throw Self.notSealed }
        guard let bytes = root.deviceSecret else {
            throw KeychainError(.dataCorrupted, "the vault's root has no device secret")
        }
        let secret = DeviceSecret(
            id: vault.keybag.deviceSecretID, secret: bytes, machine: MachineID.hash())
        try putInOwnFile(secret, vault.keybag)
        try changeKeybag(root, vault) { (keybag, _) throws(KeychainError) in
            guard keybag.sealedSecret != nil else { throw Self.notSealed }
            keybag.sealedSecret = nil
        }
        vault.take(secret)
        scrub(vault)
    }

    private static let notSealed = KeychainError(
        .invalidArgument, "the device secret is not sealed; it lies in a file")

    /// A file of another secret under the vault's name is what an interrupted change left, and
    /// nothing depends on it: the vault names the sealed one.
    private func putInOwnFile(
        _ secret: DeviceSecret, _ keybag: Keybag
    ) throws(KeychainError) {
        let file = ownSecretFile(keybag)
        if try file.create(secret, random: configuration.random) { return }
        if try file.readIfWhole(warn: warn)?.id == secret.id { return }
        try file.destroy()
        guard try file.create(secret, random: configuration.random) else {
            throw KeychainError(
                StoreConflict.versionChanged, "another process changes the device secret's file")
        }
    }

    /// Whether there are files with the device secret that a sealed vault had.
    func hasUnsealedSecrets() throws(KeychainError) -> Bool {
        let vault = try requireVaultWithoutSecret()
        let (own, shared) = (
            try ownSecretFile(vault.keybag).exists(), try sharedSecretFile.exists()
        )
        return own || shared
    }

    /// Refuses a vault that has its device secret in a file.
    func requireSealed() throws(KeychainError) {
        guard try requireVaultWithoutSecret().keybag.sealedSecret != nil else {
            throw Self.notSealed
        }
    }

    /// Destroys the device secret's files that a sealed vault no longer needs.
    ///
    /// - Parameters:
    ///   - stretched: the stretched passcode; `nil` if the vault has none.
    ///   - vault: the vault.
    /// - Throws: `INVALID_ARGUMENT` if the vault is not sealed, what keeps the hardware from opening
    ///   it; every file is still there then.
    func destroyUnsealedSecrets(
        stretched: SecretBytes?, _ vault: OpenVault
    ) throws(KeychainError) {
        guard let sealed = vault.keybag.sealedSecret else { throw Self.notSealed }
        // What this process has in memory proves nothing: the hardware has to open it now.
        let secret = try unseal(sealed, stretched: stretched, vault.keybag)
        let root = try VaultRoot(
            stretched: stretched, deviceSecret: secret, vault: vault.keybag.vaultID)
        guard root.check == vault.keybag.rootCheck else {
            throw KeychainError(
                .dataCorrupted, "the vault's root does not fit its sealed device secret")
        }
        try ownSecretFile(vault.keybag).destroy()
        try sharedSecretFile.destroy()
    }

    private func requireVaultWithoutSecret() throws(KeychainError) -> OpenVault {
        guard let vault = try vaultWithoutSecret() else { throw Self.noVault }
        try vault.snapshot { () throws(KeychainError) in try vault.refreshKeybag() }
        return vault
    }

    static let noVault = KeychainError(
        .invalidArgument, "there is no vault yet", advice: "the first `holdfast set` makes it")
}
#endif
