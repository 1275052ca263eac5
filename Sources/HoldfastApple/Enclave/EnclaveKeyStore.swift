public import HoldfastCore
public import HoldfastCrypto

/// Device keys in the Secure Enclave, which makes them and never gives them out (P7).
///
/// What the Enclave gives instead of a key is a blob that only it can use. The blob lies in the app's
/// keychain under a service that begins with ``servicePrefix``, in the class of the key, so that the
/// keychain's ledger tells a key that was never made from one that is locked or lost. Whom a key
/// asks, the Enclave enforces at each use.
///
/// An item of the app's that lies under such a service is not used and not replaced by this store:
/// the name is taken, and every question about it is `DATA_CORRUPTED`.
public struct EnclaveKeyStore: DeviceKeyStore {
    /// What the service of a key's item begins with; the key's own service follows.
    public static let servicePrefix = "holdfast.enclave-key/"

    let keychain: AppleKeychain

    /// Makes a key store beside the items of a keychain.
    ///
    /// - Parameter keychain: keeps the blobs and their ledger.
    public init(beside keychain: AppleKeychain) {
        self.keychain = keychain
    }

    /// What the Secure Enclave can do.
    public var capabilities: KeyStoreCapabilities {
        KeyStoreCapabilities(
            persistence: .untilRemoved, grades: [.secureEnclave],
            uses: Set(DeviceKeyUse.allCases),
            accessibilities: Set(Accessibility.allCases.filter(\.isThisDeviceOnly)),
            accessControls: Set(AccessControl.allCases),
            keyStorages: [.automatic, .secureEnclave], hasAccessGroups: true,
            isSharedAcrossProcesses: true)
    }

    /// Whether keys can be made with an access control on this device now.
    ///
    /// - Parameter accessControl: the access control in question.
    /// - Returns: `available` also during a lock-out.
    /// - Throws: as ``AppleKeychain/canUse(_:)``.
    public func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        try keychain.canUse(accessControl)
    }
}

extension EnclaveKeyStore {
    /// Makes a new key under a name that is free; asks nobody.
    ///
    /// - Parameters:
    ///   - name: the key's name; its service has at most 200 Unicode scalars.
    ///   - use: what the key is to do.
    ///   - protection: in which states it works and whom it asks at each use.
    ///   - prompt: not shown.
    /// - Returns: the public key.
    /// - Throws: the conflict `alreadyExists`; `HARDWARE_UNAVAILABLE` without a Secure Enclave; else
    ///   as ``DeviceKeyStore/create(_:use:protection:prompt:)``.
    @discardableResult
    public func create(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey {
        try capabilities.check(name, use: use, protection: protection)
        let item = try Self.item(of: name)
        return try await keychain.run { (core) throws(KeychainError) in
            try core.createKey(item, use, protection)
        }
    }

    /// Makes a new key on the caller's thread.
    ///
    /// - Parameters:
    ///   - name: the key's name; its service has at most 200 Unicode scalars.
    ///   - use: what the key is to do.
    ///   - protection: in which states it works and whom it asks at each use.
    /// - Returns: the public key.
    /// - Throws: as ``create(_:use:protection:prompt:)``.
    @discardableResult
    public func createWithoutPrompt(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection
    ) throws(KeychainError) -> P256PublicKey {
        try capabilities.check(name, use: use, protection: protection)
        let item = try Self.item(of: name)
        return try keychain.locked { (core) throws(KeychainError) in
            try core.createKey(item, use, protection)
        }
    }
}

extension EnclaveKeyStore {
    /// The name of a key's item.
    static func item(of name: ItemKey) throws(KeychainError) -> ItemKey {
        try name.validateForDeviceKey()
        return try ItemKey(service: servicePrefix + name.service, account: name.account)
    }

    /// Whether a name is one of a key's item.
    static func isKey(_ item: ItemKey) -> Bool {
        item.service.utf8.starts(with: servicePrefix.utf8)
            && item.service.utf8.count > servicePrefix.utf8.count
    }

    /// The name of the key that an item is.
    static func name(of item: ItemKey) throws(KeychainError) -> ItemKey {
        let service = item.service.unicodeScalars.dropFirst(servicePrefix.unicodeScalars.count)
        return try ItemKey(service: String(service), account: item.account)
    }
}
