import HoldfastCore
import HoldfastCrypto

/// A person's confirmation that a call needs before it can go on, asked for outside of every lock.
struct KeyConfirmation: Sendable {
    /// What is done once the person has confirmed.
    enum Work: Sendable {
        /// The confirmation itself is what counts: the key is bound to time.
        case nothing
        /// A data key is unwrapped by the operation that the prompt authenticates.
        case unwrap(KeyRecord, KeystoreOperation)
        /// A new data key is wrapped by it.
        case wrap(KeystoreKeys.Fresh, SecretBytes, KeystoreOperation)
    }

    let store: StoreID
    let key: KeyID
    let authenticators: KeySpec.Authenticators
    let work: Work
    /// A key that the call has made and that is in no file yet.
    let fresh: FreshDataKey?

    /// The operation that the prompt authenticates.
    var operation: KeystoreOperation? {
        switch work {
        case .nothing: nil
        case .unwrap(_, let operation), .wrap(_, _, let operation): operation
        }
    }
}

/// A new key of the Keystore with the data key that it shall wrap.
struct FreshDataKey: Sendable {
    let store: StoreID
    let key: KeystoreKeys.Fresh
    let dataKey: SecretBytes
    /// The record, once the Keystore has wrapped the data key.
    var record: KeyRecord?
}

/// What a call has been given so far by the person and the Keystore.
struct KeyGrants: Sendable {
    /// Whether the call may ask a person at all.
    var mayPrompt: Bool
    /// Data keys that a confirmation has opened.
    var dataKeys: [KeyID: SecretBytes] = [:]
    /// Keys bound to time for which the person has just confirmed.
    var confirmed: Set<KeyID> = []
    /// A key made in this call.
    var fresh: FreshDataKey?

    static let promptFree = KeyGrants(mayPrompt: false)
}

/// What a call comes to: an answer, or that a person must confirm first.
enum VaultStep<Answer: Sendable>: Sendable {
    case answer(Answer)
    case confirm(KeyConfirmation)
}
