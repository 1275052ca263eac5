import HoldfastApple
import HoldfastCore
import HoldfastCrypto

/// Keys of the Secure Enclave on a phone whose app is opened again after a restart.
struct PhoneKeyStore: DeviceKeyStore {
    let phone: PhoneStore

    private var keys: EnclaveKeyStore { EnclaveKeyStore(beside: phone.store) }

    var capabilities: KeyStoreCapabilities { keys.capabilities }

    func canUse(_ accessControl: AccessControl) throws(KeychainError) -> AccessControlAvailability {
        try keys.canUse(accessControl)
    }

    func create(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey {
        try await keys.create(name, use: use, protection: protection, prompt: prompt)
    }

    func createWithoutPrompt(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection
    ) throws(KeychainError) -> P256PublicKey {
        try keys.createWithoutPrompt(name, use: use, protection: protection)
    }

    func publicKey(
        of name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey? {
        try await keys.publicKey(of: name, prompt: prompt)
    }

    func publicKeyWithoutPrompt(of name: ItemKey) throws(KeychainError) -> P256PublicKey? {
        try keys.publicKeyWithoutPrompt(of: name)
    }

    func signature(
        for message: [UInt8], with name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256Signature? {
        try await keys.signature(for: message, with: name, prompt: prompt)
    }

    func signatureWithoutPrompt(
        for message: [UInt8], with name: ItemKey
    ) throws(KeychainError) -> P256Signature? {
        try keys.signatureWithoutPrompt(for: message, with: name)
    }

    func sharedSecret(
        with peer: P256PublicKey, using name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> SecretBytes? {
        try await keys.sharedSecret(with: peer, using: name, prompt: prompt)
    }

    func sharedSecretWithoutPrompt(
        with peer: P256PublicKey, using name: ItemKey
    ) throws(KeychainError) -> SecretBytes? {
        try keys.sharedSecretWithoutPrompt(with: peer, using: name)
    }

    func attributes(of name: ItemKey) async throws(KeychainError) -> DeviceKeyAttributes? {
        try await keys.attributes(of: name)
    }

    func attributesWithoutPrompt(
        of name: ItemKey
    ) throws(KeychainError) -> DeviceKeyAttributes? {
        try keys.attributesWithoutPrompt(of: name)
    }

    func list(service: String?) async throws(KeychainError) -> [DeviceKeyAttributes] {
        try await keys.list(service: service)
    }

    func listWithoutPrompt(
        service: String?
    ) throws(KeychainError) -> [DeviceKeyAttributes] {
        try keys.listWithoutPrompt(service: service)
    }

    func remove(_ name: ItemKey) async throws(KeychainError) -> Bool {
        try await keys.remove(name)
    }

    func removeWithoutPrompt(_ name: ItemKey) throws(KeychainError) -> Bool {
        try keys.removeWithoutPrompt(name)
    }
}
