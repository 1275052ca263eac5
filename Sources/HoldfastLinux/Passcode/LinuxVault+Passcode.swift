#if os(Linux)
public import HoldfastCore
public import HoldfastCrypto

extension LinuxVault {
    /// Opens the vault with its passcode, as unlocking a phone does.
    ///
    /// The keys of the `afterFirstUnlock` classes then stay until the machine starts anew, those of
    /// the `whenUnlocked` classes until ``lock(alsoAfterFirstUnlock:)`` or the time-out.
    ///
    /// - Parameters:
    ///   - passcode: 1 to 1024 bytes.
    ///   - scope: where the keys are kept.
    /// - Throws: `AUTH_FAILED` for a wrong passcode, `LOCKOUT` while the brake is on,
    ///   `PASSCODE_NOT_SET`, `UNSUPPORTED` with the ways out where the kernel keyring is refused,
    ///   `DATA_CORRUPTED` if the vault's key records are damaged.
    /// - Complexity: one Argon2id of the vault's cost: about 64 MiB and 0.15 s.
    public func unlock(
        with passcode: SecretBytes, keeping scope: KeyScope = .kernelKeyring
    ) async throws(KeychainError) {
        let (attempt, stretched) = try await stretch(passcode)
        try await run { (core) throws(KeychainError) in
            let (root, vault) = try core.endTry(attempt, stretched: stretched)
            try core.unlock(root, vault, scope: scope)
            if !vault.isReadOnly { core.retire(root, vault, progress: nil) }
        }
    }

    /// Takes the keys of the `whenUnlocked` classes out of reach of all processes.
    ///
    /// - Parameter alsoAfterFirstUnlock: whether to take the others too, as a restart would.
    /// - Throws: `PASSCODE_NOT_SET` if there is no passcode: then locking means nothing.
    public func lock(alsoAfterFirstUnlock: Bool = false) async throws(KeychainError) {
        try await run { (core) throws(KeychainError) in
            try core.lock(alsoAfterFirstUnlock: alsoAfterFirstUnlock)
        }
    }

    /// Sets a passcode on a vault without one, making the vault if there is none; it is unlocked
    /// then.
    ///
    /// - Parameters:
    ///   - passcode: 1 to 1024 bytes. Its length is what protects a stolen disk.
    ///   - rescueCode: wraps the new keys as well; must be given if the vault has a rescue code,
    ///     which may be the same.
    ///   - progress: told how many values of how many are under new keys.
    /// - Throws: `INVALID_ARGUMENT` if it is empty, too long or one is set, or if the rescue code is
    ///   missing. If it is cut, the next unlock goes on.
    public func setPasscode(
        _ passcode: SecretBytes, rescueCode: RescueCode? = nil,
        progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil
    ) async throws(KeychainError) {
        try VaultCore.check(passcode)
        try await run { (core) throws(KeychainError) in try core.checkNoPasscode() }
        let new = try await newPasscode(passcode)
        try await run { (core) throws(KeychainError) in
            try core.setPasscode(new, rescueCode: rescueCode, progress: progress)
        }
    }

    /// Exchanges the passcode; the vault is unlocked then.
    ///
    /// - Parameters:
    ///   - old: the passcode so far.
    ///   - new: 1 to 1024 bytes.
    ///   - isLeaked: whether somebody else may know the old one. Then all keys are drawn anew and
    ///     every value is sealed again; otherwise the same keys are wrapped again.
    ///   - rescueCode: wraps the keys as well; must be given if the vault has a rescue code and the
    ///     keys are drawn anew. Without it, a rescue code goes on opening the same keys.
    ///   - progress: told how many values of how many are under new keys.
    /// - Throws: as ``unlock(with:keeping:)``, and `INVALID_ARGUMENT` if the new one is the old one,
    ///   which is not tried then. If it is cut after the exchange, the next unlock goes on.
    public func changePasscode(
        from old: SecretBytes, to new: SecretBytes, isLeaked: Bool = false,
        rescueCode: RescueCode? = nil,
        progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil
    ) async throws(KeychainError) {
        try VaultCore.check(new)
        guard new != old else { throw VaultCore.samePasscode }
        let (attempt, stretched) = try await stretch(old)
        let root = try await run { (core) throws(KeychainError) in
            try core.endTry(attempt, stretched: stretched).root
        }
        let new = try await newPasscode(new)
        try await run { (core) throws(KeychainError) in
            try core.changePasscode(
                root, to: new, isLeaked: isLeaked, rescueCode: rescueCode, progress: progress)
        }
    }

    /// Removes the passcode.
    ///
    /// Items of class `whenPasscodeSetThisDeviceOnly`, and items that ask for the passcode, lose
    /// their values: they answer `KEY_INVALIDATED` from then on. Everything else is readable
    /// always.
    ///
    /// - Parameters:
    ///   - passcode: the passcode.
    ///   - rescueCode: wraps the new keys as well; must be given if the vault has a rescue code.
    ///   - progress: told how many values of how many are under new keys.
    /// - Returns: how many items were invalidated.
    /// - Throws: as ``unlock(with:keeping:)``, and `INVALID_ARGUMENT` if the rescue code is missing;
    ///   nothing is changed then.
    @discardableResult
    public func removePasscode(
        _ passcode: SecretBytes, rescueCode: RescueCode? = nil,
        progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil
    ) async throws(KeychainError) -> Int {
        let (attempt, stretched) = try await stretch(passcode)
        return try await run { (core) throws(KeychainError) in
            let root = try core.endTry(attempt, stretched: stretched).root
            return try core.removePasscode(root, rescueCode: rescueCode, progress: progress)
        }
    }

    /// How many items ``removePasscode(_:progress:)`` would invalidate.
    ///
    /// - Returns: 0 if there is no vault.
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock.
    public func countOfItemsBoundToPasscode() async throws(KeychainError) -> Int {
        try await run { (core) throws(KeychainError) in try core.countOfItemsBoundToPasscode() }
    }

    // MARK: - Steps

    /// Asks for the passcode and opens the gate of items that ask at each use.
    func askForGates(_ prompt: Prompt) async throws(KeychainError) -> [UInt32: SecretBytes] {
        guard let source = configuration.passcodeSource else {
            throw KeychainError(
                .noActivity, "the item asks for the passcode, and nobody can be asked here")
        }
        let (attempt, stretched) = try await stretch(try await source.passcode(for: prompt))
        return try await run { (core) throws(KeychainError) in
            let (root, vault) = try core.endTry(attempt, stretched: stretched)
            return try core.openGates(root, vault)
        }
    }

    /// Counts a try, waits if it must, and stretches the passcode without holding the vault.
    func stretch(
        _ passcode: SecretBytes
    ) async throws(KeychainError) -> (PasscodeTry, SecretBytes) {
        try VaultCore.check(passcode)
        let attempt = try await run { (core) throws(KeychainError) in try core.beginTry() }
        if attempt.wait > .zero { try await configuration.clock.sleep(for: attempt.wait) }
        let stretched = try await queue.run { () throws(KeychainError) in
            try VaultRoot.stretch(passcode, attempt.settings)
        }
        return (attempt, stretched)
    }

    func newPasscode(_ passcode: SecretBytes) async throws(KeychainError) -> NewPasscode {
        let settings = try await run { (core) throws(KeychainError) in try core.newSettings() }
        let stretched = try await queue.run { () throws(KeychainError) in
            try VaultRoot.stretch(passcode, settings)
        }
        return NewPasscode(settings: settings, stretched: stretched)
    }
}

extension VaultCore {
    /// Whether a passcode is set now.
    func hasPasscode() throws(KeychainError) -> Bool {
        guard let vault = try vault() else { return false }
        try vault.snapshot { () throws(KeychainError) in try vault.refreshKeybag() }
        return vault.keybag.passcode != nil
    }
}
#endif
