import HoldfastAndroid

/// Making keys: what must be true of the phone first.
extension SimulatedKeystore {
    /// Refuses what the framework or the keystore refuses, in their order.
    ///
    /// - Note: AOSP `android/security/keystore2/KeyStore2ParameterUtils.java`, `addSids`, and
    ///   `system/security/keystore2/src/super_key.rs`, `handle_super_encryption_on_key_init`.
    func checkGeneration(_ spec: KeySpec, _ device: DeviceState) throws(KeystoreFailure) {
        try checkMethods(of: spec)
        try checkPerson(for: spec, device)
        try checkSuperKeys(for: spec, device)
        try checkStrongBox(for: spec)
    }

    func secureIDs(for spec: KeySpec, _ device: DeviceState) -> Set<SecureID> {
        guard let authenticators = spec.authenticators, let root = rootID(device) else { return [] }
        let isBiometricOnly = !authenticators.contains(.deviceCredential)
        guard isBiometricOnly, spec.isInvalidatedByEnrolment else { return [root] }
        return Set([authenticatorID].compactMap { $0 })
    }

    func superEncryption(of spec: KeySpec) -> StoredKey.SuperEncryption {
        guard profile.hasKeystore2 else { return .none }
        if spec.needsUnlockedDevice { return .unlockedDevice }
        return spec.authenticators == nil ? .none : .afterFirstUnlock
    }

    /// Methods of the builder that an older system does not have.
    ///
    /// - Note: developer.android.com, `KeyGenParameterSpec.Builder`, "Added in API level".
    private func checkMethods(of spec: KeySpec) throws(KeystoreFailure) {
        let api = profile.apiLevel
        if spec.algorithm == .p256Agree, api < 31 {
            throw .java(.illegalArgument("Unknown purpose: 64"))
        }
        if spec.needsUnlockedDevice, api < 28 {
            throw .java(.noSuchMethod("setUnlockedDeviceRequired"))
        }
        if spec.isStrongBoxBacked, api < 28 {
            throw .java(.noSuchMethod("setIsStrongBoxBacked"))
        }
        if spec.authenticators != nil, !spec.isInvalidatedByEnrolment, api < 24 {
            throw .java(.noSuchMethod("setInvalidatedByBiometricEnrollment"))
        }
        if let authenticators = spec.authenticators, api < 30 {
            // The older setter knows two forms: biometric at every use, or anything for a while.
            let isOldForm =
                spec.authValiditySeconds == 0
                ? authenticators == .biometricStrong
                : authenticators == [.biometricStrong, .deviceCredential]
            guard isOldForm else {
                throw .java(.noSuchMethod("setUserAuthenticationParameters"))
            }
        }
    }

    private func checkPerson(
        for spec: KeySpec, _ device: DeviceState
    ) throws(KeystoreFailure) {
        guard let authenticators = spec.authenticators else { return }
        guard rootID(device) != nil else {
            throw .java(
                .refusedParameters(
                    "Secure lock screen must be enabled to create keys requiring user "
                        + "authentication"))
        }
        guard !authenticators.contains(.deviceCredential), authenticatorID == nil else { return }
        let what = profile.apiLevel >= 29 ? "biometric" : "fingerprint"
        throw .java(
            .refusedParameters(
                "At least one \(what) must be enrolled to create keys requiring user "
                    + "authentication for every use"))
    }

    private func checkSuperKeys(
        for spec: KeySpec, _ device: DeviceState
    ) throws(KeystoreFailure) {
        switch superEncryption(of: spec) {
        case .none:
            // keystore 1 keeps auth-bound keys under the user's master key.
            let isLocked = spec.authenticators != nil && !superKeys.hasAfterFirstUnlock
            if !profile.hasKeystore2, isLocked { throw .code(.locked) }
        case .afterFirstUnlock:
            guard hasSuperKeys(device) else { throw .code(.uninitialized) }
            guard superKeys.hasAfterFirstUnlock else { throw .code(.locked) }
        case .unlockedDevice:
            // The public half of the key is always there, so a locked phone makes these keys too.
            guard hasSuperKeys(device) else { throw .code(.systemError) }
        }
    }

    private func checkStrongBox(for spec: KeySpec) throws(KeystoreFailure) {
        guard spec.isStrongBoxBacked else { return }
        guard profile.hasStrongBox else { throw .code(.hardwareTypeUnavailable) }
        guard spec.algorithm != .p256Agree || profile.strongBoxAgrees else {
            throw .code(.unsupportedAlgorithm)
        }
    }
}

/// Finding keys.
extension SimulatedKeystore {
    /// Whether `getKey` finds an alias.
    func hasKey(_ app: AppIdentifier, _ alias: String) throws(KeystoreFailure) -> Bool {
        guard let key = keys[app]?[alias] else { return false }
        if !profile.hasKeystore2, profile.oldKeystoreRemembersRemoval, isBoundToRemovedRoot(key) {
            throw .code(.keyPermanentlyInvalidated)
        }
        return true
    }

    private func isBoundToRemovedRoot(_ key: StoredKey) -> Bool {
        key.rootNumber.map(removedRoots.contains) ?? false
    }
}
