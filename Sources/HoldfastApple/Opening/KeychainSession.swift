import HoldfastCore
import HoldfastCrypto

/// The store while it is known to be answering, for the time of one call under the lock.
struct KeychainSession: Sendable {
    let sentinel: Sentinel
    var ledger: Ledger
    let platform: ApplePlatform
    let random: any SecureRandom

    func save() throws(KeychainError) {
        try LedgerFile(in: platform.container).save(ledger)
    }

    func name(of key: ItemKey) -> Ledger.Name {
        ledger.name(of: [key.service, key.account])
    }

    /// The name behind an entry; `nil` if the key that sealed it is lost.
    func key(of name: Ledger.Name, _ facts: LedgerFacts) throws(KeychainError) -> ItemKey? {
        guard let key = try NameSeal(key: sentinel.nameKey).open(facts.sealedName),
            self.name(of: key) == name
        else { return nil }
        return key
    }

    /// What the ledger remembers of a row.
    func facts(
        of key: ItemKey, _ record: AttributeRecord, biometricState: [UInt8]?
    ) throws(KeychainError) -> LedgerFacts {
        LedgerFacts(
            version: record.version, protection: record.protection, kind: record.kind,
            created: record.created, modified: record.modified, byteCount: record.byteCount,
            biometricState: biometricState,
            sealedName: try NameSeal(key: sentinel.nameKey).seal(key, random: random))
    }

    /// The sentinel as the keychain has it now.
    ///
    /// - Returns: `nil` if the keychain says that there is none.
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock, and what else was answered.
    static func readSentinel(_ platform: ApplePlatform) throws(KeychainError) -> Sentinel? {
        let matches = platform.secItem.copyMatching(
            Sentinel.address.query.adding([
                SecItemName.returnData: .flag(true), SecItemName.returnAttributes: .flag(true),
                SecItemName.authenticationUI: .text(SecItemName.authenticationUIFail),
            ]))
        switch matches.status {
        case Status.success:
            guard let row = matches.rows.first else {
                throw KeychainError(.unknown, "the keychain answered success without a row")
            }
            return try Sentinel(row)
        case Status.notFound: return nil
        case Status.interactionNotAllowed: throw Self.notAnswering
        default: throw KeychainError(status: matches.status, "the keychain cannot be asked")
        }
    }

    /// Writes a sentinel, which proves that the keychain answers.
    ///
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock, when a "not found" was no answer.
    static func addSentinel(
        _ sentinel: Sentinel, _ platform: ApplePlatform
    ) throws(KeychainError) {
        switch platform.secItem.add(sentinel.addition) {
        case Status.success: return
        // A process without this folder's lock, as a widget of the app, was quicker.
        case Status.duplicate: return
        case Status.interactionNotAllowed: throw Self.notAnswering
        case let status: throw KeychainError(status: status, "the keychain takes no row")
        }
    }

    static let notAnswering = KeychainError(
        .interactionNotAllowed, "the device was not unlocked since it started",
        nativeDomain: Status.domain, nativeCode: Int(Status.interactionNotAllowed))
}
