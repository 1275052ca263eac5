import HoldfastApple
import HoldfastCore
import HoldfastCrypto

/// The four calls of a keychain source, each with what its answers mean.
struct KeychainRows: Sendable {
    let calls: any SecItemCalls
    /// Names an `LAContext` that a person has confirmed; `nil` for nobody.
    var contextNumber: Int?

    /// Rows that could be seen, and whether others could not.
    struct Answer: Sendable {
        var rows: [ForeignRow]
        var hidesRows: Bool
    }

    /// All rows of a place, without their values.
    ///
    /// - Throws: `INTERACTION_NOT_ALLOWED` if not even the rows that need nobody can be seen.
    func rows(of place: ForeignPlace) throws(KeychainError) -> Answer {
        var query = place.query
        query[SecItemName.matchLimit] = .text(SecItemName.matchLimitAll)
        query[SecItemName.returnAttributes] = .flag(true)
        let all = calls.copyMatching(asking(query))
        guard Self.hiding.contains(all.status) else {
            return Answer(rows: try Self.rows(all, of: place), hidesRows: false)
        }
        // One row that is locked or asks for a person fails the whole call: again without those.
        query[SecItemName.authenticationUI] = .text(SecItemName.authenticationUISkip)
        return Answer(rows: try Self.rows(calls.copyMatching(query), of: place), hidesRows: true)
    }

    /// A row's value; `nil` if the row is gone.
    func value(of row: ForeignRow) throws(KeychainError) -> SecretBytes? {
        var query = row.query
        query[SecItemName.matchLimit] = .text(SecItemName.matchLimitOne)
        query[SecItemName.returnAttributes] = .flag(true)
        query[SecItemName.returnData] = .flag(true)
        let matches = calls.copyMatching(asking(query))
        switch matches.status {
        case Self.success: break
        case Self.notFound: return nil
        default: throw Self.error(matches.status)
        }
        guard matches.rows.count == 1, let found = matches.rows.first,
            ForeignRow(found, of: row.itemClass)?.isSameRow(as: row) == true
        else { throw Self.otherRow }
        // The platform leaves an empty value out.
        guard case .data(let data)? = found[SecItemName.valueData] else { return SecretBytes([]) }
        return data
    }

    /// Removes a row, after making sure that its key selects it and nothing else.
    func remove(_ row: ForeignRow) throws(KeychainError) {
        var query = row.query
        query[SecItemName.matchLimit] = .text(SecItemName.matchLimitAll)
        query[SecItemName.returnAttributes] = .flag(true)
        let matches = calls.copyMatching(asking(query))
        if matches.status == Self.notFound { return }
        guard matches.status == Self.success else { throw Self.error(matches.status) }
        guard matches.rows.count == 1, let found = matches.rows.first,
            ForeignRow(found, of: row.itemClass)?.isSameRow(as: row) == true
        else { throw Self.otherRow }
        let status = calls.delete(row.query)
        guard status == Self.success || status == Self.notFound else { throw Self.error(status) }
    }

    /// No call shows a prompt: it fails, or a context that was confirmed before stands for the
    /// person.
    private func asking(_ query: SecItemDictionary) -> SecItemDictionary {
        var query = query
        if let contextNumber {
            query[SecItemName.authenticationContext] = .context(contextNumber)
        } else {
            query[SecItemName.authenticationUI] = .text(SecItemName.authenticationUIFail)
        }
        return query
    }

    private static func rows(
        _ matches: SecItemMatches, of place: ForeignPlace
    ) throws(KeychainError) -> [ForeignRow] {
        switch matches.status {
        case success:
            matches.rows.compactMap { ForeignRow($0, of: place.itemClass) }.filter(place.holds)
        case notFound: []
        default: throw error(matches.status)
        }
    }

    private static func error(_ status: Int32) -> KeychainError {
        if hiding.contains(status) { return hidden }
        return KeychainError(
            .unknown, "the keychain does not answer", nativeDomain: domain,
            nativeCode: Int(status))
    }

    static let hidden = KeychainError(
        .interactionNotAllowed, "an item is locked or asks for a person",
        nativeDomain: domain, nativeCode: -25308,
        advice:
            "unlock the device and run it again; for items that ask for a person ask it first, with"
            + " the source's askPerson")
    private static let otherRow = KeychainError(
        .dataCorrupted, "the keychain answers with other rows than the one that was asked for")

    // Names and numbers: base/SecBase.h in Apple's published Security source.
    private static let success: Int32 = 0
    private static let notFound: Int32 = -25300
    private static let hiding: [Int32] = [-25308, -25293, -25315]
    private static let domain = "NSOSStatusErrorDomain"
}
