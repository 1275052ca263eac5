public import HoldfastCrypto

/// A place that keeps items: a keychain, a keystore, an encrypted vault, memory in tests.
///
/// Whoever writes a store conforms to this protocol and passes the conformance suite of
/// `HoldfastLab`; whoever uses one calls these methods and the conveniences built on them.
///
/// The rules that every store keeps:
///
/// * A read has three outcomes: an item, `nil` (the store answered that there is none), or a thrown
///   error (P1). A store MUST NOT answer `nil` unless it is sure.
/// * Whatever fails at any step, a later read gives the old value or the new one (P2). A store MUST
///   NOT remove an item in order to write it.
/// * A write that returned survives the death of the process, and of the machine as far as
///   ``StoreCapabilities/persistence`` says (P5).
/// * Only ``remove(_:)`` deletes (P6); there is no write of nothing.
/// * Options that contradict each other, a bad key, a value too large are `INVALID_ARGUMENT`, and an
///   option that the store does not have is refused with the code that
///   ``canUse(_:)`` and ``capabilities`` announce, before anything is stored. No option is ignored.
/// * The `async` methods may show a prompt. Those that end in `WithoutPrompt` never do, run on the
///   caller's thread, may wait for a file or another process, and throw `AUTH_REQUIRED` where a
///   prompt is needed. ``attributes(of:)``, ``list(service:)`` and ``remove(_:)`` never prompt.
public protocol ItemStore: Sendable {
    /// What this store can do, so that callers and the conformance suite need not guess.
    var capabilities: StoreCapabilities { get }

    /// Whether items can be written with an access control on this device now.
    ///
    /// - Parameter accessControl: the access control in question.
    /// - Returns: ``AccessControlAvailability/available`` also during a lock-out.
    /// - Throws: what kept the store from finding out, for example `UNKNOWN` with an I/O error.
    func canUse(_ accessControl: AccessControl) throws(KeychainError) -> AccessControlAvailability

    /// Reads an item, asking the person where its access control says so.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - prompt: the words to show if a prompt is needed.
    /// - Returns: the item, or `nil` if the store answered that there is none (P1).
    /// - Throws: `INTERACTION_NOT_ALLOWED` if the item's class is not readable now, a code of the
    ///   prompt, `KEY_INVALIDATED` for a tombstone, `DATA_CORRUPTED` if what is stored cannot be
    ///   trusted. The store is unchanged.
    func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item?

    /// Reads an item without ever prompting.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the item, or `nil` if the store answered that there is none (P1).
    /// - Throws: as ``read(_:prompt:)``, and `AUTH_REQUIRED` where a prompt would be needed.
    func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item?

    /// Creates or replaces an item in one step that either happened or did not (P2, P5).
    ///
    /// - Parameters:
    ///   - value: 0 to 1 048 576 bytes.
    ///   - key: the item's name.
    ///   - options: protection, condition and kind.
    ///   - prompt: the words to show if the protection asks for a person at a write.
    /// - Returns: the version now stored.
    /// - Throws: `INVALID_ARGUMENT` for a rule broken, `UNSUPPORTED`, `PASSCODE_NOT_SET` and their
    ///   like for a protection that this device cannot give, `INTERACTION_NOT_ALLOWED`, a conflict
    ///   (``StoreConflict``) if the condition does not hold. The old value is still there.
    @discardableResult
    func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion

    /// Creates or replaces an item without ever prompting.
    ///
    /// - Parameters:
    ///   - value: 0 to 1 048 576 bytes.
    ///   - key: the item's name.
    ///   - options: protection, condition and kind.
    /// - Returns: the version now stored.
    /// - Throws: as ``write(_:for:options:prompt:)``, and `AUTH_REQUIRED` where a prompt would be
    ///   needed. The old value is still there.
    @discardableResult
    func writeWithoutPrompt(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions
    ) throws(KeychainError) -> ItemVersion

    /// Stores a value in the place of a tombstone, under a fresh key.
    ///
    /// The way through a write gate for an item whose key is lost: it fails if the item is no
    /// longer invalidated, so two recoveries cannot overwrite each other.
    ///
    /// - Parameters:
    ///   - key: the invalidated item's name.
    ///   - value: 0 to 1 048 576 bytes.
    ///   - options: protection and kind; its condition must be ``WriteCondition/always``.
    ///   - prompt: the words to show if the protection asks for a person at a write.
    /// - Returns: the version now stored.
    /// - Throws: the conflict `notInvalidated` if there is no tombstone, else as
    ///   ``write(_:for:options:prompt:)``.
    @discardableResult
    func replaceInvalidated(
        _ key: ItemKey, with value: SecretBytes, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion

    /// Removes an item or its tombstone, also one whose value is not readable now.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: `INTERACTION_NOT_ALLOWED` if the store cannot look names up yet. Nothing is removed.
    @discardableResult
    func remove(_ key: ItemKey) async throws(KeychainError) -> Bool

    /// As ``remove(_:)``, on the caller's thread.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as ``remove(_:)``.
    @discardableResult
    func removeWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool

    /// What is known of an item, without decrypting its value and without a prompt.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the attributes, also of an invalidated item; `nil` if there is no such item.
    /// - Throws: `INTERACTION_NOT_ALLOWED` if the attributes are not readable in this state,
    ///   `DATA_CORRUPTED` if they cannot be trusted.
    func attributes(of key: ItemKey) async throws(KeychainError) -> ItemAttributes?

    /// As ``attributes(of:)``, on the caller's thread.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the attributes, or `nil` if there is no such item.
    /// - Throws: as ``attributes(of:)``.
    func attributesWithoutPrompt(of key: ItemKey) throws(KeychainError) -> ItemAttributes?

    /// The attributes of all items of a service, or of all services, ordered by key.
    ///
    /// - Parameter service: the service, or `nil` for all of them.
    /// - Returns: one entry an item, invalidated ones included; empty if the store answered that
    ///   there are none.
    /// - Throws: `INTERACTION_NOT_ALLOWED` if the attributes of any matching item are not readable,
    ///   `DATA_CORRUPTED` if an item is missing from the store's own account of itself.
    /// - Complexity: linear in the number of items in the store.
    func list(service: String?) async throws(KeychainError) -> [ItemAttributes]

    /// As ``list(service:)``, on the caller's thread.
    ///
    /// - Parameter service: the service, or `nil` for all of them.
    /// - Returns: one entry an item, ordered by key.
    /// - Throws: as ``list(service:)``.
    func listWithoutPrompt(service: String?) throws(KeychainError) -> [ItemAttributes]

    /// What the store can answer now.
    ///
    /// - Returns: the present state; ``StoreAvailability/unavailable(_:)`` carries the reason.
    func availability() async -> StoreAvailability

    /// The states of the store, the present one first, each change after it.
    ///
    /// - Returns: a sequence that never ends by itself; leaving its loop stops the observation.
    func availabilityUpdates() -> AsyncStream<StoreAvailability>
}
