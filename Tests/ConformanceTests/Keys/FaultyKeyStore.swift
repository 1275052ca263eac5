import HoldfastCore
import HoldfastCrypto
import HoldfastLab

/// A key store that passes every call on, but for the one hook in which a fault is planted.
struct FaultyKeyStore: DeviceKeyStore {
    typealias Outcome<Answer> = Result<Answer, KeychainError>
    typealias Creation = (name: ItemKey, use: DeviceKeyUse, protection: ItemProtection)

    let base: any DeviceKeyStore
    var listing: KeyStoreCapabilities?
    /// What becomes of a name before it is looked up.
    var name: @Sendable (ItemKey) -> ItemKey = { $0 }
    var canUseAnswer: @Sendable (AccessControlAvailability) -> AccessControlAvailability = { $0 }
    /// What is done before a creation, and with what it goes on.
    var beforeCreation:
        @Sendable (any DeviceKeyStore, inout Creation) throws(KeychainError) -> Void = { _, _ in }
    var created: @Sendable (Outcome<P256PublicKey>) -> Outcome<P256PublicKey> = { $0 }
    var publicAnswer: @Sendable (Outcome<P256PublicKey?>) -> Outcome<P256PublicKey?> = { $0 }
    /// What is signed in the place of a message.
    var message: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    var signed: @Sendable (Outcome<P256Signature?>) -> Outcome<P256Signature?> = { $0 }
    /// With whom is agreed in the place of a peer.
    var peer: @Sendable (P256PublicKey) -> P256PublicKey = { $0 }
    var agreed: @Sendable (Outcome<SecretBytes?>) -> Outcome<SecretBytes?> = { $0 }
    var known: @Sendable (DeviceKeyAttributes) -> DeviceKeyAttributes = { $0 }
    var knownAnswer: @Sendable (Outcome<DeviceKeyAttributes?>) -> Outcome<DeviceKeyAttributes?> = {
        $0
    }
    var listed: @Sendable (Outcome<[DeviceKeyAttributes]>) -> Outcome<[DeviceKeyAttributes]> = {
        $0
    }
    var beforeRemoval: @Sendable (any DeviceKeyStore, ItemKey) throws(KeychainError) -> Void = {
        _, _ in
    }
    var removed: @Sendable (Outcome<Bool>) -> Outcome<Bool> = { $0 }

    init(_ base: any DeviceKeyStore) {
        self.base = base
    }

    var capabilities: KeyStoreCapabilities { listing ?? base.capabilities }

    func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        canUseAnswer(try base.canUse(accessControl))
    }

    func create(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey {
        var creation: Creation = (self.name(name), use, protection)
        try beforeCreation(base, &creation)
        let answer: Outcome<P256PublicKey>
        do {
            answer = .success(
                try await base.create(
                    creation.name, use: creation.use, protection: creation.protection,
                    prompt: prompt))
        } catch {
            answer = .failure(error)
        }
        return try created(answer).get()
    }

    func createWithoutPrompt(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection
    ) throws(KeychainError) -> P256PublicKey {
        var creation: Creation = (self.name(name), use, protection)
        try beforeCreation(base, &creation)
        return try created(
            outcome { () throws(KeychainError) in
                try base.createWithoutPrompt(
                    creation.name, use: creation.use, protection: creation.protection)
            }
        ).get()
    }

    func publicKey(
        of name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey? {
        let answer: Outcome<P256PublicKey?>
        do {
            answer = .success(try await base.publicKey(of: self.name(name), prompt: prompt))
        } catch {
            answer = .failure(error)
        }
        return try publicAnswer(answer).get()
    }

    func publicKeyWithoutPrompt(of name: ItemKey) throws(KeychainError) -> P256PublicKey? {
        try publicAnswer(
            outcome { () throws(KeychainError) in
                try base.publicKeyWithoutPrompt(of: self.name(name))
            }
        ).get()
    }

    func signature(
        for message: [UInt8], with name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256Signature? {
        let answer: Outcome<P256Signature?>
        do {
            answer = .success(
                try await base.signature(
                    for: self.message(message), with: self.name(name), prompt: prompt))
        } catch {
            answer = .failure(error)
        }
        return try signed(answer).get()
    }

    func signatureWithoutPrompt(
        for message: [UInt8], with name: ItemKey
    ) throws(KeychainError) -> P256Signature? {
        try signed(
            outcome { () throws(KeychainError) in
                try base.signatureWithoutPrompt(for: self.message(message), with: self.name(name))
            }
        ).get()
    }

    func sharedSecret(
        with peer: P256PublicKey, using name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> SecretBytes? {
        let answer: Outcome<SecretBytes?>
        do {
            answer = .success(
                try await base.sharedSecret(
                    with: self.peer(peer), using: self.name(name), prompt: prompt))
        } catch {
            answer = .failure(error)
        }
        return try agreed(answer).get()
    }

    func sharedSecretWithoutPrompt(
        with peer: P256PublicKey, using name: ItemKey
    ) throws(KeychainError) -> SecretBytes? {
        try agreed(
            outcome { () throws(KeychainError) in
                try base.sharedSecretWithoutPrompt(with: self.peer(peer), using: self.name(name))
            }
        ).get()
    }

    func attributes(of name: ItemKey) async throws(KeychainError) -> DeviceKeyAttributes? {
        try attributesWithoutPrompt(of: name)
    }

    func attributesWithoutPrompt(
        of name: ItemKey
    ) throws(KeychainError) -> DeviceKeyAttributes? {
        try knownAnswer(
            outcome { () throws(KeychainError) in
                try base.attributesWithoutPrompt(of: self.name(name)).map(known)
            }
        ).get()
    }

    func list(service: String?) async throws(KeychainError) -> [DeviceKeyAttributes] {
        try listWithoutPrompt(service: service)
    }

    func listWithoutPrompt(
        service: String?
    ) throws(KeychainError) -> [DeviceKeyAttributes] {
        try listed(
            outcome { () throws(KeychainError) in
                try base.listWithoutPrompt(service: service).map(known)
            }
        ).get()
    }

    func remove(_ name: ItemKey) async throws(KeychainError) -> Bool {
        try removeWithoutPrompt(name)
    }

    func removeWithoutPrompt(_ name: ItemKey) throws(KeychainError) -> Bool {
        try beforeRemoval(base, self.name(name))
        return try removed(
            outcome { () throws(KeychainError) in try base.removeWithoutPrompt(self.name(name)) }
        ).get()
    }

    private func outcome<Answer>(
        _ call: () throws(KeychainError) -> Answer
    ) -> Outcome<Answer> {
        Result { () throws(KeychainError) in try call() }
    }
}
