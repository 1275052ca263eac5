#if os(Linux) && TPM
public import HoldfastCore
public import HoldfastCrypto

extension TPMKeyStore {
    /// Has the TPM draw a key, and remembers it if the name is free.
    ///
    /// - Parameters:
    ///   - name: the key's name; its service has at most 200 Unicode scalars.
    ///   - use: what the key is to do.
    ///   - protection: the key's class, whether it has a PIN, and whether it must be in the TPM.
    ///   - prompt: the words to show when the PIN is asked for.
    /// - Returns: the public key.
    /// - Throws: as ``DeviceKeyStore/create(_:use:protection:prompt:)``; `INVALID_ARGUMENT` for an
    ///   empty PIN. Where the last step failed, something that opens nothing may stay in the item
    ///   store under ``blobService``.
    @discardableResult
    public func create(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey {
        let plan = try await run { (store) throws(KeychainError) in
            try store.plan(name, use, protection)
        }
        if case .software = plan.holder {
            let key = try await software.create(
                plan.softwareName, use: use, protection: plan.softwareProtection, prompt: prompt)
            return try await run { (store) throws(KeychainError) in
                try store.remember(plan.record(key, .software, .software), name)
            }
        }
        let pin = plan.hasPIN ? try await askForPIN(prompt) : nil
        return try await run { (store) throws(KeychainError) in
            try store.createInTPM(plan, name, pin)
        }
    }

    /// Has the TPM draw a key without ever prompting.
    ///
    /// - Parameters:
    ///   - name: the key's name; its service has at most 200 Unicode scalars.
    ///   - use: what the key is to do.
    ///   - protection: as for ``create(_:use:protection:prompt:)``; one that asks for a PIN is
    ///     `AUTH_REQUIRED`.
    /// - Returns: the public key.
    /// - Throws: as ``create(_:use:protection:prompt:)``.
    @discardableResult
    public func createWithoutPrompt(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection
    ) throws(KeychainError) -> P256PublicKey {
        let plan = try plan(name, use, protection)
        if case .software = plan.holder {
            let key = try software.createWithoutPrompt(
                plan.softwareName, use: use, protection: plan.softwareProtection)
            return try remember(plan.record(key, .software, .software), name)
        }
        guard !plan.hasPIN else { throw Self.needsPIN }
        return try createInTPM(plan, name, nil)
    }

    /// Asks for a PIN.
    func askForPIN(_ prompt: Prompt) async throws(KeychainError) -> SecretBytes {
        guard let source = configuration.pinSource else {
            throw KeychainError(
                .noActivity, "there is nobody to ask for the key's PIN",
                advice: "give the key store a source of PINs")
        }
        return try await source.passcode(for: prompt)
    }

    static let needsPIN = KeychainError(.authRequired, "the key needs its PIN")
}

/// What is settled before a key is made.
private struct CreationPlan: Sendable {
    enum Holder { case tpm, software }

    let id: [UInt8]
    let use: DeviceKeyUse
    let protection: ItemProtection
    let holder: Holder
    let softwareName: ItemKey

    var hasPIN: Bool { protection.accessControl == .devicePasscode }

    /// The protection of a software key's item, which knows of no hardware.
    var softwareProtection: ItemProtection {
        var protection = protection
        protection.keyStorage = .automatic
        return protection
    }

    func record(
        _ publicKey: P256PublicKey, _ grade: KeyGrade, _ holder: TPMKeyRecord.Holder
    ) -> TPMKeyRecord {
        TPMKeyRecord(
            id: id, use: use, grade: grade, protection: protection, publicKey: publicKey,
            holder: holder)
    }
}

extension TPMKeyStore {
    private func plan(
        _ name: ItemKey, _ use: DeviceKeyUse, _ protection: ItemProtection
    ) throws(KeychainError) -> CreationPlan {
        try capabilities.check(name, use: use, protection: protection)
        guard protection.authValiditySeconds == 0 else {
            throw KeychainError(.unsupported, "a key in the TPM asks for its PIN at every use")
        }
        // Nobody is asked for a PIN in vain; what decides is the condition of the write.
        guard try items.attributesWithoutPrompt(of: Self.item(of: name)) == nil else {
            throw StoreConflict.alreadyExists.error
        }
        let lack = try lackOfTPM()
        if let lack, protection.keyStorage == .tpmRequired { throw lack }
        let hasTPM = lack == nil
        if let refusal = try canUse(protection.accessControl, hasTPM: hasTPM).refusal {
            throw refusal
        }
        let id = try crypto { () throws(CryptoError) in
            try random.bytes(TPMKeyRecord.idByteCount)
        }
        return CreationPlan(
            id: id, use: use, protection: protection, holder: hasTPM ? .tpm : .software,
            softwareName: try Self.softwareName(id))
    }

    private func createInTPM(
        _ plan: CreationPlan, _ name: ItemKey, _ pin: SecretBytes?
    ) throws(KeychainError) -> P256PublicKey {
        if let pin, pin.isEmpty {
            throw KeychainError(.invalidArgument, "a PIN is not empty")
        }
        var salt: [UInt8] = []
        var authorization: SecretBytes?
        if let pin {
            salt = try crypto { () throws(CryptoError) in
                try random.bytes(TPMKeyBlob.saltByteCount)
            }
            authorization = try TPMKeyBlob.authorization(pin: pin, salt: salt)
        }
        let chosen = authorization
        let made = try device.perform { (connection) throws(KeychainError) in
            try connection.makeKey(plan.use, authorization: chosen)
        }
        let blob = TPMKeyBlob(id: plan.id, salt: salt, object: made.key.object)
        let protection = ItemProtection(accessibility: plan.protection.accessibility)
        try items.writeWithoutPrompt(
            blob.encoded, for: Self.blobItem(plan.id),
            options: WriteOptions(protection: protection, condition: .ifAbsent))
        let holder = TPMKeyRecord.Holder.tpm(made.key.mark, hasPIN: pin != nil)
        return try remember(plan.record(made.publicKey, made.grade, holder), name)
    }

    /// Gives a key its name, the last step; what the key consists of is removed if the name is taken.
    private func remember(
        _ record: TPMKeyRecord, _ name: ItemKey
    ) throws(KeychainError) -> P256PublicKey {
        do throws(KeychainError) {
            try items.writeWithoutPrompt(
                record.encoded, for: Self.item(of: name),
                options: WriteOptions(
                    protection: .standard, condition: .ifAbsent, kind: record.use.itemKind))
        } catch {
            // Only a refused write is known not to have stored the record.
            guard error == StoreConflict.alreadyExists.error else { throw error }
            try removePrivateHalf(of: record)
            throw error
        }
        return record.publicKey
    }
}
#endif
