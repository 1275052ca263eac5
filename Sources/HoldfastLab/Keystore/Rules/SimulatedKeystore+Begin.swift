import HoldfastAndroid

/// Beginning an operation: the checks, in the order in which the keystore makes them.
///
/// - Note: AOSP `system/security/keystore2/src/security_level.rs`, `create_operation`, and
///   `enforcements.rs`, `authorize_create`.
extension SimulatedKeystore {
    func checkBegin(
        _ key: StoredKey, _ purpose: OpenOperation.Purpose, _ device: DeviceState
    ) throws(KeystoreFailure) {
        try checkPurpose(key, purpose)
        try checkDeviceLock(key, purpose, device)
        try checkTimedToken(key, device)
        try checkSuperEncryption(key)
        guard !key.isBlobInvalid else { throw .code(.invalidKeyBlob) }
        try checkReach(key, device)
    }

    /// Whether the key's secure ids are ones that somebody can still show.
    func isReachable(_ key: StoredKey, _ device: DeviceState) -> Bool {
        if let root = rootID(device), key.secureIDs.contains(root) { return true }
        guard let authenticatorID else { return emptyBiometricsLookUsable(key, device) }
        return key.secureIDs.contains(authenticatorID)
    }

    /// Some versions asked whether the key lacks any of the present biometrics.
    ///
    /// Of none it lacks none. A key of an earlier credential is dead all the same.
    private func emptyBiometricsLookUsable(_ key: StoredKey, _ device: DeviceState) -> Bool {
        guard profile.hasUsableSensor, device.passcode != nil,
            key.rootNumber == device.secureIdentity
        else { return false }
        return profile.emptyBiometricsLookUsable ?? [29, 30].contains(profile.apiLevel)
    }

    private func checkPurpose(
        _ key: StoredKey, _ purpose: OpenOperation.Purpose
    ) throws(KeystoreFailure) {
        if case .rsa = key.material {
            guard purpose == .unwrap else { throw .java(.invalidKey("Unsupported key: RSA")) }
            return
        }
        switch (key.spec.algorithm, purpose) {
        case (.aes256GCM, .encrypt), (.aes256GCM, .decrypt), (.p256Sign, .sign),
            (.p256Agree, .agree):
            return
        case (.p256Sign, .agree), (.p256Agree, .sign): throw .code(.incompatiblePurpose)
        case (.aes256GCM, _), (_, .encrypt), (_, .decrypt), (_, .unwrap):
            throw .java(.invalidKey("Unsupported key: \(key.spec.algorithm.rawValue)"))
        }
    }

    /// keystore 1 let a locked phone use the public half of a key, which for a symmetric key is to
    /// encrypt.
    private func checkDeviceLock(
        _ key: StoredKey, _ purpose: OpenOperation.Purpose, _ device: DeviceState
    ) throws(KeystoreFailure) {
        guard key.spec.needsUnlockedDevice else { return }
        if device.isLocked, profile.hasKeystore2 || purpose != .encrypt {
            throw .code(.deviceLocked)
        }
        if (31...34).contains(profile.apiLevel), tokens.isEmpty {
            throw .code(.keyUserNotAuthenticated)
        }
    }

    private func checkTimedToken(
        _ key: StoredKey, _ device: DeviceState
    ) throws(KeystoreFailure) {
        guard key.isTimeBound else { return }
        // keystore 1 answers by its own lock first.
        if !profile.hasKeystore2, !superKeys.hasAfterFirstUnlock { throw .code(.locked) }
        guard tokens.satisfy(key, uptimeSeconds: device.uptimeSeconds) else {
            throw .code(.keyUserNotAuthenticated, isReachable: isReachable(key, device))
        }
    }

    private func checkSuperEncryption(_ key: StoredKey) throws(KeystoreFailure) {
        switch key.superEncryption {
        case .none:
            if !profile.hasKeystore2, key.isAuthBound, !superKeys.hasAfterFirstUnlock {
                throw .code(.locked)
            }
        case .afterFirstUnlock:
            guard superKeys.hasAfterFirstUnlock else { throw .code(.locked) }
        case .unlockedDevice:
            guard superKeys.hasUnlockedDevice else { throw .code(.locked) }
        }
    }

    /// A key for every use begins without anybody; the framework asks whether anybody could come.
    ///
    /// - Note: AOSP `KeyStoreCryptoOperationUtils.getOrMakeOperationChallenge`; below API 31
    ///   `getInvalidKeyExceptionForInit` with `OP_AUTH_NEEDED`.
    private func checkReach(_ key: StoredKey, _ device: DeviceState) throws(KeystoreFailure) {
        guard key.isPerUse, !isReachable(key, device) else { return }
        throw .java(.permanentlyInvalidated)
    }
}
