public import HoldfastCrypto

/// A place that makes P-256 keys and works with them, so that the private half is never handed out:
/// the Secure Enclave, StrongBox, a TPM, or an item store where there is no hardware.
///
/// A key is reached through two operations only, and looks the same whatever keeps it; its
/// ``KeyGrade`` says which. The rules that every key store keeps:
///
/// * A question has three outcomes: an answer, `nil` (the store answered that there is no such
///   key), or a thrown error (P1). A store MUST NOT answer `nil` unless it is sure, since whoever
///   reads `nil` makes a new identity.
/// * A name has one key. Creating never replaces, not even a key that was lost (P2): a taken name
///   is the conflict `alreadyExists`.
/// * A key does what it was made for; the other operation is `INVALID_ARGUMENT`.
/// * A key that was handed out survives the death of the process, and of the machine as far as
///   ``KeyStoreCapabilities/persistence`` says (P5).
/// * Only ``remove(_:)`` removes (P6). A key that its rule took stays as a tombstone: every use is
///   `KEY_INVALIDATED` until it is removed.
/// * A private key never leaves its device (P7): classes that may leave it are refused, and so is
///   `synchronizable`.
/// * Options that contradict each other are `INVALID_ARGUMENT`, and an option that the store does
///   not have is refused with the code that ``canUse(_:)`` and ``capabilities`` announce, before
///   anything is made. No option is ignored.
/// * The `async` methods may show a prompt. Those that end in `WithoutPrompt` never do, run on the
///   caller's thread, may wait for hardware, a file or another process, and throw `AUTH_REQUIRED`
///   where a prompt is needed. ``attributes(of:)``, ``list(service:)`` and ``remove(_:)`` never
///   prompt.
///
/// Keep the public key that ``create(_:use:protection:prompt:)`` gives: a store may need the key's
/// own state and person to give it again.
public protocol DeviceKeyStore: Sendable {
    /// What this store can do, so that callers and the conformance suite need not guess.
    var capabilities: KeyStoreCapabilities { get }

    /// Whether keys can be made with an access control on this device now.
    ///
    /// - Parameter accessControl: the access control in question.
    /// - Returns: ``AccessControlAvailability/available`` also during a lock-out.
    /// - Throws: what kept the store from finding out.
    func canUse(_ accessControl: AccessControl) throws(KeychainError) -> AccessControlAvailability

    /// Makes a new key under a name that is free (P2, P5).
    ///
    /// - Parameters:
    ///   - name: the key's name; its service has at most 200 Unicode scalars.
    ///   - use: what the key is to do.
    ///   - protection: in which states it works, whom it asks, which hardware should hold it; a
    ///     class that never leaves the device.
    ///   - prompt: the words to show if the protection asks for a person at creation.
    /// - Returns: the public key.
    /// - Throws: the conflict `alreadyExists` if the name is taken, also by a key that was lost;
    ///   `INVALID_ARGUMENT` for a rule broken; `UNSUPPORTED`, `HARDWARE_UNAVAILABLE`,
    ///   `PASSCODE_NOT_SET` and their like for what this device cannot give;
    ///   `INTERACTION_NOT_ALLOWED`. What was there before is there still. Where the store failed
    ///   with `UNKNOWN` the key may have been made: ask for it before making another.
    @discardableResult
    func create(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey

    /// Makes a new key without ever prompting.
    ///
    /// - Parameters:
    ///   - name: the key's name; its service has at most 200 Unicode scalars.
    ///   - use: what the key is to do.
    ///   - protection: as for ``create(_:use:protection:prompt:)``.
    /// - Returns: the public key.
    /// - Throws: as ``create(_:use:protection:prompt:)``, and `AUTH_REQUIRED` where a prompt would
    ///   be needed.
    @discardableResult
    func createWithoutPrompt(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection
    ) throws(KeychainError) -> P256PublicKey

    /// Gives a key's public half.
    ///
    /// - Parameters:
    ///   - name: the key's name.
    ///   - prompt: the words to show where the store needs a person to open the key.
    /// - Returns: the public key, or `nil` if the store answered that there is no such key (P1).
    /// - Throws: `INTERACTION_NOT_ALLOWED` if the key's class does not work now, a code of the
    ///   prompt, `KEY_INVALIDATED` for a tombstone, `DATA_CORRUPTED` if what is stored cannot be
    ///   trusted, `UNSUPPORTED` if it is of a newer format. The store is unchanged.
    func publicKey(
        of name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey?

    /// Gives a key's public half without ever prompting.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: the public key, or `nil` if the store answered that there is no such key (P1).
    /// - Throws: as ``publicKey(of:prompt:)``, and `AUTH_REQUIRED` where a prompt would be needed.
    func publicKeyWithoutPrompt(of name: ItemKey) throws(KeychainError) -> P256PublicKey?

    /// Signs a message by ECDSA with SHA-256, asking the person where the key says so.
    ///
    /// - Parameters:
    ///   - message: 0 or more bytes; they are hashed, not signed as a hash.
    ///   - name: the name of a key for signing.
    ///   - prompt: the words to show if a prompt is needed.
    /// - Returns: the signature, whose s may be either of the two that verify
    ///   (`P256Signature.withLowS`), or `nil` if the store answered that there is no such key (P1).
    /// - Throws: `INVALID_ARGUMENT` if the key is for agreement, else as
    ///   ``publicKey(of:prompt:)``; also `HARDWARE_UNAVAILABLE` and `LOCKOUT` of the hardware.
    func signature(
        for message: [UInt8], with name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256Signature?

    /// Signs a message without ever prompting.
    ///
    /// - Parameters:
    ///   - message: 0 or more bytes; they are hashed, not signed as a hash.
    ///   - name: the name of a key for signing.
    /// - Returns: the signature, or `nil` if the store answered that there is no such key (P1).
    /// - Throws: as ``signature(for:with:prompt:)``, and `AUTH_REQUIRED` where a prompt would be
    ///   needed.
    func signatureWithoutPrompt(
        for message: [UInt8], with name: ItemKey
    ) throws(KeychainError) -> P256Signature?

    /// Agrees on a secret with the holder of another key (raw ECDH), asking the person where the
    /// key says so.
    ///
    /// The bytes are no key: derive one from them, with both public keys and the purpose in it.
    ///
    /// - Parameters:
    ///   - peer: the other side's public key, which is valid because it exists.
    ///   - name: the name of a key for agreement.
    ///   - prompt: the words to show if a prompt is needed.
    /// - Returns: the first coordinate of the common point, 32 bytes with its leading zeros, or
    ///   `nil` if the store answered that there is no such key (P1).
    /// - Throws: `INVALID_ARGUMENT` if the key is for signing, else as ``publicKey(of:prompt:)``;
    ///   also `HARDWARE_UNAVAILABLE` and `LOCKOUT` of the hardware.
    func sharedSecret(
        with peer: P256PublicKey, using name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> SecretBytes?

    /// Agrees on a secret without ever prompting.
    ///
    /// - Parameters:
    ///   - peer: the other side's public key.
    ///   - name: the name of a key for agreement.
    /// - Returns: 32 bytes, or `nil` if the store answered that there is no such key (P1).
    /// - Throws: as ``sharedSecret(with:using:prompt:)``, and `AUTH_REQUIRED` where a prompt would
    ///   be needed.
    func sharedSecretWithoutPrompt(
        with peer: P256PublicKey, using name: ItemKey
    ) throws(KeychainError) -> SecretBytes?

    /// What is known of a key, without using it and without a prompt.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: the attributes, also of a key that was lost; `nil` if there is no such key.
    /// - Throws: `INTERACTION_NOT_ALLOWED` if the attributes are not readable in this state,
    ///   `DATA_CORRUPTED` if they cannot be trusted.
    func attributes(of name: ItemKey) async throws(KeychainError) -> DeviceKeyAttributes?

    /// As ``attributes(of:)``, on the caller's thread.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: the attributes, or `nil` if there is no such key.
    /// - Throws: as ``attributes(of:)``.
    func attributesWithoutPrompt(
        of name: ItemKey
    ) throws(KeychainError) -> DeviceKeyAttributes?

    /// The attributes of all keys of a service, or of all services, ordered by name.
    ///
    /// - Parameter service: the service, or `nil` for all of them.
    /// - Returns: one entry a key, lost ones included; empty if the store answered that there are
    ///   none.
    /// - Throws: as ``attributes(of:)``, if it holds for any matching key.
    /// - Complexity: linear in what the store holds.
    func list(service: String?) async throws(KeychainError) -> [DeviceKeyAttributes]

    /// As ``list(service:)``, on the caller's thread.
    ///
    /// - Parameter service: the service, or `nil` for all of them.
    /// - Returns: one entry a key, ordered by name.
    /// - Throws: as ``list(service:)``.
    func listWithoutPrompt(service: String?) throws(KeychainError) -> [DeviceKeyAttributes]

    /// Removes a key or its tombstone, also one that does not work now.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: `INTERACTION_NOT_ALLOWED` if the store cannot look names up yet, `DATA_CORRUPTED`
    ///   if what is there is no key. Nothing is removed.
    @discardableResult
    func remove(_ name: ItemKey) async throws(KeychainError) -> Bool

    /// As ``remove(_:)``, on the caller's thread.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as ``remove(_:)``.
    @discardableResult
    func removeWithoutPrompt(_ name: ItemKey) throws(KeychainError) -> Bool
}
