/// What a ledger remembers of one item: everything that the platform may not tell later.
package struct LedgerFacts: Sendable, Equatable {
    /// The version stored.
    package var version: ItemVersion
    /// How the item is protected.
    package var protection: ItemProtection
    /// What its bytes are.
    package var kind: ItemKind
    /// When it was first written.
    package var created: UnixTime
    /// When its present content was written.
    package var modified: UnixTime
    /// How many bytes the value has.
    package var byteCount: Int
    /// The state of the enrolled biometrics at the write, 0 to 255 bytes; `nil` if it was not known.
    package var biometricState: [UInt8]?
    /// The item's name, sealed by the backend under a key that lies in the secure store; 0 to
    /// 4 096 bytes, empty where the store itself tells names.
    package var sealedName: [UInt8]

    /// Takes facts.
    package init(
        version: ItemVersion, protection: ItemProtection, kind: ItemKind, created: UnixTime,
        modified: UnixTime, byteCount: Int, biometricState: [UInt8]?, sealedName: [UInt8]
    ) {
        self.version = version
        self.protection = protection
        self.kind = kind
        self.created = created
        self.modified = modified
        self.byteCount = byteCount
        self.biometricState = biometricState
        self.sealedName = sealedName
    }

    /// The attributes of the item, as a store answers them.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - invalidation: the tombstone, if there is one; the value has no bytes then.
    /// - Returns: the attributes.
    package func attributes(of key: ItemKey, invalidation: Invalidation? = nil) -> ItemAttributes {
        ItemAttributes(
            key: key, protection: protection, kind: kind, version: version, created: created,
            modified: modified, byteCount: invalidation == nil ? byteCount : 0,
            invalidation: invalidation)
    }
}
