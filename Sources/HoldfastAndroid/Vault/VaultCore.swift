import HoldfastCore
import HoldfastCrypto

/// The store at work, one call at a time: blocking, without prompts, and without state of its own
/// beside keys that were unwrapped.
///
/// Every call runs under the folder's lock and reads the file anew, so that several objects and
/// several processes of an app can share a store.
struct VaultCore: Sendable {
    let platform: AndroidPlatform
    let folder: StoreFolder
    let keys: KeystoreKeys
    let cache = DataKeyCache()
    let clearsOnReinstall: Bool
    private let hasSwept = Locked(false)

    init(_ platform: AndroidPlatform, clearsOnReinstall: Bool) {
        self.platform = platform
        self.clearsOnReinstall = clearsOnReinstall
        folder = StoreFolder(platform)
        keys = KeystoreKeys(platform)
    }

    var device: any AndroidDevice { platform.device }

    // MARK: Finding

    /// What there is now.
    ///
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock, `DATA_CORRUPTED` if a store was
    ///   written and its file is gone, damaged or of an earlier day.
    func find() throws(KeychainError) -> FoundStore {
        guard device.isUserUnlocked else {
            throw KeychainError(
                .interactionNotAllowed, "the device was not unlocked since it started")
        }
        let ledger = try settledLedger()
        guard let unverified = try folder.file() else { return try nothing(ledger) }
        if unverified.file.isLab && !platform.random.isReproducible {
            throw KeychainError(
                .unsupported, "the store was made with reproducible randomness, for tests alone")
        }
        guard let sentinelKey = try sentinelKey(of: unverified.file) else {
            return try lost(unverified, ledger)
        }
        return .open(try opened(unverified, sentinelKey, ledger))
    }

    private func opened(
        _ unverified: UnverifiedStoreFile, _ sentinelKey: SecretBytes, _ ledger: StoreLedger?
    ) throws(KeychainError) -> OpenStore {
        let store = try OpenStore(unverified.file, sentinelKey: sentinelKey)
        guard unverified.authenticated(by: store.tagKey) != nil else {
            throw KeychainError(.dataCorrupted, "the store's file fails its authentication")
        }
        if let ledger, ledger.store == store.file.id, store.file.sequence < ledger.floor {
            throw KeychainError(.dataCorrupted, "the store's file is older than it was")
        }
        return store
    }

    private func lost(
        _ unverified: UnverifiedStoreFile, _ ledger: StoreLedger?
    ) throws(KeychainError) -> FoundStore {
        // A damaged name of the key looks like a lost key; only a whole file can be a lost one.
        guard unverified.isWhole else {
            throw KeychainError(.dataCorrupted, "the store's file is damaged")
        }
        guard clearsOnReinstall && ledger?.store != unverified.file.id else {
            return .lost(unverified.file, ledger)
        }
        try folder.removeFiles()
        return .nothing(ledger)
    }

    private func nothing(_ ledger: StoreLedger?) throws(KeychainError) -> FoundStore {
        switch ledger?.stage {
        case .written:
            throw KeychainError(.dataCorrupted, "the store's file is gone")
        case .beginning, .ending: return .nothing(ledger)
        case nil:
            // Without a ledger only the Keystore remembers whether there was a store.
            guard try keys.aliases(beginningWith: StoreID.commonAliasPrefix).isEmpty else {
                throw KeychainError(.dataCorrupted, "the store's file and its ledger are gone")
            }
            return .nothing(nil)
        }
    }

    /// The sentinel's data key; `nil` if the Keystore says that the sentinel is no more.
    private func sentinelKey(of file: StoreFile) throws(KeychainError) -> SecretBytes? {
        guard let sentinel = file.sentinel else {
            throw KeychainError(.dataCorrupted, "the store's file names no sentinel")
        }
        if let key = cache.key(sentinel.id) { return key }
        switch try keys.beginUnwrapping(sentinel, in: file.id) {
        case .lost: return nil
        case .needsPerson:
            throw KeychainError(
                .unknown, "the Keystore wants a person for a key that asks for nobody",
                nativeDomain: KeystoreCode.domain,
                nativeCode: KeystoreCode.keyUserNotAuthenticated.rawValue)
        case .operation(let operation):
            let key = try keys.unwrap(sentinel, operation, in: file.id, .beforeConfirmation)
            cache.keep(key, of: sentinel)
            return key
        }
    }

    // MARK: Writing back

    /// Replaces the file; from here on the change is true.
    func commit(_ store: inout OpenStore) throws(KeychainError) {
        try folder.replaceFile(with: store.file.encoded(authenticatedBy: store.tagKey))
        let ledger = StoreLedger(
            store: store.file.id, stage: .written, floor: store.file.sequence)
        do {
            try folder.save(ledger)
        } catch {
            // The change is durable. The floor may lag behind, and the next change raises it.
        }
        let current = Set(store.file.keys.map(\.id))
        // In the order of their names, so that every run makes the same calls.
        let unneeded = store.storedKeys.subtracting(current).map { $0.alias(in: store.file.id) }
        for alias in unneeded.sorted() { removeAlias(alias) }
        store.storedKeys = current
        sweep(store)
    }

    /// Removes keys that a call made and did not live to note down, once for each object.
    private func sweep(_ store: OpenStore) {
        let isFirst = hasSwept.withLock { hasSwept in
            defer { hasSwept = true }
            return !hasSwept
        }
        guard isFirst else { return }
        let known = Set(store.file.keys.map { $0.id.alias(in: store.file.id) })
        do {
            let aliases = try keys.aliases(beginningWith: store.file.id.aliasPrefix)
            for alias in aliases where !known.contains(alias) { removeAlias(alias) }
        } catch {
            // A key too many harms nobody; the next object looks again.
        }
    }

    /// Removes a key that nothing needs any more.
    func removeAlias(_ alias: String) {
        do {
            try keys.remove(alias)
        } catch {
            // A key too many harms nobody; the next sweep meets it again.
        }
    }
}
