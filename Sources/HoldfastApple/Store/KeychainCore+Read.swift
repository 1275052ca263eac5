import HoldfastCore
import HoldfastCrypto

extension KeychainCore {
    mutating func read(
        _ key: ItemKey, _ access: Access
    ) throws(KeychainError) -> Step<Item?> {
        var session = try open()
        switch try presence(of: key, &session, access, withValue: true) {
        case .row(let row): return .answer(try row.item(of: key))
        case .nothing: return .answer(nil)
        case .tombstone(let invalidation, _): throw invalidation.error
        case .hidden(_, let facts): return .ask(try request(for: key, facts, access))
        }
    }

    /// Whom to ask for a hidden row.
    ///
    /// - Throws: `INTERACTION_NOT_ALLOWED` if it is hidden because the phone is locked.
    func request(
        for key: ItemKey, _ facts: LedgerFacts?, _ access: Access
    ) throws(KeychainError) -> PersonRequest {
        if facts?.protection.accessControl == AccessControl.none { throw Self.hidden }
        // After a confirmation there is nothing left to ask for: the phone locked meanwhile.
        if case .context = access { throw Self.hidden }
        guard try isUnlocked() else { throw Self.hidden }
        return PersonRequest(key: key, protection: facts?.protection)
    }

    static let hidden = KeychainError(
        .interactionNotAllowed, "the item cannot be reached while the device is locked",
        nativeDomain: Status.domain, nativeCode: Int(Status.interactionNotAllowed))
}
