#if os(Linux) && TPM
import HoldfastCore
import HoldfastCrypto

/// A key that a question is about, in the state that its class needs.
enum FoundTPMKey: Sendable {
    case tpm(UsableTPMKey)
    /// A key of the store of software keys, by its name there.
    case software(ItemKey, TPMKeyRecord)
}

/// All that the TPM needs of a key, but the PIN.
struct UsableTPMKey: Sendable {
    let record: TPMKeyRecord
    let blob: TPMKeyBlob
    let mark: TPMMark
    let hasPIN: Bool

    /// This key for a call that never prompts.
    ///
    /// - Throws: `AUTH_REQUIRED` if it has a PIN.
    func withoutPIN() throws(KeychainError) -> UsableTPMKey {
        if hasPIN { throw TPMKeyStore.needsPIN }
        return self
    }
}

extension TPMKeyStore {
    /// The key of a name for a use, and whether there is any sense in asking for its PIN.
    func findUsable(
        _ name: ItemKey, for use: DeviceKeyUse
    ) throws(KeychainError) -> FoundTPMKey? {
        guard let found = try find(name, for: use) else { return nil }
        if case .tpm(let key) = found, key.hasPIN {
            try device.perform { (connection) throws(KeychainError) in
                try connection.requireUsable(key.mark, asksForPIN: true)
            }
        }
        return found
    }

    /// The key of a name, unless its TPM says that it is lost.
    func findLiving(_ name: ItemKey) throws(KeychainError) -> FoundTPMKey? {
        guard let found = try find(name, for: nil) else { return nil }
        guard case .tpm(let key) = found else { return found }
        do throws(KeychainError) {
            try device.perform { (connection) throws(KeychainError) in
                try connection.requireUsable(key.mark, asksForPIN: false)
            }
        } catch {
            // What is out of reach has lost nothing.
            guard error.code == .hardwareUnavailable else { throw error }
        }
        return found
    }

    func sign(
        _ message: [UInt8], with key: UsableTPMKey, _ pin: SecretBytes?
    ) throws(KeychainError) -> P256Signature {
        let tpmKey = try key.unlocked(by: pin)
        let digest = SHA256.hash(message)
        return try device.perform { (connection) throws(KeychainError) in
            try connection.sign(digest, with: tpmKey)
        }
    }

    func agree(
        with peer: P256PublicKey, using key: UsableTPMKey, _ pin: SecretBytes?
    ) throws(KeychainError) -> SecretBytes {
        let tpmKey = try key.unlocked(by: pin)
        return try device.perform { (connection) throws(KeychainError) in
            try connection.agree(with: peer, using: tpmKey)
        }
    }

    /// What a software key's store says, where the record says that there is such a key.
    ///
    /// - Throws: `DATA_CORRUPTED` if the store knows of none and the record is still there (P1).
    func settled<Answer: Sendable>(
        _ answer: Answer?, _ name: ItemKey, _ record: TPMKeyRecord
    ) throws(KeychainError) -> Answer? {
        if answer == nil, try stored(name)?.record.id == record.id {
            throw TPMConnection.damaged
        }
        return answer
    }

    private func find(
        _ name: ItemKey, for use: DeviceKeyUse?
    ) throws(KeychainError) -> FoundTPMKey? {
        guard let record = try stored(name)?.record else { return nil }
        if let use, use != record.use {
            throw KeychainError(
                .invalidArgument, "the key is for \(record.use.rawValue), not for \(use.rawValue)")
        }
        guard case .tpm(let mark, let hasPIN) = record.holder else {
            return .software(try Self.softwareName(record.id), record)
        }
        guard let item = try items.readWithoutPrompt(Self.blobItem(record.id)) else {
            // Removed by somebody else between the two reads, or taken away by nobody knows whom.
            guard try stored(name)?.record.id != record.id else { throw TPMConnection.damaged }
            return try find(name, for: use)
        }
        let blob = try TPMKeyBlob(decoding: item, for: record, hasPIN: hasPIN)
        return .tpm(UsableTPMKey(record: record, blob: blob, mark: mark, hasPIN: hasPIN))
    }
}

extension UsableTPMKey {
    fileprivate func unlocked(by pin: SecretBytes?) throws(KeychainError) -> TPMKey {
        var authorization: SecretBytes?
        if let pin { authorization = try TPMKeyBlob.authorization(pin: pin, salt: blob.salt) }
        return TPMKey(mark: mark, object: blob.object, authorization: authorization)
    }
}
#endif
