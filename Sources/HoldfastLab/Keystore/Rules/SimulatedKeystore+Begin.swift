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

    /// Some versions asked whether the key lacks any of the present biometrics; of none it lacks
    /// none. A key of an earlier credential is dead all the same.
    private func emptyBiometricsLookUsable(_ key: StoredKey, _ device: DeviceState) -> Bool {
        guard profile.hasUsableSensor, device.passcode != nil,
            key.rootNumber == device.secureIdentity
        else { return false }
        return profile.emptyBiometricsLookUsable ?? [29, 30].contains(profile.apiLevel)
    }

    private func checkPurpose(
        _ key: StoredKey, _ purpose: OpenOperation.Purpose
    ) throws(KeystoreFailure) {
        switch (key.spec.algorithm, purpose) {
        case (.aes256GCM, .encrypt), (.aes256GCM, .decrypt), (.p256Sign, .sign),
            (.p256Agree, .agree):
            return
        case (.p256Sign, .agree), (.p256Agree, .sign): throw .code(.incompatiblePurpose)
        case (.aes256GCM, _), (_, .encrypt), (_, .decrypt):
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

/// Operations between their beginning and their end.
extension SimulatedKeystore {
    /// Makes room for one more operation in the hardware that holds the key, as keystore2 prunes.
    ///
    /// - Note: AOSP `system/security/keystore2/src/operation.rs`: the oldest goes.
    mutating func makeRoom(
        for key: StoredKey, living: [Int: AppIdentifier]
    ) throws(KeystoreFailure) {
        let isStrongBox = key.spec.isStrongBoxBacked
        let slotCount = isStrongBox ? profile.strongBoxSlotCount : profile.operationSlotCount
        guard operations.count >= slotCount else { return }
        operations = operations.filter { living[$0.value.process] != nil }
        let open = operations.filter { $0.value.key.spec.isStrongBoxBacked == isStrongBox }
        guard open.count >= slotCount, let oldest = open.keys.min() else { return }
        guard profile.prunesOperations else {
            throw .code(profile.hasKeystore2 ? .backendBusy : .tooManyOperations)
        }
        operations[oldest] = nil
    }

    mutating func add(_ operation: OpenOperation) -> KeystoreOperation {
        defer { nextOperation += 1 }
        operations[nextOperation] = operation
        return KeystoreOperation(number: nextOperation, nonce: operation.nonce)
    }

    /// Ends an operation and gives it back if it may be finished.
    mutating func take(
        _ operation: KeystoreOperation, _ purpose: OpenOperation.Purpose, process: Int
    ) throws(KeystoreFailure) -> OpenOperation {
        guard let open = operations[operation.number], open.process == process,
            open.purpose == purpose
        else { throw .code(.invalidOperationHandle) }
        operations[operation.number] = nil
        try checkFinish(open)
        return open
    }

    func checkFinish(_ open: OpenOperation) throws(KeystoreFailure) {
        guard open.key.isPerUse else { return }
        guard let token = open.token, token.satisfies(open.key) else {
            throw .code(.keyUserNotAuthenticated)
        }
    }

    /// Hardware that a test made busy, and a keystore process that dies when it is called.
    ///
    /// - Note: AOSP `android/security/KeyStore2.java`, `handleRemoteExceptionWithRetry`: one retry
    ///   after 50 ms.
    mutating func reach(usesHardware: Bool) throws(KeystoreFailure) {
        if remainingDeaths > 0 {
            let attempts = min(remainingDeaths, profile.hasKeystore2 ? 2 : 1)
            remainingDeaths -= attempts
            if !profile.hasKeystore2 || attempts == 2 { throw .code(.systemError) }
        }
        guard usesHardware, remainingBusyCalls > 0 else { return }
        remainingBusyCalls -= 1
        throw .code(.secureHardwareBusy)
    }
}
