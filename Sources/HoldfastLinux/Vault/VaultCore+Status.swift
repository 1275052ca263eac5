#if os(Linux)
import HoldfastCore
import HoldfastCrypto

extension VaultCore {
    func status() throws(KeychainError) -> VaultStatus {
        var status = VaultStatus(location: configuration.location)
        status.isWatched = AgentMark(configuration.location).isTaken
        guard try files.inspect(warn: warn) == .present, let vault = try vaultWithoutSecret() else {
            if try sharedSecretFile.exists() { status.deviceSecret = .file }
            return status
        }
        status.exists = true
        try vault.snapshot { () throws(KeychainError) in try vault.refreshKeybag() }
        fill(&status, vault.keybag)
        try fillTries(&status, vault)
        let export = try exportNote(vault.keybag).read()
        status.lastExport = export?.time
        status.lastExportOmissions = export?.omissions
        status.lastExportMisses = export?.misses
        if let problem = try fillSecret(&status, vault) {
            status.availability = .unavailable(problem)
            return status
        }
        status.availability = try availability(vault)
        if case .unavailable = status.availability { return status }
        status.unlockedUntilSeconds = try remainingSeconds(vault)
        if status.availability != .beforeFirstUnlock { status.itemCount = try count(vault) }
        return status
    }

    /// Notes that the vault was exported just now, but for some items.
    func noteExport(omissions: Int, misses: Int) throws(KeychainError) {
        guard let vault = try vaultWithoutSecret() else { return }
        try exportNote(vault.keybag).write(
            ExportNote.Content(
                time: configuration.clock.now, omissions: omissions, misses: misses))
    }

    private func exportNote(_ keybag: Keybag) -> ExportNote {
        ExportNote(path: files.exportNote, vaultID: keybag.vaultID)
    }

    /// What can be answered now.
    ///
    /// - Parameter rest: for how long hardware that refused is believed and not asked again.
    /// - Returns: the state; `unavailable` with what keeps it from being found out.
    func availability(restingHardwareFor rest: Duration) -> StoreAvailability {
        do throws(KeychainError) {
            guard let vault = try vault() else { return .unlocked }
            try vault.snapshot { () throws(KeychainError) in try vault.refreshKeybag() }
            return try availability(vault, restingHardwareFor: rest)
        } catch {
            return .unavailable(error)
        }
    }

    private func availability(
        _ vault: OpenVault, restingHardwareFor rest: Duration = .zero
    ) throws(KeychainError) -> StoreAvailability {
        guard vault.keybag.passcode != nil else { return withoutPasscode(vault, rest) }
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

    /// Without a passcode nothing is ever locked, but hardware may not open its seal.
    private func withoutPasscode(_ vault: OpenVault, _ rest: Duration) -> StoreAvailability {
        guard vault.keybag.sealedSecret != nil else { return .unlocked }
        let now = configuration.clock.sinceBoot
        if vault.deviceSecret == nil, let refusal = vault.refusalOfSeal, now - refusal.time < rest {
            return .unavailable(refusal.error)
        }
        do throws(KeychainError) {
            _ = try root(stretched: nil, vault)
            return .unlocked
        } catch {
            vault.refusalOfSeal = (error, now)
            return .unavailable(error)
        }
    }

    private func fill(_ status: inout VaultStatus, _ keybag: Keybag) {
        status.formatVersion = Int(keybag.format)
        status.vaultID = keybag.vaultID.hex
        status.created = keybag.created
        status.hasPasscode = keybag.passcode != nil
        status.isLockAdvisory = keybag.passcode == nil
        status.retiringKeyCount = keybag.retiring.count
        status.rescueCodeCreated = keybag.rescue?.created
        status.classes = ClassProtection.all(keybag)
    }

    private func fillTries(
        _ status: inout VaultStatus, _ vault: OpenVault
    ) throws(KeychainError) {
        let record = try vault.snapshot { () throws(KeychainError) in
            try vault.database.attempts()
        }
        status.failedTries = record.failures
        let remaining = PasscodeBrake.remaining(record, clock: configuration.clock)
        if remaining > .zero {
            status.lockout = .brake
            status.nextTryInSeconds = Int(remaining.components.seconds) + 1
        }
        if vault.keybag.sealedSecret?.needsPasscode == true { fillLockout(&status) }
        let now = configuration.clock.now.seconds
        status.nextTry = status.nextTryInSeconds.map { UnixTime(seconds: now + Int64($0)) }
    }

    /// What the hardware says of wrong tries; that it cannot be asked is a part of the status.
    private func fillLockout(_ status: inout VaultStatus) {
        do throws(KeychainError) {
            guard let refusal = try sealer().lockout() else { return }
            let brake = status.nextTryInSeconds ?? 0
            status.lockout = .tpm
            status.nextTryInSeconds = refusal.longestSeconds.map { max($0, brake) }
        } catch {
            status.tpmProblem = error
        }
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

    /// Where the device secret is.
    ///
    /// - Returns: why it is out of reach, where that is known without asking hardware.
    private func fillSecret(
        _ status: inout VaultStatus, _ vault: OpenVault
    ) throws(KeychainError) -> KeychainError? {
        if let sealed = vault.keybag.sealedSecret {
            status.deviceSecret = .sealed
            status.sealedToRegisters = sealed.registers.sorted()
            return nil
        }
        do throws(KeychainError) {
            let secret = try deviceSecret(of: vault, stretched: nil)
            status.deviceSecret = .file
            status.hasMoved = secret.isAway(from: MachineID.hash())
            return nil
        } catch  where error.code == .keyInvalidated || error.code == .interactionNotAllowed {
            let (shared, own) = (
                try sharedSecretFile.exists(), try ownSecretFile(vault.keybag).exists()
            )
            status.deviceSecret = shared || own ? .otherDevice : .missing
            return error
        } catch {
            status.deviceSecret = .damaged
            return error
        }
    }
}
#endif
