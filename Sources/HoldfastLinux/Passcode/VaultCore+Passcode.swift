#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// A new passcode, stretched under new settings and ready to be set.
struct NewPasscode: Sendable {
    let settings: PasscodeSettings
    let stretched: SecretBytes
}

extension VaultCore {
    /// Told how many items of how many are done.
    typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

    /// The most bytes that a passcode may have.
    static let maximumPasscodeByteCount = 1024

    static func check(_ passcode: SecretBytes) throws(KeychainError) {
        guard (1...maximumPasscodeByteCount).contains(passcode.count) else {
            throw KeychainError(
                .invalidArgument,
                "a passcode has 1 to \(maximumPasscodeByteCount) bytes")
        }
    }

    /// Whoever changes a passcode wants the old one to be worth nothing, and would believe it is.
    static let samePasscode = KeychainError(
        .invalidArgument, "the new passcode is the old one; nothing was changed",
        advice: "choose another one")

    /// Draws settings for a new passcode.
    func newSettings() throws(KeychainError) -> PasscodeSettings {
        let salt = try crypto { () throws(CryptoError) in
            try configuration.random.bytes(PasscodeSettings.saltByteCount)
        }
        return try PasscodeSettings(
            memoryKiB: configuration.passcodeMemoryKiB,
            iterations: configuration.passcodeIterations, salt: salt)
    }

    /// Refuses to set a passcode where there is one.
    func checkNoPasscode() throws(KeychainError) {
        let vault = try vaultOrNew()
        try vault.snapshot { () throws(KeychainError) in try vault.refreshKeybag() }
        guard vault.keybag.passcode == nil else { throw Self.passcodeIsSet }
    }

    private static let passcodeIsSet = KeychainError(
        .invalidArgument, "the vault has a passcode already",
        advice: "change it with `holdfast passcode change`")

    /// Puts a vault without a passcode under one.
    ///
    /// All classes get new keys: the old ones were wrapped by the device secret alone, and an old
    /// copy of the vault would open what is written from now on.
    func setPasscode(
        _ new: NewPasscode, rescueCode: RescueCode?, progress: Progress?
    ) throws(KeychainError) {
        try checkNoPasscode()
        let vault = try vaultOrNew()
        let oldRoot = try root(stretched: nil, vault)
        let next = try nextRoot(new.stretched, oldRoot, vault.keybag)
        let (tree, keybag) = try vault.change { () throws(KeychainError) in
            var tree = try verifiedTree(vault)
            guard vault.keybag.passcode == nil else { throw Self.passcodeIsSet }
            let keys = try unwrapAllForChange(oldRoot, vault)
            var keybag = vault.keybag
            keybag.passcode = new.settings
            try next.enter(&keybag)
            try rewrap(
                &keybag, keys, root: next.root, classes: KeyClass.allCases, rescueCode, &tree)
            return (tree, keybag)
        }
        vault.adopt(keybag)
        committed(tree, vault)
        try finish(next.root, vault, progress: progress)
    }

    /// Wraps all keys under a new passcode; with a leaked one, draws new keys as well.
    func changePasscode(
        _ oldRoot: VaultRoot, to new: NewPasscode, isLeaked: Bool, rescueCode: RescueCode?,
        progress: Progress?
    ) throws(KeychainError) {
        let vault = try requireVault()
        let next = try nextRoot(new.stretched, oldRoot, vault.keybag)
        let (tree, keybag) = try vault.change { () throws(KeychainError) in
            try vault.refreshKeybag()
            let keys = try unwrapAllForChange(oldRoot, vault)
            var tree = try lending(keys) { () throws(KeychainError) in try verifiedTree(vault) }
            var keybag = vault.keybag
            keybag.passcode = new.settings
            try next.enter(&keybag)
            let classes = isLeaked ? KeyClass.allCases : []
            try rewrap(&keybag, keys, root: next.root, classes: classes, rescueCode, &tree)
            return (tree, keybag)
        }
        vault.adopt(keybag)
        committed(tree, vault)
        try finish(next.root, vault, progress: progress)
    }

    /// Takes the passcode away in one transaction.
    ///
    /// Destroys the keys that exist only with one, wraps the others under the device secret, and
    /// leaves tombstones for what was bound to it.
    ///
    /// - Returns: how many items were invalidated.
    func removePasscode(
        _ oldRoot: VaultRoot, rescueCode: RescueCode?, progress: Progress?
    ) throws(KeychainError) -> Int {
        let vault = try requireVault()
        let next = try nextRoot(nil, oldRoot, vault.keybag)
        var dropped: [KeySlot] = []
        let (tree, keybag, count) = try vault.change { () throws(KeychainError) in
            try vault.refreshKeybag()
            dropped = vault.keybag.slots
            let keys = try unwrapAllForChange(oldRoot, vault)
            var tree = try lending(keys) { () throws(KeychainError) in try verifiedTree(vault) }
            let count = try invalidateItems(&tree, .passcodeRemoved, Self.isBoundToPasscode)
            var keybag = vault.keybag
            keybag.passcode = nil
            keybag.removeKeys { $0.keyClass.needsPasscode }
            try next.enter(&keybag)
            let classes = KeyClass.allCases.filter { !$0.needsPasscode }
            try rewrap(&keybag, keys, root: next.root, classes: classes, rescueCode, &tree)
            return (tree, keybag, count)
        }
        vault.adopt(keybag)
        committed(tree, vault)
        forgetPerson()
        // Only now from the keyring: until the commit, its keys were the vault's.
        for slot in dropped { try drop(slot, vault) }
        retire(next.root, vault, progress: progress)
        return count
    }

    /// How many items would be lost with the passcode.
    func countOfItemsBoundToPasscode() throws(KeychainError) -> Int {
        guard let vault = try vault() else { return 0 }
        return try reading(vault) { (tree) throws(KeychainError) in
            var count = 0
            try forEachRow(&tree) { (row, _, _) throws(KeychainError) in
                if Self.isBoundToPasscode(row) { count += 1 }
            }
            return count
        }
    }

    // MARK: - Steps

    private static func isBoundToPasscode(_ row: ItemRow) -> Bool {
        !row.isTombstone
            && (row.gateGeneration != 0 || row.slot.keyClass == .whenPasscodeSetThisDeviceOnly)
    }

    /// All keys under the root that the caller's passcode gave, if it still is the vault's.
    func unwrapAllForChange(
        _ root: VaultRoot, _ vault: OpenVault
    ) throws(KeychainError) -> [KeySlot: SecretBytes] {
        guard root.check == vault.keybag.rootCheck else {
            throw KeychainError(
                StoreConflict.versionChanged, "the passcode was changed by another process")
        }
        return try vault.keybag.unwrapAll(root)
    }

    /// Stores a keybag with all keys under another root, new generations of some classes, and the
    /// tree under it.
    ///
    /// - Parameters:
    ///   - keybag: the record to store; gets the wraps.
    ///   - keys: all keys of the keybag.
    ///   - root: the new root.
    ///   - classes: those that get a new generation.
    ///   - rescueCode: wraps all keys a second time; `nil` leaves the second wrap as it is.
    ///   - tree: the verified tree.
    /// - Throws: `INVALID_ARGUMENT` if a code is missing that new keys would have to be wrapped
    ///   under: no change makes a code on paper worthless in silence.
    func rewrap(
        _ keybag: inout Keybag, _ keys: [KeySlot: SecretBytes], root: VaultRoot,
        classes: [KeyClass], _ rescueCode: RescueCode?, _ tree: inout Tree
    ) throws(KeychainError) {
        guard rescueCode != nil || classes.isEmpty || keybag.rescue == nil else {
            throw Self.rescueCodeIsMissing
        }
        try keybag.rewrap(keys, root: root, random: configuration.random)
        var keys = keys
        for keyClass in classes {
            let key = try keybag.addGeneration(
                of: keyClass, root: root, random: configuration.random)
            if let slot = keybag.current(keyClass) { keys[slot] = key }
        }
        keybag.serial += 1
        if classes.contains(.metadata), let slot = keybag.current(.metadata), let key = keys[slot] {
            tree = try rebuilt(tree, under: key, &keybag)
        }
        if let rescueCode { try wrap(&keybag, keys, root: root, under: rescueCode) }
        try tree.vault.database.put(keybag)
        try tree.storeRoot(with: keybag)
    }

    /// Leaves tombstones for some items.
    ///
    /// - Returns: how many they were.
    func invalidateItems(
        _ tree: inout Tree, _ reason: Invalidation.Reason, _ isLost: (ItemRow) -> Bool
    ) throws(KeychainError) -> Int {
        var bound: [(row: ItemRow, tag: [UInt8])] = []
        try forEachRow(&tree) { (row, tag, _) throws(KeychainError) in
            if isLost(row) { bound.append((row, tag)) }
        }
        let invalidation = Invalidation(
            reason: reason, time: configuration.clock.now)
        for (row, tag) in bound {
            try tree.put(try tombstone(of: row, invalidation, tree), tag: tag)
        }
        return bound.count
    }

    private func tombstone(
        of row: ItemRow, _ invalidation: Invalidation, _ tree: Tree
    ) throws(KeychainError) -> ItemRow {
        var metadata = try checkedMetadata(of: row, tree)
        metadata.invalidation = invalidation
        metadata.byteCount = 0
        let version = tree.root.sequence + 1
        let salt = try crypto { () throws(CryptoError) in
            try configuration.random.bytes(ItemRow.saltByteCount)
        }
        return ItemRow(
            id: row.id, version: version, isTombstone: true, slot: row.slot, gateGeneration: 0,
            salt: salt,
            metadata: try tree.seal.sealMetadata(
                metadata, id: row.id, version: version, salt: salt),
            valueDigest: SHA256.hash([]), value: [])
    }

    /// After a change of the passcode: unlocked as before, old keys on their way out.
    func finish(
        _ root: VaultRoot, _ vault: OpenVault, progress: Progress?
    ) throws(KeychainError) {
        forgetPerson()
        do throws(KeychainError) {
            try unlock(root, vault, scope: .kernelKeyring)
        } catch  where error.code == .unsupported {
            // The passcode is set; only there is no keyring that could hold the keys.
            warn(error.message)
        }
        retire(root, vault, progress: progress)
    }
}
#endif
