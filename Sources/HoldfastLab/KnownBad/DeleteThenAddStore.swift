import HoldfastApple
import HoldfastCore
import HoldfastCrypto

/// KNOWN BAD: a keychain store that answers a failed update by deleting the item and adding it
/// anew.
///
/// On a locked phone the delete succeeds and the add does not, and a process can die between them:
/// the item is then neither old nor new (breaks P2). Apart from that it is a plain store: one item
/// a name, no ledger, no conditions on writes beyond its own look.
struct DeleteThenAddStore: PromptlessStore {
    private let secItem: any SecItemCalls

    init(_ secItem: any SecItemCalls) {
        self.secItem = secItem
    }

    var capabilities: StoreCapabilities {
        StoreCapabilities(
            persistence: .untilRemoved, accessibilities: Set(Accessibility.allCases),
            accessControls: [.none], keyStorages: [.automatic], hasSynchronizableItems: false,
            hasAccessGroups: false, hasAtomicUpdate: false, isSharedAcrossProcesses: true)
    }

    func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        accessControl == .none ? .available : .unsupportedOS
    }

    func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        guard let row = try rows(Self.query(key), withData: true).first else { return nil }
        guard case .data(let value)? = row[SecItemName.valueData] else {
            throw KeychainError(.dataCorrupted, "the item has no value")
        }
        return Item(value: value, attributes: try attributes(key, row, value.count))
    }

    func writeWithoutPrompt(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        try Item.check(value)
        try check(options, key)
        let protection = options.protection ?? .standard
        try capabilities.check(protection)
        let query = Self.query(key)
        var attributes = SecItemDictionary([
            SecItemName.valueData: .data(value),
            SecItemName.accessible: .text(protection.accessibility.rawAttribute),
        ])
        if secItem.update(query, attributes) == 0 { return ItemVersion(rawValue: 0) }
        // The mistake that this store shows: what is there is deleted before its replacement is.
        _ = secItem.delete(query)
        attributes.entries.merge(query.entries) { mine, _ in mine }
        try Self.check(secItem.add(attributes))
        return ItemVersion(rawValue: 0)
    }

    func removeWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        let status = secItem.delete(Self.query(key))
        if status == Self.notFound { return false }
        try Self.check(status)
        return true
    }

    func attributesWithoutPrompt(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        try rows(Self.query(key), withData: false).first.map { row throws(KeychainError) in
            try attributes(key, row, 0)
        }
    }

    func listWithoutPrompt(service: String?) throws(KeychainError) -> [ItemAttributes] {
        var query: SecItemDictionary = [SecItemName.itemClass: .text(SecItemName.genericPassword)]
        query[SecItemName.service] = service.map { .text($0) }
        query[SecItemName.matchLimit] = .text(SecItemName.matchLimitAll)
        var found: [ItemAttributes] = []
        for row in try rows(query, withData: false) {
            guard case .text(let service)? = row[SecItemName.service],
                case .text(let account)? = row[SecItemName.account]
            else { continue }
            let key = try ItemKey(service: service, account: account)
            found.append(try attributes(key, row, 0))
        }
        return found.sorted { $0.key < $1.key }
    }
}

extension DeleteThenAddStore {
    private static let notFound: Int32 = -25_300
    private static let interactionNotAllowed: Int32 = -25_308

    private static func query(_ key: ItemKey) -> SecItemDictionary {
        [
            SecItemName.itemClass: .text(SecItemName.genericPassword),
            SecItemName.service: .text(key.service), SecItemName.account: .text(key.account),
        ]
    }

    private static func check(_ status: Int32) throws(KeychainError) {
        guard status != 0 else { return }
        throw KeychainError(
            status == interactionNotAllowed ? .interactionNotAllowed : .unknown,
            "the keychain did not answer", nativeDomain: "NSOSStatusErrorDomain",
            nativeCode: Int(status))
    }

    private func rows(
        _ query: SecItemDictionary, withData: Bool
    ) throws(KeychainError) -> [SecItemDictionary] {
        var query = query
        query[SecItemName.returnAttributes] = .flag(true)
        if withData { query[SecItemName.returnData] = .flag(true) }
        let matches = secItem.copyMatching(query)
        if matches.status == Self.notFound { return [] }
        try Self.check(matches.status)
        return matches.rows
    }

    private func check(_ options: WriteOptions, _ key: ItemKey) throws(KeychainError) {
        switch options.condition {
        case .always: return
        case .ifAbsent:
            if try readWithoutPrompt(key) != nil { throw StoreConflict.alreadyExists.error }
        case .ifVersion: throw KeychainError(.unsupported, "this store has no versions")
        }
    }

    private func attributes(
        _ key: ItemKey, _ row: SecItemDictionary, _ byteCount: Int
    ) throws(KeychainError) -> ItemAttributes {
        var protection = ItemProtection.standard
        if case .text(let raw)? = row[SecItemName.accessible],
            let accessibility = Accessibility.allCases.first(where: { $0.rawAttribute == raw })
        {
            protection.accessibility = accessibility
        }
        let time = UnixTime(seconds: 0)
        return ItemAttributes(
            key: key, protection: protection, kind: .bytes, version: ItemVersion(rawValue: 0),
            created: time, modified: time, byteCount: byteCount, invalidation: nil)
    }
}

extension Accessibility {
    fileprivate var rawAttribute: String {
        switch self {
        case .whenUnlocked: SecItemName.whenUnlocked
        case .afterFirstUnlock: SecItemName.afterFirstUnlock
        case .whenUnlockedThisDeviceOnly: SecItemName.whenUnlockedThisDeviceOnly
        case .afterFirstUnlockThisDeviceOnly: SecItemName.afterFirstUnlockThisDeviceOnly
        case .whenPasscodeSetThisDeviceOnly: SecItemName.whenPasscodeSetThisDeviceOnly
        }
    }
}
