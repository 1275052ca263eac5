#if os(Linux) && SecretService
import HoldfastCore
import HoldfastCrypto

extension SecretServiceCore {
    func read(_ key: ItemKey) throws(KeychainError) -> Item? {
        for _ in 0..<KeyringPlace.maximumAttempts {
            do throws(KeychainError) {
                return try inCollection { (place) throws(KeychainError) in
                    try layout(of: place).read(key)
                }
            } catch  where error == .keyringItemGone {
                // A writer replaced it between the search and the reading.
                continue
            }
        }
        throw StoreConflict.versionChanged.error
    }

    func attributes(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        try inCollection { (place) throws(KeychainError) in
            try layout(of: place).attributes(of: key)
        }
    }

    func list(service: String?) throws(KeychainError) -> [ItemAttributes] {
        if let service { try ItemKey.check(service, as: "service") }
        return try inCollection { (place) throws(KeychainError) in
            let items = try layout(of: place).list(service: service)
            // A list says of all others that they are not there.
            try place.vouchForAbsence()
            return items.sorted { $0.key < $1.key }
        }
    }

    func write(
        _ value: SecretBytes, for key: ItemKey, _ options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        try check(value, options)
        return try exclusively { (place) throws(KeychainError) in
            try layout(of: place).write(value, for: key, options)
        }
    }

    func remove(_ key: ItemKey) throws(KeychainError) -> Bool {
        try exclusively { (place) throws(KeychainError) in
            try layout(of: place).remove(key)
        }
    }

    private func layout(of place: KeyringPlace) -> any KeyringLayout {
        switch configuration.layout {
        case .native:
            NativeLayout(place: place, clock: configuration.clock) { self.warnings.append($0) }
        case .shared(let mapping):
            SharedLayout(place: place, mapping: mapping)
        }
    }
}

/// The operations of a store on an open collection.
protocol KeyringLayout {
    /// Throws ``HoldfastCore/KeychainError/keyringItemGone`` if the item was replaced meanwhile.
    func read(_ key: ItemKey) throws(KeychainError) -> Item?
    func attributes(of key: ItemKey) throws(KeychainError) -> ItemAttributes?
    func list(service: String?) throws(KeychainError) -> [ItemAttributes]
    /// Only while no other writer of ours is at work.
    func write(
        _ value: SecretBytes, for key: ItemKey, _ options: WriteOptions
    ) throws(KeychainError) -> ItemVersion
    /// Only while no other writer of ours is at work.
    func remove(_ key: ItemKey) throws(KeychainError) -> Bool
}
#endif
