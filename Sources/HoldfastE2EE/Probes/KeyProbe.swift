public import HoldfastCore

/// What a try with a device's key came to.
///
/// Seven answers, since each asks for something else. Only `invalidated`, `missing` and `foreign` can
/// lead to a new identity; the others say that nothing is known yet (P8, P11).
public enum KeyProbe: String, Sendable, Hashable, CaseIterable {
    /// The key signed, and the signature is the known key's.
    case ready
    /// The key cannot be used in this state: before the first unlock, locked, locked out.
    case lockedNow
    /// A person or the system ended a prompt.
    case cancelled
    /// The platform destroyed the key, as for a new fingerprint.
    case invalidated
    /// The store answered that there is no such key.
    case missing
    /// There is a key of that name, and it is not the known one.
    case foreign
    /// The store or the hardware failed.
    case backendDown

    /// What an error of a key store says of its key.
    ///
    /// Whatever is not known to mean the key's end means that nothing is known; damage, too, is no
    /// proof that the key is gone.
    ///
    /// - Parameter error: what a use of the key threw.
    public init(_ error: KeychainError) {
        switch error.code {
        case .keyInvalidated: self = error.isOfAnotherTPM ? .foreign : .invalidated
        case .interactionNotAllowed, .lockout, .lockoutPermanent, .authRequired, .noActivity:
            self = .lockedNow
        case .userCanceled, .systemCanceled, .userFallback, .authFailed: self = .cancelled
        default: self = .backendDown
        }
    }

    /// Whether the key is gone for good, as far as one answer can say so.
    public var isEnd: Bool {
        switch self {
        case .invalidated, .missing, .foreign: true
        case .ready, .lockedNow, .cancelled, .backendDown: false
        }
    }
}

extension KeychainError {
    /// Whether a TPM says that the key is one of another TPM; one that was cleared has another code.
    fileprivate var isOfAnotherTPM: Bool {
        nativeDomain == "holdfast.tpm" && nativeCode == 2
    }
}
