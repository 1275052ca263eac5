import HoldfastCore
import HoldfastCrypto

extension VaultCore {
    /// The item of a name, with what became of its key noticed and noted down.
    ///
    /// - Throws: what kept the Keystore from telling.
    func settledItem(
        _ name: [UInt8], _ store: inout OpenStore
    ) throws(KeychainError) -> ItemRecord? {
        guard let item = store.file.items[name], let value = item.value else {
            return store.file.items[name]
        }
        try settleWitness(value.witness, &store)
        guard store.file.items[name]?.value != nil else { return store.file.items[name] }
        if item.protection.isBoundToLockScreen {
            let record = try keyRecord(value.key, store)
            if let loss = try keys.loss(of: record, in: store.file.id) {
                try bury(record, loss, &store)
            }
        }
        return store.file.items[name]
    }

    /// Looks whether a witness lives; if not, every item that depends on it is a tombstone then.
    func settleWitness(_ id: KeyID?, _ store: inout OpenStore) throws(KeychainError) {
        guard let id else { return }
        let record = try keyRecord(id, store)
        if let loss = try keys.loss(of: record, in: store.file.id) {
            try bury(record, loss, &store)
        }
    }

    /// Makes tombstones of all items that depend on a key that is lost, and forgets the key.
    func bury(
        _ record: KeyRecord, _ loss: KeyLoss, _ store: inout OpenStore
    ) throws(KeychainError) {
        let invalidation = Invalidation(
            reason: reason(record.role, loss), time: platform.clock.now)
        for item in store.file.sortedItems {
            guard let value = item.value, value.key == record.id || value.witness == record.id
            else { continue }
            let version = store.file.takeVersion()
            store.file.put(item.buried(invalidation, version: version))
        }
        store.file.keys.removeAll { $0.id == record.id || record.role.outlives($0.role, apiLevel) }
        try commit(&store)
    }

    func keyRecord(_ id: KeyID, _ store: OpenStore) throws(KeychainError) -> KeyRecord {
        guard let record = store.file.key(id) else {
            throw KeychainError(.dataCorrupted, "an item's key is not in the store's file")
        }
        return record
    }

    var apiLevel: Int { keys.apiLevel }

    /// By which rule a key was lost, as far as the platform lets one tell.
    private func reason(_ role: KeyRecord.Role, _ loss: KeyLoss) -> Invalidation.Reason {
        switch role {
        case .sentinel: .keyLost
        case .lockScreenWitness: .passcodeRemoved
        case .biometricWitness: reasonByEnrolment(loss)
        case .data(let protection):
            if protection.accessControl == .biometryCurrentSet {
                reasonByEnrolment(loss)
            } else {
                protection.isBoundToLockScreen ? .passcodeRemoved : .keyLost
            }
        }
    }

    /// A new finger leaves the key there and invalid; the lock screen's removal removes it from
    /// API 31 on, and leaves the device without one on all.
    private func reasonByEnrolment(_ loss: KeyLoss) -> Invalidation.Reason {
        loss == .absent || !device.isDeviceSecure ? .passcodeRemoved : .biometricsChanged
    }
}

extension KeyRecord.Role {
    /// Whether a key of another role is of no use once this witness is lost.
    fileprivate func outlives(_ other: KeyRecord.Role, _ apiLevel: Int) -> Bool {
        guard self == .lockScreenWitness, case .data(let protection) = other else { return false }
        return protection.witness(apiLevel: apiLevel) == .lockScreenWitness
    }
}
