public import HoldfastCore
public import HoldfastCrypto

/// Device keys as P-256 pairs of the Android Keystore, which never hands the private half out.
///
/// A pair lies in the Keystore under a random alias; which name has which pair, with its public
/// key, lies in an item of a vault, so that a pair that the Keystore lost is a tombstone and never
/// a missing key (P1). Agreement needs Android 12. No prompt of the platform's authenticates an
/// agreement itself: for such a key that asks at every use the package asks, and the Keystore wants
/// a person within five seconds.
///
/// A key that is not in StrongBox has the grade ``KeyGrade/trustedEnvironment``: that is where
/// phones keep the Keystore's keys. An emulator keeps them in software and does not say so here.
public struct KeystoreKeyStore: DeviceKeyStore {
    /// What the service of a key's item begins with; the key's own service follows.
    public static let servicePrefix = "holdfast.hardware-key/"

    let vault: AndroidVault

    /// Makes a key store over a vault, which may hold other items as well.
    ///
    /// - Parameter vault: remembers the pairs.
    public init(over vault: AndroidVault) {
        self.vault = vault
    }

    var core: VaultCore { vault.core }

    /// What this device's system can do.
    public var capabilities: KeyStoreCapabilities {
        let items = vault.capabilities
        let hasStrongBox = items.keyStorages.contains(.strongboxRequired)
        return KeyStoreCapabilities(
            persistence: items.persistence,
            grades: hasStrongBox ? [.trustedEnvironment, .strongBox] : [.trustedEnvironment],
            uses: core.apiLevel >= 31 ? [.signing, .keyAgreement] : [.signing],
            accessibilities: items.accessibilities.filter(\.isThisDeviceOnly),
            accessControls: items.accessControls, keyStorages: items.keyStorages,
            hasAccessGroups: false, isSharedAcrossProcesses: true)
    }

    /// Whether keys can be made with an access control on this device now.
    ///
    /// - Parameter accessControl: the access control in question.
    /// - Returns: as ``AndroidVault/canUse(_:)``.
    /// - Throws: `UNKNOWN` if the system's answer about biometrics is not known.
    public func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        try core.canUse(accessControl)
    }
}

extension KeystoreKeyStore {
    /// Makes a pair and remembers it if the name is free; never prompts.
    ///
    /// - Parameters:
    ///   - name: the key's name; its service has at most 200 Unicode scalars.
    ///   - use: what the key is to do.
    ///   - protection: a class that never leaves the device.
    ///   - prompt: not needed.
    /// - Returns: the public key.
    /// - Throws: as ``DeviceKeyStore/create(_:use:protection:prompt:)``.
    @discardableResult
    public func create(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey {
        let store = self
        return try await vault.queue.run { () throws(KeychainError) in
            try store.createWithoutPrompt(name, use: use, protection: protection)
        }
    }

    /// As ``create(_:use:protection:prompt:)``, on the caller's thread.
    ///
    /// - Parameters:
    ///   - name: the key's name; its service has at most 200 Unicode scalars.
    ///   - use: what the key is to do.
    ///   - protection: a class that never leaves the device.
    /// - Returns: the public key.
    /// - Throws: as ``create(_:use:protection:prompt:)``.
    @discardableResult
    public func createWithoutPrompt(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection
    ) throws(KeychainError) -> P256PublicKey {
        try capabilities.check(name, use: use, protection: protection)
        let item = try Self.item(of: name)
        // Before a pair is made: a taken name costs nothing then.
        if try vault.attributesWithoutPrompt(of: item) != nil {
            throw StoreConflict.alreadyExists.error
        }
        try core.requireUsable(protection)
        let record = try makePair(use, protection)
        do throws(KeychainError) {
            try vault.writeWithoutPrompt(
                record.encoded, for: item,
                options: WriteOptions(
                    protection: .standard, condition: .ifAbsent, kind: use.itemKind))
        } catch {
            // Only a refused write is known not to have stored the record.
            if error == StoreConflict.alreadyExists.error { removeAliases(of: record) }
            throw error
        }
        return record.publicKey
    }

    private func makePair(
        _ use: DeviceKeyUse, _ protection: ItemProtection
    ) throws(KeychainError) -> PairRecord {
        let keys = core.keys
        let id = try KeyID(random: core.platform.random)
        let role = KeyRecord.Role.data(protection)
        let alias = PairRecord.alias(of: id)
        let isStrongBoxBacked = try keys.generate(alias, in: protection.keyStorage) {
            var spec = role.spec(apiLevel: core.apiLevel, isStrongBoxBacked: $0)
            spec.algorithm = use.algorithm
            if use == .keyAgreement && protection.asksAtEveryUse {
                spec.authValiditySeconds = Self.agreementValiditySeconds
            }
            return spec
        }
        do throws(KeychainError) {
            let witness = witness(use, protection)
            if let witness {
                _ = try keys.generate(PairRecord.witnessAlias(of: id), in: .automatic) {
                    witness.spec(apiLevel: core.apiLevel, isStrongBoxBacked: $0)
                }
            }
            return PairRecord(
                id: id, use: use, protection: protection, isStrongBoxBacked: isStrongBoxBacked,
                hasWitness: witness != nil, publicKey: try publicKey(ofPair: alias),
                invalidation: nil)
        } catch {
            // Nobody knows the pair yet.
            core.removeAlias(PairRecord.witnessAlias(of: id))
            core.removeAlias(alias)
            throw error
        }
    }

    /// What tells the end of a pair that does not tell it itself.
    private func witness(
        _ use: DeviceKeyUse, _ protection: ItemProtection
    ) -> KeyRecord.Role? {
        // Bound to time where it asks at every use, so it is silent about what ends it.
        guard use == .keyAgreement && protection.asksAtEveryUse else {
            return protection.witness(apiLevel: core.apiLevel)
        }
        return protection.accessControl.isBoundToEnrolledBiometrics
            ? .biometricWitness : .lockScreenWitness
    }

    private static let agreementValiditySeconds = 5

    private func publicKey(ofPair alias: String) throws(KeychainError) -> P256PublicKey {
        let point: [UInt8]?
        do throws(JavaException) {
            point = try core.keys.keystore.publicKey(alias)
        } catch {
            throw core.keys.keychainError(error, "a public key cannot be read")
        }
        guard let point else {
            throw KeychainError(.unknown, "the Keystore does not know a pair that it has just made")
        }
        return try crypto { () throws(CryptoError) in try P256PublicKey(point) }
    }

    func removeAliases(of record: PairRecord) {
        core.removeAlias(record.alias)
        if record.hasWitness { core.removeAlias(record.witnessAlias) }
    }
}
