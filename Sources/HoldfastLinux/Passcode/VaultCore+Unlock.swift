#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// Where unlocked keys are kept.
public enum KeyScope: Sendable, Equatable {
    /// In the kernel's keyring of the user, for all of the user's processes, until a lock, a
    /// time-out or a restart of the machine.
    case kernelKeyring
    /// In this vault object alone.
    case process
}

extension VaultCore {
    /// Puts the class keys within reach.
    ///
    /// - Throws: `UNSUPPORTED` with the ways out where the kernel keyring is refused,
    ///   `DATA_CORRUPTED` if a record does not open under the right root.
    func unlock(
        _ root: VaultRoot, _ vault: OpenVault, scope: KeyScope
    ) throws(KeychainError) {
        let keys = try vault.keybag.unwrapAll(root)
        // An agent renews what is in the keyring; what this process holds is its own.
        let timeout = scope == .kernelKeyring ? unlockLifetime : configuration.unlockTimeout
        for (slot, key) in keys where slot.keyClass != .passcodeGate {
            let name = ClassKeyName(vaultID: vault.keybag.vaultID, slot: slot)
            let lifetime = slot.keyClass.staysWhileLocked ? nil : timeout
            switch scope {
            case .process: processKeys.keep(key, as: name, lifetime: lifetime)
            case .kernelKeyring: try keepInKeyring(key, name, lifetime)
            }
        }
    }

    private func keepInKeyring(
        _ key: SecretBytes, _ name: ClassKeyName, _ lifetime: Duration?
    ) throws(KeychainError) {
        do throws(KeychainError) {
            try configuration.keyCache.keep(key, as: name, lifetime: lifetime)
        } catch {
            throw KeychainError(
                .unsupported,
                "the passcode is right, but this system refuses the kernel keyring"
                    + " (\(error.nativeDomain ?? "") \(error.nativeCode ?? 0))",
                nativeDomain: error.nativeDomain, nativeCode: error.nativeCode,
                advice: KernelKeyring.waysOut)
        }
    }

    /// Drops class keys, whatever has become of the device secret: locking needs no key.
    ///
    /// - Parameter alsoAfterFirstUnlock: whether to drop all of them, as a restart would.
    /// - Throws: `PASSCODE_NOT_SET` if there is no passcode: nothing would be locked.
    func lock(alsoAfterFirstUnlock: Bool) throws(KeychainError) {
        guard let vault = try vaultWithoutSecret() else { throw Self.noPasscode }
        try vault.snapshot { () throws(KeychainError) in try vault.refreshKeybag() }
        guard vault.keybag.passcode != nil else { throw Self.noPasscode }
        forgetPerson()
        for slot in vault.keybag.slots
        where alsoAfterFirstUnlock || !slot.keyClass.staysWhileLocked {
            try drop(slot, vault)
        }
    }

    /// Drops one key everywhere.
    func drop(_ slot: KeySlot, _ vault: OpenVault) throws(KeychainError) {
        let name = ClassKeyName(vaultID: vault.keybag.vaultID, slot: slot)
        processKeys.drop(name)
        vault.forget(slot)
        if slot.keyClass == .metadata { vault.index = nil }
        do throws(KeychainError) {
            try configuration.keyCache.drop(name)
        } catch  where error.nativeDomain == "keyutils" {
            // A keyring that cannot be used holds nothing of ours.
        }
    }

    /// Opens the passcode gate for items that ask at each use.
    func openGates(
        _ root: VaultRoot, _ vault: OpenVault
    ) throws(KeychainError) -> [UInt32: SecretBytes] {
        var gates: [UInt32: SecretBytes] = [:]
        for (slot, wrapped) in vault.keybag.keys where slot.keyClass == .passcodeGate {
            gates[slot.generation] = try wrapped.unwrap(
                slot, vault: vault.keybag.vaultID, root: root)
        }
        // Kept only where an answer is to hold: an item that asks at each use leaves no key behind.
        let lifetime = max(wantedValidity, configuration.fingerAfterPasscode)
        if lifetime > .zero {
            grant = Grant(
                gates: gates, time: configuration.clock.sinceBoot, lifetime: lifetime)
        }
        return gates
    }
}
#endif
