import HoldfastCore

/// What a person must confirm before a call can be made again.
struct PersonRequest: Sendable {
    let key: ItemKey
    /// The item's protection; `nil` for an item that the ledger does not know.
    let protection: ItemProtection?
}

/// The contexts that a person confirmed, each for one item and for its `authValidity`.
struct Confirmations: Sendable {
    private struct Confirmation: Sendable {
        let context: any AuthenticationContext
        let accessControl: AccessControl
        let validitySeconds: Int64
        let time: UnixTime
    }

    private var byKey: [ItemKey: Confirmation] = [:]

    /// Keeps a confirmation, unless it counts for one use only.
    ///
    /// - Returns: whether it was kept.
    mutating func keep(
        _ context: any AuthenticationContext, for request: PersonRequest, at time: UnixTime
    ) -> Bool {
        guard let protection = request.protection, protection.authValiditySeconds > 0 else {
            return false
        }
        byKey[request.key] = Confirmation(
            context: context, accessControl: protection.accessControl,
            validitySeconds: Int64(protection.authValiditySeconds), time: time)
        return true
    }

    /// The access that a kept confirmation still gives.
    mutating func access(for key: ItemKey, at now: UnixTime) -> Access {
        guard let confirmation = byKey[key] else { return .silent }
        // A clock that was set back must not lengthen a confirmation.
        let age = now.seconds - confirmation.time.seconds
        guard age >= 0 && age < confirmation.validitySeconds else {
            forget(key)
            return .silent
        }
        return .context(confirmation.context.number)
    }

    mutating func forget(_ key: ItemKey) {
        byKey.removeValue(forKey: key)?.context.invalidate()
    }

    /// Ends all of them, as a lock of the device does.
    mutating func forgetAll() {
        for (_, confirmation) in byKey.sorted(by: { $0.key < $1.key }) {
            confirmation.context.invalidate()
        }
        byKey = [:]
    }
}
