public import HoldfastCore
public import HoldfastCrypto
public import HoldfastWire

/// A key that signs only with the person there: for letting a device in or putting one out.
///
/// It is made with ``IdentityParts/presence``, which on a phone binds it to the enrolled fingers
/// and faces. There is no use of it without a prompt, so nothing that runs in the background can
/// work with it; what such a path takes is a ``BackgroundKey``.
public struct PresenceKey: Sendable {
    /// The key's name in its key store.
    public let name: ItemKey
    /// The key's public half.
    public let publicKey: P256PublicKey
    private let keys: any DeviceKeyStore

    init(_ name: ItemKey, _ publicKey: P256PublicKey, in keys: any DeviceKeyStore) {
        self.name = name
        self.publicKey = publicKey
        self.keys = keys
    }

    /// Asks the person, and signs a structure for a purpose.
    ///
    /// - Parameters:
    ///   - structure: the bytes of the structure.
    ///   - purpose: what the signature is for.
    ///   - prompt: says to the person what is confirmed.
    /// - Returns: the signature, with its low s.
    /// - Throws: a code of the prompt; `KEY_INVALIDATED` after a change of the enrolled fingers
    ///   or faces; `UNKNOWN` if there is no key of its name. Nothing was signed.
    public func signature(
        for structure: [UInt8], _ purpose: SignaturePurpose, prompt: Prompt
    ) async throws(KeychainError) -> P256Signature {
        let message = purpose.message(for: structure)
        let signature = try await keys.signature(for: message, with: name, prompt: prompt)
        guard let signature else { throw BackgroundKey.missing }
        return signature.withLowS
    }
}
