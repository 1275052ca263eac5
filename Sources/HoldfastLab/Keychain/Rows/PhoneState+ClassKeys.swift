import HoldfastApple

/// What the keybag says to a use of a class key.
enum ClassKeyAnswer {
    case open
    case locked
    /// The key is gone and will not come back: what it sealed decodes to nothing.
    case gone
}

/// What a read of a row comes to.
enum RowReading {
    case open
    case locked
    case undecodable
    /// The person must show what the row's access control demands.
    case needsPerson
    /// LocalAuthentication refuses the row's access control before it asks.
    case refused
}

extension PhoneState {
    /// Uses a class key; a phone may unlock in the middle of an operation.
    ///
    /// - Note: `SecKeybagSupport.c`, `ks_crypt`; `secdmockaks/mockaks.m`, `operationsUntilUnlock`.
    mutating func useClassKey(_ protection: String) -> ClassKeyAnswer {
        if keychain.troubles.operationsUntilUnlock > 0 {
            keychain.troubles.operationsUntilUnlock -= 1
            if keychain.troubles.operationsUntilUnlock == 0 { apply(.unlock) }
        }
        return classKey(protection)
    }

    /// Whether a class key is there.
    func classKey(_ protection: String) -> ClassKeyAnswer {
        switch protection {
        case "dk", "dku": .open
        case "ck", "cku": device.wasUnlocked ? .open : .locked
        case "akpu" where device.passcode == nil: .gone
        default: isClassAOpen ? .open : .locked
        }
    }

    /// Class A keys go with the lock, or some seconds later.
    ///
    /// - Note: Apple Platform Security, "Data Protection classes": complete protection.
    var isClassAOpen: Bool {
        if device.isUnlocked { return true }
        guard device.wasUnlocked, let lockedAt = keychain.lockedUptime else { return false }
        return device.uptimeSeconds - lockedAt < keychain.profile.lockGraceSeconds
    }

    /// Decodes a row: the metadata always, the value where it is asked for or an access control
    /// demands it.
    ///
    /// - Note: `SecDbKeychainItem.m`, `ks_decrypt_data`: "Should also try and decrypt if there are
    ///   ACL constraints".
    mutating func decode(
        _ row: KeychainRow, wantsValue: Bool, context: ContextState?
    ) -> RowReading {
        let isCached = isMetadataCached(row)
        if !isCached {
            switch useClassKey(row.protection) {
            case .locked: return .locked
            case .gone: return .undecodable
            case .open: break
            }
            guard !row.isDamaged, hasClassKey(of: row) else { return .undecodable }
        }
        let isConstrained = row.accessControl.flags.constrainsValue
        guard wantsValue || isConstrained else { return .open }
        return decodeValue(row, isConstrained: isConstrained, context)
    }

    private mutating func decodeValue(
        _ row: KeychainRow, isConstrained: Bool, _ context: ContextState?
    ) -> RowReading {
        if keychain.troubles.refusesNextDecryption {
            keychain.troubles.refusesNextDecryption = false
            return .locked
        }
        switch useClassKey(row.protection) {
        case .locked: return .locked
        case .gone: return .undecodable
        case .open: break
        }
        guard hasClassKey(of: row) else { return .undecodable }
        return isConstrained ? constraintReading(row, context) : .open
    }

    private func constraintReading(_ row: KeychainRow, _ context: ContextState?) -> RowReading {
        let need = PersonNeed(row.accessControl.flags)
        guard device.passcode != nil else { return .needsPerson }
        if isInvalidated(row, need) {
            return keychain.profile.currentSetInvalidation == .authFailed ? .refused : .undecodable
        }
        if keychain.troubles.authenticationNeverSettles { return .needsPerson }
        return need.isMet(by: context) ? .open : .needsPerson
    }

    /// Whether the enrolment that an access control was bound to is another one now, and nothing
    /// else would satisfy it.
    private func isInvalidated(_ row: KeychainRow, _ need: PersonNeed) -> Bool {
        let isSetChanged = row.seal.enrolment != device.enrolmentGeneration
        let isEpochChanged = row.seal.anyBiometryEpoch != keychain.anyBiometryEpoch
        return need.isLost(currentSet: isSetChanged, anyBiometry: isEpochChanged)
    }

    /// `akpu` rows are sealed under the passcode that was set, however often it was changed.
    private func hasClassKey(of row: KeychainRow) -> Bool {
        row.protection != "akpu" || row.seal.secureIdentity == device.secureIdentity
    }

    private func isMetadataCached(_ row: KeychainRow) -> Bool {
        if row.isDamaged { return false }
        if row.protection == "akpu", device.passcode == nil {
            return keychain.profile.akpuMetadataOutlivesPasscode && keychain.akpuMetadataIsCached
        }
        guard keychain.profile.metadataCacheRace, device.wasUnlocked else { return false }
        return row.protection.hasPrefix("ak") && keychain.lockedUptime == device.uptimeSeconds
    }
}
