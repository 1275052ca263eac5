import HoldfastCore
import HoldfastCrypto

/// A key store whose process can end and start again, as a phone's does at a restart.
struct RestartingKeyStore: DeviceKeyStore {
    /// The store of the process that lives now.
    let current: @Sendable () -> any DeviceKeyStore

    var capabilities: KeyStoreCapabilities { current().capabilities }

    func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        try current().canUse(accessControl)
    }

    func create(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey {
        try await current().create(name, use: use, protection: protection, prompt: prompt)
    }

    func createWithoutPrompt(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection
    ) throws(KeychainError) -> P256PublicKey {
        try current().createWithoutPrompt(name, use: use, protection: protection)
    }

    func publicKey(
        of name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey? {
        try await current().publicKey(of: name, prompt: prompt)
    }

    func publicKeyWithoutPrompt(of name: ItemKey) throws(KeychainError) -> P256PublicKey? {
        try current().publicKeyWithoutPrompt(of: name)
    }

    func signature(
        for message: [UInt8], with name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256Signature? {
        try await current().signature(for: message, with: name, prompt: prompt)
    }

    func signatureWithoutPrompt(
        for message: [UInt8], with name: ItemKey
    ) throws(KeychainError) -> P256Signature? {
        try current().signatureWithoutPrompt(for: message, with: name)
    }

    func sharedSecret(
        with peer: P256PublicKey, using name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> SecretBytes? {
        try await current().sharedSecret(with: peer, using: name, prompt: prompt)
    }

    func sharedSecretWithoutPrompt(
        with peer: P256PublicKey, using name: ItemKey
    ) throws(KeychainError) -> SecretBytes? {
        try current().sharedSecretWithoutPrompt(with: peer, using: name)
    }

    func attributes(of name: ItemKey) async throws(KeychainError) -> DeviceKeyAttributes? {
        try await current().attributes(of: name)
    }

    func attributesWithoutPrompt(of name: ItemKey) throws(KeychainError) -> DeviceKeyAttributes? {
        try current().attributesWithoutPrompt(of: name)
    }

    func list(service: String?) async throws(KeychainError) -> [DeviceKeyAttributes] {
        try await current().list(service: service)
    }

    func listWithoutPrompt(service: String?) throws(KeychainError) -> [DeviceKeyAttributes] {
        try current().listWithoutPrompt(service: service)
    }

    func remove(_ name: ItemKey) async throws(KeychainError) -> Bool {
        try await current().remove(name)
    }

    func removeWithoutPrompt(_ name: ItemKey) throws(KeychainError) -> Bool {
        try current().removeWithoutPrompt(name)
    }
}
