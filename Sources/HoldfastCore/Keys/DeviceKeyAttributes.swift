/// Everything that is known of a device key without using it or asking a person.
///
/// The public key is not among it: where the key is software, it lies beside the private half.
/// ``DeviceKeyStore/publicKey(of:prompt:)`` gives it.
public struct DeviceKeyAttributes: Sendable, Equatable {
    /// The key's name.
    public let name: ItemKey
    /// What the key does.
    public let use: DeviceKeyUse
    /// What keeps it from being copied.
    public let grade: KeyGrade
    /// In which states it works, and whom it asks.
    public let protection: ItemProtection
    /// When it was made.
    public let created: UnixTime
    /// Why and when it was lost; `nil` for a key that is well.
    public let invalidation: Invalidation?

    /// Makes attributes, for a store to answer with.
    ///
    /// - Parameters:
    ///   - name: the key's name.
    ///   - use: what the key does.
    ///   - grade: what keeps it from being copied.
    ///   - protection: in which states it works, and whom it asks.
    ///   - created: when it was made.
    ///   - invalidation: why and when it was lost, if so.
    public init(
        name: ItemKey, use: DeviceKeyUse, grade: KeyGrade, protection: ItemProtection,
        created: UnixTime, invalidation: Invalidation?
    ) {
        self.name = name
        self.use = use
        self.grade = grade
        self.protection = protection
        self.created = created
        self.invalidation = invalidation
    }
}
