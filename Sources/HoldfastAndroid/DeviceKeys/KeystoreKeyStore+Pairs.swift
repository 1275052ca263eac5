import HoldfastCore
import HoldfastCrypto

/// A pair as the store remembers it.
struct StoredPair: Sendable {
    let record: PairRecord
    let created: UnixTime
    let item: ItemKey
    let version: ItemVersion
}

extension KeystoreKeyStore {
    /// The pair of a name, with what became of it noticed and noted down; never prompts.
    func pair(of name: ItemKey) throws(KeychainError) -> StoredPair? {
        let key = try Self.item(of: name)
        guard let item = try vault.readWithoutPrompt(key) else { return nil }
        var record = try PairRecord(decoding: item)
        let stored = StoredPair(
            record: record, created: item.attributes.created, item: key, version: item.version)
        guard record.invalidation == nil, let loss = try loss(of: record) else { return stored }
        record.invalidation = Invalidation(
            reason: reason(record.protection, loss), time: core.platform.clock.now)
        return try bury(record, stored)
    }

    /// Notes a loss down; somebody else may have done it, or made another key meanwhile.
    func bury(_ record: PairRecord, _ stored: StoredPair) throws(KeychainError) -> StoredPair {
        let version = try vault.writeWithoutPrompt(
            record.encoded, for: stored.item,
            options: WriteOptions(
                condition: .ifVersion(stored.version), kind: record.use.itemKind))
        removeAliases(of: record)
        return StoredPair(
            record: record, created: stored.created, item: stored.item, version: version)
    }

    private func loss(of record: PairRecord) throws(KeychainError) -> KeyLoss? {
        let keystore = core.keys.keystore
        let binding = record.protection.binding
        if record.hasWitness {
            let loss = try loss(record.witnessAlias, .eachUse) { () throws(JavaException) in
                try keystore.beginEncrypt(record.witnessAlias)
            }
            if let loss { return loss }
        }
        guard record.use == .signing else {
            // An agreement has no beginning to ask: only that the pair is there.
            if binding != .nothing && !core.device.isDeviceSecure { return .absent }
            for _ in 0..<3 where try core.keys.isThere(record.alias) { return nil }
            return .absent
        }
        return try loss(record.alias, binding) { () throws(JavaException) in
            try keystore.beginSign(record.alias)
        }
    }

    private func loss(
        _ alias: String, _ binding: KeyBinding,
        _ ask: () throws(JavaException) -> KeystoreOperation
    ) throws(KeychainError) -> KeyLoss? {
        do throws(KeychainError) {
            switch try core.keys.agreed(alias, binding, ask) {
            case .lost(let loss): return loss
            case .needsPerson: return nil
            case .operation(let operation):
                core.keys.abandon(operation)
                return nil
            }
        } catch {
            // Locked is not lost.
            if error.code == .interactionNotAllowed { return nil }
            throw error
        }
    }

    private func reason(_ protection: ItemProtection, _ loss: KeyLoss) -> Invalidation.Reason {
        if protection.accessControl.isBoundToEnrolledBiometrics {
            return loss == .absent || !core.device.isDeviceSecure
                ? .passcodeRemoved : .biometricsChanged
        }
        return protection.isBoundToLockScreen ? .passcodeRemoved : .keyLost
    }
}
