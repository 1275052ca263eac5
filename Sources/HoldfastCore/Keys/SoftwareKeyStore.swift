public import HoldfastCrypto

/// Device keys where there is no hardware for them: private keys as items of an item store.
///
/// Its grade is ``KeyGrade/software``, or ``KeyGrade/softwareWrapped`` over a store that keeps its
/// items under keys in hardware: whoever reads the item has the key, so the keys are as safe
/// as the store they lie in, and their class, access control and tombstones are that store's. A
/// private key is in memory for the length of one operation.
///
/// Its items lie under services that begin with ``servicePrefix`` and have kinds of their own, so
/// that they cannot be mistaken for the app's. An item of the app's that lies there all the same is
/// not used, not replaced and not removed: the name is taken, and every question about it is
/// `DATA_CORRUPTED`. What is stored says which public key belongs to it, which is checked at every
/// use.
///
/// - Note: Standard: `docs/formats/software-key.md`, which has every byte.
public struct SoftwareKeyStore: DeviceKeyStore {
    /// What the service of a key's item begins with; the key's own service follows.
    public static let servicePrefix = "holdfast.device-key/"

    let items: any ItemStore
    let random: any SecureRandom
    let grade: KeyGrade

    /// Makes a key store over an item store, which may hold other items as well.
    ///
    /// - Parameters:
    ///   - items: keeps the keys.
    ///   - random: draws them (P12).
    ///   - isWrappedByHardware: whether the item store keeps its items under keys that hardware
    ///     does not hand out; it says so of itself, where it does (`AndroidVault.softwareKeys`).
    public init(
        over items: any ItemStore, random: any SecureRandom = SystemRandom(),
        isWrappedByHardware: Bool = false
    ) {
        self.items = items
        self.random = random
        grade = isWrappedByHardware ? .softwareWrapped : .software
    }

    /// What the item store can do, without what would let a key leave the device or promise it
    /// hardware.
    public var capabilities: KeyStoreCapabilities {
        let items = items.capabilities
        return KeyStoreCapabilities(
            persistence: items.persistence, grades: [grade], uses: Set(DeviceKeyUse.allCases),
            accessibilities: items.accessibilities.filter(\.isThisDeviceOnly),
            accessControls: items.accessControls, keyStorages: [.automatic],
            hasAccessGroups: items.hasAccessGroups,
            isSharedAcrossProcesses: items.isSharedAcrossProcesses)
    }

    /// What the item store answers.
    ///
    /// - Parameter accessControl: the access control in question.
    /// - Returns: whether keys can be made with it now.
    /// - Throws: what kept the item store from finding out.
    public func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        try items.canUse(accessControl)
    }
}

extension SoftwareKeyStore {
    /// Draws a key and stores it if the name is free.
    ///
    /// - Parameters:
    ///   - name: the key's name; its service has at most 200 Unicode scalars.
    ///   - use: what the key is to do.
    ///   - protection: the item's protection; a class that never leaves the device.
    ///   - prompt: the words to show if the item store asks for a person.
    /// - Returns: the public key.
    /// - Throws: as ``DeviceKeyStore/create(_:use:protection:prompt:)``.
    @discardableResult
    public func create(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey {
        let new = try draw(name, use, protection)
        try await items.write(
            new.record.encoded, for: new.item, options: new.options, prompt: prompt)
        return new.record.key.publicKey
    }

    /// Draws a key and stores it if the name is free, without ever prompting.
    ///
    /// - Parameters:
    ///   - name: the key's name; its service has at most 200 Unicode scalars.
    ///   - use: what the key is to do.
    ///   - protection: the item's protection; a class that never leaves the device.
    /// - Returns: the public key.
    /// - Throws: as ``DeviceKeyStore/createWithoutPrompt(_:use:protection:)``.
    @discardableResult
    public func createWithoutPrompt(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection
    ) throws(KeychainError) -> P256PublicKey {
        let new = try draw(name, use, protection)
        try items.writeWithoutPrompt(new.record.encoded, for: new.item, options: new.options)
        return new.record.key.publicKey
    }

    private func draw(
        _ name: ItemKey, _ use: DeviceKeyUse, _ protection: ItemProtection
    ) throws(KeychainError) -> (record: SoftwareKeyRecord, item: ItemKey, options: WriteOptions) {
        try capabilities.check(name, use: use, protection: protection)
        let item = try Self.item(of: name)
        let key = try crypto { () throws(CryptoError) in try P256PrivateKey(random: random) }
        // The condition is what makes a creation leave alone whatever has the name.
        let options = WriteOptions(
            protection: protection, condition: .ifAbsent, kind: use.itemKind)
        return (SoftwareKeyRecord(use: use, key: key), item, options)
    }
}

extension SoftwareKeyStore {
    /// The name of a key's item, also for tests that do something to it.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: the item's name: the prefix and the key's service, the key's account.
    /// - Throws: `INVALID_ARGUMENT` if no device key can have the name.
    package static func item(of name: ItemKey) throws(KeychainError) -> ItemKey {
        try name.validateForDeviceKey()
        return try ItemKey(service: servicePrefix + name.service, account: name.account)
    }

    /// The name of the key that an item is; `nil` for an item that lies elsewhere.
    static func name(of item: ItemKey) throws(KeychainError) -> ItemKey? {
        // By the bytes: Swift's own comparison would take a prefix that only looks alike.
        guard item.service.utf8.starts(with: servicePrefix.utf8) else { return nil }
        let service = String(
            item.service.unicodeScalars.dropFirst(servicePrefix.unicodeScalars.count))
        // Nothing behind the prefix is no key's item, since no service is empty.
        guard !service.unicodeScalars.isEmpty else { return nil }
        return try ItemKey(service: service, account: item.account)
    }
}

extension DeviceKeyUse {
    /// What the item of such a key says that it is.
    var itemKind: ItemKind {
        switch self {
        case .signing: .signingKey
        case .keyAgreement: .keyAgreementKey
        }
    }

    /// The use of the key that an item is; `nil` for an item that is none.
    init?(_ kind: ItemKind) {
        guard let use = Self.allCases.first(where: { $0.itemKind == kind }) else { return nil }
        self = use
    }
}
