import HoldfastCore
import HoldfastCrypto

extension VaultCore {
    func list(service: String?) throws(KeychainError) -> [ItemAttributes] {
        if let service { try ItemKey.check(service, as: "service") }
        switch try find() {
        case .nothing: return []
        case .lost(let file, _):
            try Self.requireNames(of: file.sortedItems.count)
            return []
        case .open(var store): return try list(service, &store)
        }
    }

    private func list(
        _ service: String?, _ store: inout OpenStore
    ) throws(KeychainError) -> [ItemAttributes] {
        try Self.requireNames(of: store.file.sortedItems.filter(\.isNameless).count)
        var found: [ItemAttributes] = []
        for item in store.file.sortedItems {
            let key = try store.seal.openName(of: item, with: store.sentinelKey)
            guard store.file.name(of: key) == item.name else {
                throw KeychainError(.dataCorrupted, "an item stands under another's name")
            }
            guard service.map({ $0.utf8.elementsEqual(key.service.utf8) }) ?? true else { continue }
            guard let settled = try settledItem(item.name, &store) else { continue }
            found.append(settled.attributes(of: key))
        }
        return found.sorted { $0.key < $1.key }
    }

    /// Refuses a list that would leave items out because their names cannot be read.
    private static func requireNames(of count: Int) throws(KeychainError) {
        guard count > 0 else { return }
        throw KeychainError(
            .keyInvalidated, "\(count) items came back without the key of their names",
            advice: "handle each by its name, or call forgetLostItems()")
    }
}
