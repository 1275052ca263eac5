#if os(Linux)
import HoldfastCore
import HoldfastCrypto

extension VaultCore {
    func status() throws(KeychainError) -> VaultStatus {
        var status = VaultStatus(location: configuration.location)
        let secret = deviceSecretState(&status)
        guard try files.inspect(warn: warn) == .present else { return status }
        status.exists = true
        let vault: OpenVault
        do throws(KeychainError) {
            guard let opened = try self.vault() else { return status }
            vault = opened
        } catch  where error.code == .keyInvalidated {
            status.deviceSecret = secret == nil ? .missing : .otherDevice
            status.availability = .unavailable(error)
            return status
        }
        try vault.snapshot { () throws(KeychainError) in try vault.refreshKeybag() }
        fill(&status, vault.keybag)
        try fillTries(&status, vault)
        status.availability = try availability(vault)
        status.unlockedUntilSeconds = try remainingSeconds(vault)
        if status.availability != .beforeFirstUnlock { status.itemCount = try count(vault) }
        return status
    }

    /// What can be answered now.
    func availability() -> StoreAvailability {
        do throws(KeychainError) {
            guard let vault = try vault() else { return .unlocked }
            try vault.snapshot { () throws(KeychainError) in try vault.refreshKeybag() }
            return try availability(vault)
        } catch {
            return .unavailable(error)
        }
    }

    private func availability(_ vault: OpenVault) throws(KeychainError) -> StoreAvailability {
        guard vault.keybag.passcode != nil else { return .unlocked }
        func isInReach(_ keyClass: KeyClass) throws(KeychainError) -> Bool {
            try keyInReach(try currentSlot(keyClass, vault), vault) != nil
        }
        do throws(KeychainError) {
            guard try isInReach(.metadata) else { return .beforeFirstUnlock }
            return try isInReach(.whenUnlocked) ? .unlocked : .locked
        } catch  where error.nativeDomain == "keyutils" {
            // Where the keyring is refused, nothing has been unlocked as far as anyone can tell.
            return .beforeFirstUnlock
        }
    }

    private func fill(_ status: inout VaultStatus, _ keybag: Keybag) {
        status.formatVersion = Int(Keybag.format)
        status.vaultID = keybag.vaultID.hex
        status.created = keybag.created
        status.hasPasscode = keybag.passcode != nil
        status.isLockAdvisory = keybag.passcode == nil
        status.retiringKeyCount = keybag.retiring.count
    }

    private func fillTries(
        _ status: inout VaultStatus, _ vault: OpenVault
    ) throws(KeychainError) {
        let record = try vault.snapshot { () throws(KeychainError) in
            try vault.database.attempts()
        }
        status.failedTries = record.failures
        let remaining = PasscodeBrake.remaining(record, clock: configuration.clock)
        if remaining > .zero { status.nextTryInSeconds = Int(remaining.components.seconds) + 1 }
    }

    private func remainingSeconds(_ vault: OpenVault) throws(KeychainError) -> Int? {
        guard vault.keybag.passcode != nil else { return nil }
        let slot = try currentSlot(.whenUnlocked, vault)
        let name = ClassKeyName(vaultID: vault.keybag.vaultID, slot: slot)
        if let own = processKeys.remainingLifetime(name) { return Int(own.components.seconds) }
        do throws(KeychainError) {
            return try configuration.keyCache.remainingLifetime(name)
                .map { Int($0.components.seconds) }
        } catch  where error.nativeDomain == "keyutils" {
            return nil
        }
    }

    private func count(_ vault: OpenVault) throws(KeychainError) -> Int {
        try reading(vault) { (tree) throws(KeychainError) in
            var count = 0
            try forEachBucket(&tree) { (bucket) throws(KeychainError) in
                count += bucket.entryCount
            }
            return count
        }
    }

    private func deviceSecretState(_ status: inout VaultStatus) -> DeviceSecret? {
        do throws(KeychainError) {
            guard let secret = try secretFile.read(warn: warn) else { return nil }
            status.deviceSecret = .file
            status.hasMoved = secret.isAway(from: MachineID.hash())
            return secret
        } catch {
            status.deviceSecret = .damaged
            return nil
        }
    }
}
#endif
