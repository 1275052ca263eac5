import HoldfastCore
import HoldfastCrypto

/// A write as it was asked for.
struct PendingWrite: Sendable {
    let key: ItemKey
    let value: SecretBytes
    let options: WriteOptions
    /// Whether only a tombstone may be replaced.
    var isReplacement = false

    /// Refuses what is wrong whatever the device's state, before anything is looked at.
    func checked(by capabilities: StoreCapabilities) -> Result<Void, KeychainError> {
        Result { () throws(KeychainError) in
            try Item.check(value)
            if isReplacement && options.condition != .always {
                throw KeychainError(
                    .invalidArgument, "replacing an invalidated item takes no condition")
            }
            guard let protection = options.protection else { return }
            try protection.validate()
            try capabilities.check(protection)
        }
    }

    /// Refuses the write if its condition does not hold for what is there.
    func checkCondition(_ present: ItemAttributes?) throws(KeychainError) {
        if isReplacement && present?.invalidation == nil {
            throw StoreConflict.notInvalidated.error
        }
        switch options.condition {
        case .always: return
        case .ifAbsent: if present != nil { throw StoreConflict.alreadyExists.error }
        case .ifVersion(let version):
            if present?.version != version { throw StoreConflict.versionChanged.error }
        }
    }
}
