#if os(Linux)
package import HoldfastCore

extension LinuxVault {
    /// Gives the open keys another time-out in the kernel's keyring; opens and brings back nothing.
    ///
    /// - Parameters:
    ///   - lease: how long the keys of the `whenUnlocked` classes have from now; `nil` leaves them.
    ///   - longestAge: how long those of the `afterFirstUnlock` classes have from the first call
    ///     after their unlock; `nil` leaves them.
    /// - Returns: whether there were keys of the `whenUnlocked` classes.
    /// - Throws: `UNSUPPORTED` where the keyring is refused; what else keeps the vault from being
    ///   looked at.
    @discardableResult
    package func renewKeys(
        for lease: Duration?, longestAge: Duration?
    ) async throws(KeychainError) -> Bool {
        try await run { (core) throws(KeychainError) in
            try core.renewKeys(for: lease, longestAge: longestAge)
        }
    }
}

extension LinuxVault {
    /// Closes the vault's file, on the vault's own thread, until the next call.
    ///
    /// An agent that kept it open would keep others from putting its log away.
    package func letGo() {
        queue.enqueue { self.close() }
    }
}

extension VaultCore {
    func renewKeys(
        for lease: Duration?, longestAge: Duration?
    ) throws(KeychainError) -> Bool {
        guard let vault = try vault() else { return false }
        try vault.snapshot { () throws(KeychainError) in try vault.refreshKeybag() }
        guard vault.keybag.passcode != nil else { return false }
        var isOpen = false
        for slot in vault.keybag.slots where slot.keyClass != .passcodeGate {
            let name = ClassKeyName(vaultID: vault.keybag.vaultID, slot: slot)
            if slot.keyClass.staysWhileLocked {
                if let longestAge { try configuration.keyCache.limit(name, to: longestAge) }
            } else if let lease, try configuration.keyCache.renew(name, for: lease) {
                isOpen = true
            }
        }
        return isOpen
    }

    /// How long the keys of the `whenUnlocked` classes stay after an unlock: shorter where an agent
    /// will renew them, so that they do not outlive it.
    var unlockLifetime: Duration {
        AgentMark(configuration.location).isTaken
            ? min(AgentTimes.lease, configuration.unlockTimeout) : configuration.unlockTimeout
    }
}
#endif
