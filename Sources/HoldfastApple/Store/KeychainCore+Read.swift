import HoldfastCore
import HoldfastCrypto

extension KeychainCore {
    mutating func read(
        _ key: ItemKey, _ access: Access
    ) throws(KeychainError) -> Step<Item?> {
        var session = try open()
        let presence: Presence
        do throws(KeychainError) {
            presence = try self.presence(of: key, &session, access, withValue: true)
        } catch {
            throw try explain(error, of: key, &session)
        }
        switch presence {
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

    /// Finds the reason behind -25293, which stands for nearly everything.
    private mutating func explain(
        _ error: KeychainError, of key: ItemKey, _ session: inout KeychainSession
    ) throws(KeychainError) -> KeychainError {
        guard error.nativeCode == Int(Status.authFailed) else { return error }
        let facts = session.ledger[session.name(of: key)]?.facts
        let context = platform.device.makeContext()
        if let facts, facts.protection.accessControl.isBoundToEnrolledBiometrics,
            isOtherBiometry(than: facts, context), !facts.protection.isShared
        {
            let tombstone = try bury(key, facts, .biometricsChanged, &session)
            if case .tombstone(let invalidation, _) = tombstone { return invalidation.error }
        }
        if context.canEvaluate(.deviceOwner) == LocalAuthenticationCode.passcodeNotSet {
            return KeychainError(
                .passcodeNotSet, "the item asks for a passcode and none is set",
                nativeDomain: error.nativeDomain, nativeCode: error.nativeCode)
        }
        return error
    }

    static let hidden = KeychainError(
        .interactionNotAllowed, "the item cannot be reached while the device is locked",
        nativeDomain: Status.domain, nativeCode: Int(Status.interactionNotAllowed))
}
