import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire

@testable import HoldfastLab

/// A store of the two keys of a device, which the test has too; it counts what it is asked, and
/// fails where it is told to.
final class ScalarKeys: DeviceKeyStore {
    /// What the store does with a question.
    enum Mode: Sendable {
        case works
        case fails(KeychainError)
        case hasNoKeys
        /// Other keys lie under the names.
        case hasOthers
    }

    private let signing: P256PrivateKey
    private let agreement: P256PrivateKey
    private let state = Locked<(mode: Mode, agreements: Int, signatures: Int)>((.works, 0, 0))

    init(_ peer: Peer) {
        signing = peer.signing
        agreement = peer.agreement
    }

    var mode: Mode {
        get { state.withLock { $0.mode } }
        set { state.withLock { $0.mode = newValue } }
    }
    var agreementCount: Int { state.withLock { $0.agreements } }
    var signatureCount: Int { state.withLock { $0.signatures } }

    func signatureWithoutPrompt(
        for message: [UInt8], with name: ItemKey
    ) throws(KeychainError) -> P256Signature? {
        state.withLock { $0.signatures += 1 }
        guard let key = try key(signing) else { return nil }
        return try work { () throws(CryptoError) in try key.signatureWithEitherS(for: message) }
    }

    func sharedSecretWithoutPrompt(
        with peer: P256PublicKey, using name: ItemKey
    ) throws(KeychainError) -> SecretBytes? {
        state.withLock { $0.agreements += 1 }
        guard let key = try key(agreement) else { return nil }
        return try work { () throws(CryptoError) in try key.sharedSecret(with: peer) }
    }

    func signature(
        for message: [UInt8], with name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256Signature? {
        try signatureWithoutPrompt(for: message, with: name)
    }

    func sharedSecret(
        with peer: P256PublicKey, using name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> SecretBytes? {
        try sharedSecretWithoutPrompt(with: peer, using: name)
    }

    private func key(_ key: P256PrivateKey) throws(KeychainError) -> P256PrivateKey? {
        switch mode {
        case .works: return key
        case .fails(let error): throw error
        case .hasNoKeys: return nil
        case .hasOthers:
            return try work { () throws(CryptoError) in
                try P256PrivateKey(random: SystemRandom())
            }
        }
    }

    private func work<R>(_ body: () throws(CryptoError) -> R) throws(KeychainError) -> R {
        do throws(CryptoError) {
            return try body()
        } catch {
            throw KeychainError(.unknown, error.message)
        }
    }
}

/// What no message needs of a key store.
extension ScalarKeys {
    private static let other = KeychainError(.unsupported, "no test of messages asks for this")

    var capabilities: KeyStoreCapabilities { SoftwareKeyStore(over: MemoryStore()).capabilities }
    func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability { throw Self.other }
    func create(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey { throw Self.other }
    func createWithoutPrompt(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection
    ) throws(KeychainError) -> P256PublicKey { throw Self.other }
    func publicKey(
        of name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey? { throw Self.other }
    func publicKeyWithoutPrompt(of name: ItemKey) throws(KeychainError) -> P256PublicKey? {
        throw Self.other
    }
    func attributes(of name: ItemKey) async throws(KeychainError) -> DeviceKeyAttributes? {
        throw Self.other
    }
    func attributesWithoutPrompt(
        of name: ItemKey
    ) throws(KeychainError) -> DeviceKeyAttributes? { throw Self.other }
    func list(service: String?) async throws(KeychainError) -> [DeviceKeyAttributes] {
        throw Self.other
    }
    func listWithoutPrompt(service: String?) throws(KeychainError) -> [DeviceKeyAttributes] {
        throw Self.other
    }
    func remove(_ name: ItemKey) async throws(KeychainError) -> Bool { throw Self.other }
    func removeWithoutPrompt(_ name: ItemKey) throws(KeychainError) -> Bool { throw Self.other }
}
