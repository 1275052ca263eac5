#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// What opens a vault whose device secret or passcode is lost.
struct RescueEntry: Sendable {
    /// The code from paper.
    let code: RescueCode
    /// The passcode so far, stretched, if it is known; without it, what only it opens is lost.
    let passcode: SecretBytes?
    /// The passcode from now on; `nil` for none.
    let newPasscode: NewPasscode?
    /// The code from now on.
    let newCode: RescueCode
}

extension VaultCore {
    /// Begins a try of the passcode of a vault that is about to be rescued.
    func beginRescueTry() throws(KeychainError) -> PasscodeTry {
        try beginTry(try vaultToRescue())
    }

    /// Opens a vault with its rescue code, and puts it under a device secret in a file of its own.
    ///
    /// The file is there before the vault names it: whoever is killed in between has the vault as
    /// it was, and the next attempt adopts the file. All classes get new keys, because an old copy
    /// of the vault opens with the old code.
    ///
    /// - Returns: how many items were lost, because they need a passcode that was not given.
    /// - Throws: `AUTH_FAILED` for another code or a wrong passcode, `DATA_CORRUPTED` for a damaged
    ///   wrap; the vault is as it was.
    func rescue(
        _ entry: RescueEntry, progress: Progress?
    ) throws(KeychainError) -> Int {
        let vault = try vaultToRescue()
        try vault.snapshot { () throws(KeychainError) in try vault.refreshKeybag() }
        // Before anything is written; and again under the lock that excludes other processes.
        _ = try rescuedKeys(entry, vault.keybag)
        let secret = try newOwnSecret(vault.keybag)
        let root = try VaultRoot(
            stretched: entry.newPasscode?.stretched, deviceSecret: secret.secret,
            vault: vault.keybag.vaultID)
        var dropped: [KeySlot] = []
        let (tree, keybag, count) = try vault.change { () throws(KeychainError) in
            try vault.refreshKeybag()
            dropped = vault.keybag.slots
            let keys = try rescuedKeys(entry, vault.keybag)
            var tree = try lending(keys) { () throws(KeychainError) in try verifiedTree(vault) }
            let count = try invalidateItems(&tree, .keyLost) { Self.isLost($0, keys) }
            let keybag = try rescued(vault.keybag, keys, entry, secret.id, root: root, &tree)
            return (tree, keybag, count)
        }
        vault.adopt(keybag)
        vault.take(secret)
        committed(tree, vault)
        if entry.passcode != nil { forgetTries(vault) }
        grant = nil
        for slot in dropped where keybag.keys[slot] == nil { try drop(slot, vault) }
        if entry.newPasscode == nil {
            retire(root, vault, progress: progress)
        } else {
            try finish(root, vault, progress: progress)
        }
        return count
    }

    /// The secret of the vault's own file, made if there is none or no whole one.
    private func newOwnSecret(_ keybag: Keybag) throws(KeychainError) -> DeviceSecret {
        let file = ownSecretFile(keybag)
        if try file.exists(), try file.readIfWhole(warn: warn) == nil { try file.destroy() }
        return try file.readOrCreate(
            random: configuration.random, machine: MachineID.hash(), warn: warn)
    }

    private func vaultToRescue() throws(KeychainError) -> OpenVault {
        guard let vault = try vaultWithoutSecret() else {
            throw KeychainError(.invalidArgument, "there is no vault to rescue")
        }
        return vault
    }

    /// The keys that code and passcode open.
    private func rescuedKeys(
        _ entry: RescueEntry, _ keybag: Keybag
    ) throws(KeychainError) -> [KeySlot: SecretBytes] {
        guard let rescue = keybag.rescue else { throw Self.noRescueCode }
        let rescueRoot = try rescue.root(entry.code, keybag)
        let keys = try rescue.unwrapKeys(rescueRoot, keybag)
        guard let passcode = entry.passcode else { return keys }
        let oldRoot = try VaultRoot(
            stretched: passcode, deviceSecret: try rescue.unwrapSecret(rescueRoot, keybag),
            vault: keybag.vaultID)
        guard oldRoot.check == keybag.rootCheck else {
            throw KeychainError(.authFailed, "the passcode is wrong; the rescue code is right")
        }
        return try keybag.unwrapAll(oldRoot)
    }

    private func rescued(
        _ old: Keybag, _ keys: [KeySlot: SecretBytes], _ entry: RescueEntry, _ secretID: [UInt8],
        root: VaultRoot, _ tree: inout Tree
    ) throws(KeychainError) -> Keybag {
        var keybag = old
        let isOpen = entry.newPasscode == nil
        keybag.passcode = entry.newPasscode?.settings
        keybag.deviceSecretID = secretID
        keybag.sealedSecret = nil
        keybag.removeKeys { keys[$0] == nil || (isOpen && $0.keyClass.needsPasscode) }
        let classes = KeyClass.allCases.filter { !isOpen || !$0.needsPasscode }
        try rewrap(&keybag, keys, root: root, classes: classes, entry.newCode, &tree)
        return keybag
    }

    private static func isLost(_ row: ItemRow, _ keys: [KeySlot: SecretBytes]) -> Bool {
        guard !row.isTombstone else { return false }
        let gate = KeySlot(keyClass: .passcodeGate, generation: row.gateGeneration)
        return keys[row.slot] == nil || (row.gateGeneration != 0 && keys[gate] == nil)
    }
}
#endif
