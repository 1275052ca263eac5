import HoldfastCore
import HoldfastCrypto

/// A key store of an app whose earlier version bound the device's keys to the enrolled fingers.
///
/// The platform destroys those once another finger is enrolled; newer keys are bound to none. Which
/// keys are bound lies with the phone, beside the app's files: no process reads it by a call.
struct FingerBoundKeys: DeviceKeyStore {
    private static let file = "keys-bound-to-fingers"
    private let base: any DeviceKeyStore
    private let process: AppProcess

    init(_ base: any DeviceKeyStore, _ process: AppProcess) {
        self.base = base
        self.process = process
    }

    var capabilities: KeyStoreCapabilities { base.capabilities }

    /// Binds every key that is there to the fingers that are enrolled now.
    func bindAll() async throws(KeychainError) {
        let names = try await base.list(service: nil).map(\.name.account)
        let text = names.map { $0 + "\n" }.joined()
        process.phone.state.withLock { state in
            let generation = UInt8(truncatingIfNeeded: state.device.enrolmentGeneration)
            state.apps[process.app]?.files[.local, default: [:]][Self.file] =
                [generation] + Array(text.utf8)
        }
    }

    private func check(_ name: ItemKey) throws(KeychainError) {
        let (bound, generation) = process.phone.state.withLock { state in
            (
                state.apps[process.app]?.files[.local]?[Self.file],
                UInt8(truncatingIfNeeded: state.device.enrolmentGeneration)
            )
        }
        guard let bound, let first = bound.first, first != generation else { return }
        let names = String(decoding: bound.dropFirst(), as: UTF8.self).split(separator: "\n")
        guard names.contains(where: { $0 == name.account }) else { return }
        throw KeychainError(.keyInvalidated, "another finger was enrolled")
    }
}

extension FingerBoundKeys {
    func canUse(_ control: AccessControl) throws(KeychainError) -> AccessControlAvailability {
        try base.canUse(control)
    }

    func create(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey {
        try await base.create(name, use: use, protection: protection, prompt: prompt)
    }

    func createWithoutPrompt(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection
    ) throws(KeychainError) -> P256PublicKey {
        try base.createWithoutPrompt(name, use: use, protection: protection)
    }

    func publicKey(
        of name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey? {
        try await base.publicKey(of: name, prompt: prompt)
    }

    func publicKeyWithoutPrompt(of name: ItemKey) throws(KeychainError) -> P256PublicKey? {
        try base.publicKeyWithoutPrompt(of: name)
    }

    func signature(
        for message: [UInt8], with name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256Signature? {
        try check(name)
        return try await base.signature(for: message, with: name, prompt: prompt)
    }

    func signatureWithoutPrompt(
        for message: [UInt8], with name: ItemKey
    ) throws(KeychainError) -> P256Signature? {
        try check(name)
        return try base.signatureWithoutPrompt(for: message, with: name)
    }

    func sharedSecret(
        with peer: P256PublicKey, using name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> SecretBytes? {
        try check(name)
        return try await base.sharedSecret(with: peer, using: name, prompt: prompt)
    }

    func sharedSecretWithoutPrompt(
        with peer: P256PublicKey, using name: ItemKey
    ) throws(KeychainError) -> SecretBytes? {
        try check(name)
        return try base.sharedSecretWithoutPrompt(with: peer, using: name)
    }

    func attributes(
        of name: ItemKey
    ) async throws(KeychainError) -> DeviceKeyAttributes? { try await base.attributes(of: name) }

    func attributesWithoutPrompt(
        of name: ItemKey
    ) throws(KeychainError) -> DeviceKeyAttributes? { try base.attributesWithoutPrompt(of: name) }

    func list(service: String?) async throws(KeychainError) -> [DeviceKeyAttributes] {
        try await base.list(service: service)
    }

    func listWithoutPrompt(service: String?) throws(KeychainError) -> [DeviceKeyAttributes] {
        try base.listWithoutPrompt(service: service)
    }

    func remove(_ name: ItemKey) async throws(KeychainError) -> Bool {
        try await base.remove(name)
    }

    func removeWithoutPrompt(_ name: ItemKey) throws(KeychainError) -> Bool {
        try base.removeWithoutPrompt(name)
    }
}
