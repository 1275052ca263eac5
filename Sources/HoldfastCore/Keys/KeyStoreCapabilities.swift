/// What a key store can do.
///
/// The conformance suite reads it and checks the negative too: an option that is not listed here
/// must be refused, not ignored.
public struct KeyStoreCapabilities: Sendable, Equatable {
    /// How long a key lives.
    public var persistence: StoreCapabilities.Persistence
    /// The grades that a new key can have; more than one where the hardware is chosen at creation.
    public var grades: Set<KeyGrade>
    /// The uses that a key can have; old Android hardware has no agreement.
    public var uses: Set<DeviceKeyUse>
    /// The classes that a key can have; never one that may leave the device.
    public var accessibilities: Set<Accessibility>
    /// The access controls that a key can have on some device of this platform; what holds on this
    /// device now is ``DeviceKeyStore/canUse(_:)``'s answer.
    public var accessControls: Set<AccessControl>
    /// The hardware choices that are not refused.
    public var keyStorages: Set<KeyStorage>
    /// Whether access groups exist.
    public var hasAccessGroups: Bool
    /// Whether several processes may use the store at once.
    public var isSharedAcrossProcesses: Bool

    /// Makes a description of a key store.
    ///
    /// - Parameters:
    ///   - persistence: how long a key lives.
    ///   - grades: the grades that a new key can have.
    ///   - uses: the uses that a key can have.
    ///   - accessibilities: the classes that a key can have.
    ///   - accessControls: the access controls that a key can have.
    ///   - keyStorages: the hardware choices that are not refused.
    ///   - hasAccessGroups: whether access groups exist.
    ///   - isSharedAcrossProcesses: whether several processes may use the store at once.
    public init(
        persistence: StoreCapabilities.Persistence, grades: Set<KeyGrade>, uses: Set<DeviceKeyUse>,
        accessibilities: Set<Accessibility>, accessControls: Set<AccessControl>,
        keyStorages: Set<KeyStorage>, hasAccessGroups: Bool, isSharedAcrossProcesses: Bool
    ) {
        self.persistence = persistence
        self.grades = grades
        self.uses = uses
        self.accessibilities = accessibilities
        self.accessControls = accessControls
        self.keyStorages = keyStorages
        self.hasAccessGroups = hasAccessGroups
        self.isSharedAcrossProcesses = isSharedAcrossProcesses
    }

    /// Refuses a new key with a rule broken, or with an option that the store does not have.
    ///
    /// - Parameters:
    ///   - name: the key's name.
    ///   - use: what the key is to do.
    ///   - protection: how it is to be protected.
    /// - Throws: `INVALID_ARGUMENT` that names the rule; `UNSUPPORTED` that names the option;
    ///   `HARDWARE_UNAVAILABLE` for hardware that the key insists on. Access controls are left to
    ///   ``DeviceKeyStore/canUse(_:)``, which knows the device.
    public func check(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection
    ) throws(KeychainError) {
        try name.validateForDeviceKey()
        try protection.validateForDeviceKey()
        guard uses.contains(use) else {
            throw KeychainError(.unsupported, "this store has no keys for \(use.rawValue)")
        }
        try options.check(protection)
    }

    /// The part that keys and items have in common.
    private var options: StoreCapabilities {
        StoreCapabilities(
            persistence: persistence, accessibilities: accessibilities,
            accessControls: accessControls, keyStorages: keyStorages, hasSynchronizableItems: false,
            hasAccessGroups: hasAccessGroups, hasAtomicUpdate: true,
            isSharedAcrossProcesses: isSharedAcrossProcesses)
    }
}
