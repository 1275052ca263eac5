import HoldfastCore
import HoldfastCrypto

/// A whole store as its file has it: keys, items and the counter of versions.
///
/// It is a value: a change is made in a copy and becomes true when the copy replaces the file.
struct StoreFile: Sendable, Equatable {
    let id: StoreID
    /// Whether keys came from a seed: made in a test, refused by release builds.
    let isLab: Bool
    /// Hashes names; it hides them from whoever sees a hash and not this file, and nothing else.
    let nameKey: [UInt8]
    /// The version of the newest change.
    private(set) var sequence: UInt64
    var keys: [KeyRecord]
    private(set) var items: [[UInt8]: ItemRecord]

    init(
        id: StoreID, isLab: Bool, nameKey: [UInt8], sequence: UInt64, keys: [KeyRecord],
        items: [[UInt8]: ItemRecord] = [:]
    ) {
        self.id = id
        self.isLab = isLab
        self.nameKey = nameKey
        self.sequence = sequence
        self.keys = keys
        self.items = items
    }

    static let nameKeyByteCount = 32

    /// Under which 32 bytes an item stands: a keyed hash over both names with their lengths.
    func name(of key: ItemKey) -> [UInt8] {
        HMACSHA256Key(SecretBytes(nameKey)).authenticate { message in
            for var name in [key.service, key.account] {
                name.withUTF8 { utf8 in
                    message.absorb(bigEndian: UInt64(utf8.count))
                    message.absorb(UnsafeRawBufferPointer(utf8))
                }
            }
        }
    }

    /// The items in the order of their hashes, so that a run can be repeated.
    var sortedItems: [ItemRecord] {
        items.values.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }

    /// The key record of an id.
    func key(_ id: KeyID) -> KeyRecord? { keys.first { $0.id == id } }

    /// The sentinel; every whole file has exactly one.
    var sentinel: KeyRecord? { keys.first { $0.role == .sentinel } }

    /// Takes the version for a change; it is given to no other change.
    mutating func takeVersion() -> UInt64 {
        sequence += 1
        return sequence
    }

    mutating func put(_ item: ItemRecord) {
        items[item.name] = item
        dropUnusedKeys()
    }

    mutating func remove(_ name: [UInt8]) {
        items[name] = nil
        dropUnusedKeys()
    }

    /// Forgets keys that no item can need any more: those of a single item, and the lost ones.
    private mutating func dropUnusedKeys() {
        let used = items.values.reduce(into: Set<KeyID>()) { used, item in
            guard let value = item.value else { return }
            used.insert(value.key)
            if let witness = value.witness { used.insert(witness) }
        }
        keys.removeAll { $0.role.belongsToOneItem && !used.contains($0.id) }
    }
}

extension KeyRecord.Role {
    /// Whether no later item shares the key.
    var belongsToOneItem: Bool {
        guard case .data(let protection) = self else { return false }
        return protection.accessControl != .none && protection.authValiditySeconds == 0
    }
}
