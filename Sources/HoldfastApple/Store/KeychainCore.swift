import HoldfastCore
import HoldfastCrypto

/// What the store decides, call by call, under the store's lock; it never shows a prompt.
///
/// A call either answers or says that a person must be asked first; then it is made again with the
/// context that the person confirmed.
struct KeychainCore: Sendable {
    let platform: ApplePlatform
    let random: any SecureRandom
    let configuration: AppleKeychainConfiguration
    var opened: Opened?
    var confirmations = Confirmations()
    /// How often the phone was locked or unlocked since the store was made.
    let lockChanges: Locked<Int>
    var seenLockChanges = 0

    init(
        _ platform: ApplePlatform, _ configuration: AppleKeychainConfiguration,
        random: any SecureRandom, lockChanges: Locked<Int>
    ) {
        self.platform = platform
        self.lockChanges = lockChanges
        self.configuration = configuration
        self.random = random
    }
}

/// What a call comes to.
enum Step<Answer: Sendable>: Sendable {
    /// The answer.
    case answer(Answer)
    /// A person must be asked before the call can be made again.
    case ask(PersonRequest)
}

/// With what a call may reach a row that asks for a person.
enum Access: Sendable {
    /// With nothing: the call must not prompt.
    case silent
    /// With a context that a person confirmed, by its number.
    case context(Int)

    /// What it adds to a query.
    var query: SecItemDictionary {
        switch self {
        case .silent:
            [SecItemName.authenticationUI: .text(SecItemName.authenticationUIFail)]
        case .context(let number): [SecItemName.authenticationContext: .context(number)]
        }
    }
}

extension KeychainCore {
    /// What the keychain has under a name.
    enum Look: Sendable {
        /// A row that could be read.
        case row(StoredRow)
        /// A row that could not: its class is locked, or it asks for a person.
        case hidden(RowAddress)
        /// A row that the platform refuses without saying why.
        case refused(RowAddress)
        /// A row that does not decode, on a system that says so instead of "not found".
        case undecodable
        /// None, as the keychain says; whether it is answering is another question.
        case none

        /// Where the row lies.
        var address: RowAddress? {
            switch self {
            case .row(let row): row.address
            case .hidden(let address), .refused(let address): address
            case .undecodable, .none: nil
            }
        }
    }

    /// Looks for an item wherever it may lie.
    ///
    /// - Throws: what the keychain answers but "found", "hidden", "refused" and "not found".
    func look(
        for key: ItemKey, _ session: KeychainSession, _ access: Access, withValue: Bool = false
    ) throws(KeychainError) -> Look {
        var answer = Look.none
        for address in RowAddress.all(of: key, ownGroup: session.sentinel.group) {
            let found = try look(at: address, access, withValue: withValue)
            if found.address != nil { return found }
            if case .undecodable = found { answer = found }
        }
        return answer
    }

    private func look(
        at address: RowAddress, _ access: Access, withValue: Bool
    ) throws(KeychainError) -> Look {
        var query = address.query.adding(access.query)
        query[SecItemName.returnAttributes] = .flag(true)
        if withValue { query[SecItemName.returnData] = .flag(true) }
        let matches = platform.secItem.copyMatching(query)
        switch matches.status {
        case Status.success:
            guard let row = matches.rows.first else {
                throw KeychainError(.unknown, "the keychain answered success without a row")
            }
            let stored = try StoredRow(row)
            if stored.mayOutliveItsValue && !withValue {
                return try look(at: address, access, withValue: true)
            }
            return .row(stored)
        case Status.interactionNotAllowed: return .hidden(address)
        case Status.authFailed: return .refused(address)
        case Status.notFound: return .none
        case Status.decode: return .undecodable
        default: throw KeychainError(status: matches.status, "the item cannot be looked up")
        }
    }

    /// Looks for an item, and makes sure that "none" is the store's answer.
    ///
    /// - Throws: as ``look(for:_:_:withValue:)``, and `INTERACTION_NOT_ALLOWED` if the store is not
    ///   answering.
    mutating func lookSurely(
        for key: ItemKey, _ session: inout KeychainSession, _ access: Access,
        withValue: Bool = false
    ) throws(KeychainError) -> Look {
        let first = try look(for: key, session, access, withValue: withValue)
        if first.address != nil { return first }
        try confirmAnswering(&session)
        // What the ledger says was there is asked for twice before it is called lost.
        guard session.ledger[session.name(of: key)]?.settled != nil else { return first }
        let second = try look(for: key, session, access, withValue: withValue)
        // A row that does not decode is gone after it was looked at once.
        if case .undecodable = first, case .none = second { return first }
        return second
    }
}
