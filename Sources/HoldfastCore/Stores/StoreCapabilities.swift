/// What a store can do and for how long it keeps what it was given.
///
/// The conformance suite reads it and checks the negative too: an option that is not listed here
/// must be refused, not ignored.
public struct StoreCapabilities: Sendable, Equatable {
    /// How long a value lives.
    public enum Persistence: String, Sendable {
        /// As long as the process.
        case process
        /// Until it is removed; survives power loss once a write returned.
        case untilRemoved
    }

    /// How long a value lives.
    public var persistence: Persistence
    /// The classes that can be written.
    public var accessibilities: Set<Accessibility>
    /// The access controls that can be written on some device of this platform; what holds on this
    /// device now is ``ItemStore/canUse(_:)``'s answer.
    public var accessControls: Set<AccessControl>
    /// The hardware choices that are not refused.
    public var keyStorages: Set<KeyStorage>
    /// Whether synchronizable items exist.
    public var hasSynchronizableItems: Bool
    /// Whether access groups exist.
    public var hasAccessGroups: Bool
    /// Whether a write replaces a value in one step, so that a write gate would only add a read.
    public var hasAtomicUpdate: Bool
    /// Whether several processes may use the store at once.
    public var isSharedAcrossProcesses: Bool
    /// What the bytes of an item can be said to be; anything else is `UNSUPPORTED`.
    public var kinds: Set<ItemKind> = Set(ItemKind.allCases)
    /// Whether versions tell contents apart; without them ``WriteCondition/ifVersion(_:)``, and so
    /// ``ItemStore/update(_:options:prompt:isolation:_:)`` of an item that is there, is
    /// `UNSUPPORTED`.
    public var hasVersions = true

    /// What a new item gets when nothing is said about its protection.
    ///
    /// ``ItemProtection/standard`` where the store has its class, else its own default, which is
    /// `afterFirstUnlock` where it has that.
    public var standardProtection: ItemProtection {
        let standard = ItemProtection.standard
        if accessibilities.contains(standard.accessibility) { return standard }
        let own = Accessibility.allCases.first(where: accessibilities.contains)
        let choice = accessibilities.contains(.afterFirstUnlock) ? .afterFirstUnlock : own
        return ItemProtection(accessibility: choice ?? standard.accessibility)
    }

    /// Makes a description of a store.
    ///
    /// - Parameters:
    ///   - persistence: how long a value lives.
    ///   - accessibilities: the classes that can be written.
    ///   - accessControls: the access controls that can be written.
    ///   - keyStorages: the hardware choices that are not refused.
    ///   - hasSynchronizableItems: whether synchronizable items exist.
    ///   - hasAccessGroups: whether access groups exist.
    ///   - hasAtomicUpdate: whether a write replaces a value in one step.
    ///   - isSharedAcrossProcesses: whether several processes may use the store at once.
    public init(
        persistence: Persistence, accessibilities: Set<Accessibility>,
        accessControls: Set<AccessControl>, keyStorages: Set<KeyStorage>,
        hasSynchronizableItems: Bool, hasAccessGroups: Bool, hasAtomicUpdate: Bool,
        isSharedAcrossProcesses: Bool
    ) {
        self.persistence = persistence
        self.accessibilities = accessibilities
        self.accessControls = accessControls
        self.keyStorages = keyStorages
        self.hasSynchronizableItems = hasSynchronizableItems
        self.hasAccessGroups = hasAccessGroups
        self.hasAtomicUpdate = hasAtomicUpdate
        self.isSharedAcrossProcesses = isSharedAcrossProcesses
    }

    /// Refuses a protection with an option that the store does not have.
    ///
    /// - Parameter protection: a protection that ``ItemProtection/validate()`` has passed.
    /// - Throws: `UNSUPPORTED` that names the option; `HARDWARE_UNAVAILABLE` for hardware that the
    ///   item insists on. Access controls are left to ``ItemStore/canUse(_:)``, which knows the
    ///   device.
    public func check(_ protection: ItemProtection) throws(KeychainError) {
        if !accessibilities.contains(protection.accessibility) {
            throw KeychainError(
                .unsupported, "this store has no class \(protection.accessibility.rawValue)")
        }
        if protection.isSynchronizable && !hasSynchronizableItems {
            throw KeychainError(.unsupported, "this store has no synchronizable items")
        }
        if protection.accessGroup != nil && !hasAccessGroups {
            throw KeychainError(.unsupported, "this store has no access groups")
        }
        try check(protection.keyStorage)
    }

    /// Refuses a kind or a condition that the store does not have.
    ///
    /// - Parameter options: how a value is to be written.
    /// - Throws: `UNSUPPORTED` that names the option.
    public func check(_ options: WriteOptions) throws(KeychainError) {
        if !kinds.contains(options.kind) {
            throw KeychainError(
                .unsupported, "this store has no items of the kind \(options.kind.rawValue)")
        }
        if case .ifVersion = options.condition, !hasVersions {
            throw KeychainError(.unsupported, "this store has no versions to compare")
        }
    }

    private func check(_ keyStorage: KeyStorage) throws(KeychainError) {
        guard !keyStorages.contains(keyStorage) else { return }
        switch keyStorage {
        case .strongboxRequired, .tpmRequired:
            throw KeychainError(
                .hardwareUnavailable, "\(keyStorage.rawValue) is not available here")
        case .automatic, .strongbox, .tpm, .secureEnclave:
            throw KeychainError(
                .unsupported, "this store has no key storage \(keyStorage.rawValue)")
        }
    }
}
