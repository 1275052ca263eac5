import HoldfastCore
import HoldfastCrypto

extension VaultCore {
    /// The ledger, once an erasure that was cut short is done.
    func settledLedger() throws(KeychainError) -> StoreLedger? {
        let ledger = try folder.ledger()
        guard ledger?.stage == .ending else { return ledger }
        try finishErasing()
        return nil
    }

    /// Removes files, keys and ledger, in an order in which every step can be repeated.
    func eraseEverything() throws(KeychainError) {
        guard device.isUserUnlocked else {
            throw KeychainError(
                .interactionNotAllowed, "the device was not unlocked since it started")
        }
        // Which store no longer matters: everything goes.
        let id = try StoreID(random: platform.random)
        try folder.save(StoreLedger(store: id, stage: .ending, floor: 0))
        try finishErasing()
    }

    private func finishErasing() throws(KeychainError) {
        cache.dropAll()
        try folder.removeFiles()
        for alias in try keys.aliases(beginningWith: StoreID.commonAliasPrefix) {
            try keys.remove(alias)
        }
        try folder.removeLedger()
    }

    /// Removes the tombstones of items that came back without their keys, and the file they came in.
    func forgetLostItems() throws(KeychainError) -> Int {
        let found = try find()
        switch found {
        case .nothing: return 0
        case .open(let store):
            if store.file.sortedItems.allSatisfy({ !$0.isNameless }) { return 0 }
        case .lost: break
        }
        var store = try storeForWriting(found)
        let nameless = store.file.sortedItems.filter(\.isNameless)
        for item in nameless { store.file.remove(item.name) }
        _ = store.file.takeVersion()
        try commit(&store)
        try folder.removeLostFile()
        return nameless.count
    }
}

extension ItemRecord {
    /// Whether the key that sealed the name is lost, so that the item is only known when asked for.
    var isNameless: Bool { sealedName.isEmpty }
}
