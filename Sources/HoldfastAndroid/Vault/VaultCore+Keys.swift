import HoldfastCore
import HoldfastCrypto

/// The data key of an item, and the record of the key that wraps it.
struct OpenDataKey: Sendable {
    let record: KeyRecord
    let dataKey: SecretBytes
}

/// What became of opening a data key.
enum DataKeyAnswer: Sendable {
    case key(OpenDataKey)
    case confirm(KeyConfirmation)
    case lost(KeyLoss)
}

extension VaultCore {
    /// Opens the data key of a record, or says what it takes.
    ///
    /// - Throws: `AUTH_REQUIRED` if a person is needed and none may be asked.
    func open(
        _ record: KeyRecord, _ protection: ItemProtection, in store: StoreID, _ grants: KeyGrants
    ) throws(KeychainError) -> DataKeyAnswer {
        if let key = grants.dataKeys[record.id] ?? cache.key(record.id) {
            return .key(OpenDataKey(record: record, dataKey: key))
        }
        switch try keys.beginUnwrapping(record, in: store) {
        case .lost(let loss): return .lost(loss)
        case .needsPerson:
            return .confirm(try timeBound(record.id, protection, in: store, grants, nil))
        case .operation(let operation):
            if protection.asksAtEveryUse {
                guard grants.mayPrompt else {
                    keys.abandon(operation)
                    throw Self.authRequired
                }
                return .confirm(
                    KeyConfirmation(
                        store: store, key: record.id,
                        authenticators: try authenticators(of: protection),
                        work: .unwrap(record, operation), fresh: nil))
            }
            let key = try keys.unwrap(record, operation, in: store, .beforeConfirmation)
            cache.keep(key, of: record)
            return .key(OpenDataKey(record: record, dataKey: key))
        }
    }

    /// The data key for a value that is about to be written, of a key that is there or a new one.
    func dataKey(
        for protection: ItemProtection, replacing old: ItemRecord?, _ store: inout OpenStore,
        _ grants: KeyGrants
    ) throws(KeychainError) -> DataKeyAnswer {
        if let record = reusable(for: protection, replacing: old, store) {
            let answer = try open(record, protection, in: store.file.id, grants)
            guard case .lost(let loss) = answer else { return answer }
            try bury(record, loss, &store)
        }
        return try newKey(for: protection, &store, grants)
    }

    /// The key that the protection's items share, or the item's own.
    private func reusable(
        for protection: ItemProtection, replacing old: ItemRecord?, _ store: OpenStore
    ) -> KeyRecord? {
        let role = KeyRecord.Role.data(protection)
        if !protection.asksAtEveryUse { return store.file.keys.first { $0.role == role } }
        return old?.value.flatMap { store.file.key($0.key) }.flatMap { $0.role == role ? $0 : nil }
    }

    private func newKey(
        for protection: ItemProtection, _ store: inout OpenStore, _ grants: KeyGrants
    ) throws(KeychainError) -> DataKeyAnswer {
        if protection.asksAtEveryUse && !grants.mayPrompt { throw Self.authRequired }
        let id = store.file.id
        if let given = try granted(for: protection, id, grants) {
            if let record = given.record {
                store.file.keys.append(record)
                return .key(OpenDataKey(record: record, dataKey: given.dataKey))
            }
            return try wrap(given, protection, &store, grants)
        }
        let fresh = FreshDataKey(
            store: id, key: try keys.make(.data(protection), for: id), dataKey: try newDataKey())
        do throws(KeychainError) {
            return try wrap(fresh, protection, &store, grants)
        } catch {
            removeAlias(fresh.key.id.alias(in: id))
            throw error
        }
    }

    /// The key that this call made before it asked the person, if it is still there.
    private func granted(
        for protection: ItemProtection, _ store: StoreID, _ grants: KeyGrants
    ) throws(KeychainError) -> FreshDataKey? {
        guard let fresh = grants.fresh, fresh.store == store, fresh.key.role == .data(protection)
        else { return nil }
        // Another process may have swept it away meanwhile, as one that no file names.
        return try keys.isThere(fresh.key.id.alias(in: store)) ? fresh : nil
    }

    private func wrap(
        _ fresh: FreshDataKey, _ protection: ItemProtection, _ store: inout OpenStore,
        _ grants: KeyGrants
    ) throws(KeychainError) -> DataKeyAnswer {
        let id = store.file.id
        switch try keys.beginWrapping(fresh.key, in: id) {
        case .lost:
            throw KeychainError(.unknown, "the Keystore does not use a key that it has just made")
        case .needsPerson:
            return .confirm(try timeBound(fresh.key.id, protection, in: id, grants, fresh))
        case .operation(let operation):
            if protection.asksAtEveryUse {
                return .confirm(
                    KeyConfirmation(
                        store: id, key: fresh.key.id,
                        authenticators: try authenticators(of: protection),
                        work: .wrap(fresh.key, fresh.dataKey, operation), fresh: fresh))
            }
            let record = try keys.wrap(
                fresh.dataKey, under: fresh.key, operation, in: id, .beforeConfirmation)
            cache.keep(fresh.dataKey, of: record)
            store.file.keys.append(record)
            return .key(OpenDataKey(record: record, dataKey: fresh.dataKey))
        }
    }

    /// What it takes to use a key that is bound to time and was confirmed by nobody lately.
    private func timeBound(
        _ key: KeyID, _ protection: ItemProtection, in store: StoreID, _ grants: KeyGrants,
        _ fresh: FreshDataKey?
    ) throws(KeychainError) -> KeyConfirmation {
        guard protection.accessControl != .none else {
            throw KeychainError(
                .interactionNotAllowed, "the device was not unlocked since its passcode was set",
                advice: "lock the device and unlock it once with its passcode")
        }
        guard !grants.confirmed.contains(key) else {
            throw KeychainError(
                .authFailed, "the person has confirmed and the Keystore does not count it",
                nativeDomain: KeystoreCode.domain,
                nativeCode: KeystoreCode.keyUserNotAuthenticated.rawValue)
        }
        guard grants.mayPrompt else { throw Self.authRequired }
        return KeyConfirmation(
            store: store, key: key, authenticators: try authenticators(of: protection),
            work: .nothing, fresh: fresh)
    }

    /// The witness for a value that is about to be written, made if there is none.
    func witness(
        for protection: ItemProtection, _ store: inout OpenStore
    ) throws(KeychainError) -> KeyID? {
        guard let role = protection.witness(apiLevel: apiLevel) else { return nil }
        if let record = store.file.keys.first(where: { $0.role == role }) { return record.id }
        let fresh = try keys.make(role, for: store.file.id)
        store.file.keys.append(
            KeyRecord(
                id: fresh.id, role: role, isStrongBoxBacked: fresh.isStrongBoxBacked,
                wrapped: nil))
        return fresh.id
    }

    private func authenticators(
        of protection: ItemProtection
    ) throws(KeychainError) -> KeySpec.Authenticators {
        guard let authenticators = protection.authenticators else {
            throw KeychainError(
                .unknown, "the Keystore wants a person for a key that asks for nobody")
        }
        return authenticators
    }

    private static let authRequired = KeychainError(
        .authRequired, "the item needs a person's confirmation")
}
