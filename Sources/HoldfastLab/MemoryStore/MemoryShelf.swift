import HoldfastCore
import HoldfastCrypto

/// The items and the device around them: decides every answer, waits for nothing.
struct MemoryShelf: Sendable {
    /// An item or, without a value, a tombstone.
    struct Entry: Sendable {
        var attributes: ItemAttributes
        var value: SecretBytes?
    }

    let capabilities: StoreCapabilities
    var entries: [ItemKey: Entry] = [:]
    var availability = StoreAvailability.unlocked
    var isPasscodeSet = true
    var biometry = MemoryStore.Biometry.enrolled(set: 1)

    // One number for all keys, so that a key that comes again never sees an old version.
    private var lastVersion: UInt64 = 0
    var observers: [Int: AsyncStream<StoreAvailability>.Continuation] = [:]
    var lastObserver = 0

    init(capabilities: StoreCapabilities) {
        self.capabilities = capabilities
    }

    func read(_ key: ItemKey, _ permit: Permit) throws(KeychainError) -> Step<Item?> {
        try requireNames()
        guard let entry = entries[key] else { return .answer(nil) }
        let attributes = entry.attributes
        if let invalidation = attributes.invalidation { throw invalidation.error }
        guard let value = entry.value else {
            throw KeychainError(.dataCorrupted, "the item has neither a value nor a tombstone")
        }
        try requireUsable(attributes.protection)
        guard permit.covers(attributes.protection) else {
            return .ask(attributes.protection.accessControl)
        }
        return .answer(Item(value: value, attributes: attributes))
    }

    mutating func store(
        _ write: PendingWrite, _ permit: Permit
    ) throws(KeychainError) -> Step<ItemVersion> {
        try requireNames()
        let present = entries[write.key]?.attributes
        try write.checkCondition(present)
        let protection = write.options.protection ?? present?.protection ?? .standard
        try capabilities.check(protection)
        try requireUsable(protection)
        guard permit.covers(protection) else { return .ask(protection.accessControl) }
        let version = nextVersion()
        let attributes = ItemAttributes(
            key: write.key, protection: protection, kind: write.options.kind, version: version,
            created: present?.created ?? permit.now, modified: permit.now,
            byteCount: write.value.count, invalidation: nil)
        entries[write.key] = Entry(attributes: attributes, value: write.value)
        return .answer(version)
    }

    mutating func remove(_ key: ItemKey) throws(KeychainError) -> Bool {
        try requireNames()
        return entries.removeValue(forKey: key) != nil
    }

    func attributes(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        try requireNames()
        return entries[key]?.attributes
    }

    func list(service: String?) throws(KeychainError) -> [ItemAttributes] {
        try requireNames()
        return entries.values.map(\.attributes).filter { attributes in
            service.map { attributes.key.service.utf8.elementsEqual($0.utf8) } ?? true
        }.sorted { $0.key < $1.key }
    }

    mutating func nextVersion() -> ItemVersion {
        lastVersion += 1
        return ItemVersion(rawValue: lastVersion)
    }
}
