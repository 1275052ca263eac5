import HoldfastCore
import HoldfastCrypto

/// Yields the items of a store that may leave the device, by name.
///
/// An item store has no state of several items at once: each item is as it was when its turn came.
actor ItemCursor: BackupCursor {
    private let store: any ItemStore
    private let queue = BlockingQueue(label: "holdfast.backup.items")
    private var rest: ArraySlice<ItemAttributes>?

    init(_ store: any ItemStore) { self.store = store }

    func next() async throws(KeychainError) -> [BackupRecord] {
        var left: ArraySlice<ItemAttributes>
        if let rest {
            left = rest
        } else {
            left = try await store.list(service: nil).filter(Self.mayLeave)[...]
        }
        defer { rest = left }
        var records: [BackupRecord] = []
        var byteCount = 0
        while byteCount < BackupRecord.valueLimit, let item = left.popFirst() {
            let (store, key) = (store, item.key)
            let read = try await queue.run { () throws(KeychainError) in
                try Self.record(of: key, in: store)
            }
            guard let read else { continue }
            records += read
            byteCount += item.byteCount
        }
        return records
    }

    /// Whether an item goes into a backup, by all that is known of it without its value (P7).
    private static func mayLeave(_ item: ItemAttributes) -> Bool {
        !item.protection.accessibility.isThisDeviceOnly && !item.kind.isDeviceKey
            && !StoredItem.isOurs(item.key.service)
    }

    /// An item's records; `nil` for one that was removed, or is to stay on the device since.
    private static func record(
        of key: ItemKey, in store: any ItemStore
    ) throws(KeychainError) -> [BackupRecord]? {
        let name = ItemRecordName.bytes(of: key)
        let item: Item?
        do throws(KeychainError) {
            item = try store.readWithoutPrompt(key)
        } catch {
            guard error.isOfOneItem else { throw error }
            return try LongRecord(name: name, value: nil).records(of: .items)
        }
        guard let item, mayLeave(item.attributes) else { return nil }
        return try LongRecord(name: name, value: StoredItem(item).encoded).records(of: .items)
    }
}

extension KeychainError {
    /// Whether the error is about the one item that was asked for, and stays: it demands a person,
    /// its key is gone, its bytes are damaged.
    ///
    /// A store that is locked or does not answer may give the item later: then there is no backup now,
    /// and none that lacks half of the items.
    var isOfOneItem: Bool {
        [.authRequired, .keyInvalidated, .dataCorrupted, .passcodeNotSet].contains(code)
    }
}
