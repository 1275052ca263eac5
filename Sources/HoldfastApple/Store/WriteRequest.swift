import HoldfastCore
import HoldfastCrypto

/// A write as it was asked for.
struct WriteRequest: Sendable {
    let key: ItemKey
    let value: SecretBytes
    let options: WriteOptions
    /// Whether only a tombstone may be replaced.
    var isReplacement = false

    /// The longest name of an access group that the ledger keeps.
    private static let maximumGroupByteCount = 1_024

    /// Refuses what is wrong whatever the device's state, before anything is asked.
    func check(_ capabilities: StoreCapabilities) throws(KeychainError) {
        try Item.check(value)
        if isReplacement && options.condition != .always {
            throw KeychainError(
                .invalidArgument, "replacing an invalidated item takes no condition")
        }
        guard let protection = options.protection else { return }
        try protection.validate()
        if let group = protection.accessGroup, group.utf8.count > Self.maximumGroupByteCount {
            throw KeychainError(.invalidArgument, "the access group's name is too long")
        }
        try capabilities.check(protection)
    }

    /// Refuses the write if its condition does not hold for what is there.
    func checkCondition(
        version: ItemVersion?, isTombstone: Bool
    ) throws(KeychainError) {
        if isReplacement && !isTombstone { throw StoreConflict.notInvalidated.error }
        switch options.condition {
        case .always: return
        case .ifAbsent: if version != nil { throw StoreConflict.alreadyExists.error }
        case .ifVersion(let wanted):
            if version != wanted { throw StoreConflict.versionChanged.error }
        }
    }
}
