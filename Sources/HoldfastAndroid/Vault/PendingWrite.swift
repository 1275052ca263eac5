import HoldfastCore
import HoldfastCrypto

/// A write that was asked for.
struct PendingWrite: Sendable {
    let key: ItemKey
    let value: SecretBytes
    let options: WriteOptions
    /// Whether only a tombstone may be replaced.
    var isReplacement = false

    /// Refuses what no device could store, before any platform call.
    func check(_ capabilities: StoreCapabilities) throws(KeychainError) {
        if isReplacement && options.condition != .always {
            throw KeychainError(
                .invalidArgument, "replaceInvalidated takes no condition of its own")
        }
        try Item.check(value)
        guard let protection = options.protection else { return }
        try protection.validate()
        try capabilities.check(protection)
    }

    /// Refuses a write whose condition does not hold.
    func check(replacing old: ItemRecord?) throws(KeychainError) {
        if isReplacement && old?.invalidation == nil { throw StoreConflict.notInvalidated.error }
        switch options.condition {
        case .always: return
        case .ifAbsent:
            if old != nil { throw StoreConflict.alreadyExists.error }
        case .ifVersion(let version):
            if old?.version != version.rawValue { throw StoreConflict.versionChanged.error }
        }
    }

    /// The protection that the item gets.
    func protection(replacing old: ItemRecord?) -> ItemProtection {
        options.protection ?? old?.protection ?? .standard
    }
}
