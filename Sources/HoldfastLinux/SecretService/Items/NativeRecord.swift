#if os(Linux) && SecretService
import HoldfastCore

/// What the attributes of one of our own items say.
///
/// - Note: `docs/desktop-keyring.md`, "Holdfast's own items".
struct NativeRecord: Sendable, Equatable {
    let key: ItemKey
    let version: ItemVersion
    let kind: ItemKind
    let created: UnixTime
    let modified: UnixTime
    let byteCount: Int

    /// The schema that tells an item of ours from everybody else's.
    static let schema = "org.holdfast.Item"
    static let format = "1"
    static let protection = ItemProtection(accessibility: .afterFirstUnlock)

    /// What all of our items have, or all of a service, or of one name.
    static func search(service: String?, account: String? = nil) -> KeyringAttributes {
        var attributes = KeyringAttributes([(KeyringAttributes.schemaName, schema)])
        attributes[Name.service] = service
        attributes[Name.account] = account
        return attributes
    }

    /// What a store answers.
    var itemAttributes: ItemAttributes {
        ItemAttributes(
            key: key, protection: Self.protection, kind: kind, version: version,
            created: created, modified: modified, byteCount: byteCount, invalidation: nil)
    }

    /// All attributes of the item.
    var attributes: KeyringAttributes {
        KeyringAttributes([
            (KeyringAttributes.schemaName, Self.schema), (Name.format, Self.format),
            (Name.service, key.service), (Name.account, key.account),
            (Name.version, String(version.rawValue)), (Name.kind, kind.rawValue),
            (Name.created, String(created.seconds)), (Name.modified, String(modified.seconds)),
            (Name.size, String(byteCount)),
        ])
    }

    /// Reads what was found.
    ///
    /// - Returns: `nil` for an item of somebody else, which has fewer attributes or more.
    /// - Throws: `UNSUPPORTED` for a newer format, `DATA_CORRUPTED` for one of ours that this
    ///   library did not write so.
    init?(_ found: KeyringAttributes) throws(KeychainError) {
        guard found[KeyringAttributes.schemaName] == Self.schema, let format = found[Name.format]
        else { return nil }
        if format != Self.format {
            throw KeychainError(
                .unsupported, "an item of the keyring has a newer format than this version knows",
                advice: "update to a newer version; nothing was changed")
        }
        guard found.names == Name.all else { return nil }
        guard let service = found[Name.service], let account = found[Name.account],
            let version = found[Name.version].flatMap(UInt64.init),
            let kind = found[Name.kind].flatMap(ItemKind.init(rawValue:)),
            let created = found[Name.created].flatMap(Int64.init),
            let modified = found[Name.modified].flatMap(Int64.init),
            let byteCount = found[Name.size].flatMap(Int.init),
            (0...Item.maximumByteCount).contains(byteCount)
        else { throw Self.damaged }
        self.init(
            key: try Self.key(service, account), version: ItemVersion(rawValue: version),
            kind: kind, created: UnixTime(seconds: created),
            modified: UnixTime(seconds: modified), byteCount: byteCount)
        // One text for one record: a sign or a zero in front is nothing that we wrote.
        if attributes != found { throw Self.damaged }
    }

    init(
        key: ItemKey, version: ItemVersion, kind: ItemKind, created: UnixTime,
        modified: UnixTime, byteCount: Int
    ) {
        self.key = key
        self.version = version
        self.kind = kind
        self.created = created
        self.modified = modified
        self.byteCount = byteCount
    }

    static let damaged = KeychainError(
        .dataCorrupted, "an item of the keyring was changed by another program",
        advice: "remove it and get the value again")

    private static func key(
        _ service: String, _ account: String
    ) throws(KeychainError) -> ItemKey {
        do {
            return try ItemKey(service: service, account: account)
        } catch {
            throw damaged
        }
    }

    private enum Name {
        static let format = "holdfast:format"
        static let service = "service"
        static let account = "account"
        static let version = "version"
        static let kind = "kind"
        static let created = "created"
        static let modified = "modified"
        static let size = "size"
        static let all = KeyringAttributes(
            [
                KeyringAttributes.schemaName, format, service, account, version, kind, created,
                modified, size,
            ].map { ($0, "") }
        ).names
    }
}
#endif
