import HoldfastCore

/// The numbers of `android.security.KeyStoreException.getNumericErrorCode()`, from API 33 on.
///
/// They are coarser than ``KeystoreCode`` and are asked only where that is not known. A number
/// without a row is `UNKNOWN`.
///
/// - Note: AOSP: `frameworks/base/keystore/java/android/security/KeyStoreException.java`.
enum KeystoreNumericCode: Int, CaseIterable, Sendable {
    case other = 1
    case userAuthenticationRequired = 2
    case keystoreUninitialized = 3
    case internalSystemError = 4
    case permissionDenied = 5
    case keyDoesNotExist = 6
    case keyCorrupted = 7
    case attestationFailure = 8
    case attestationChallengeTooLarge = 9
    case keyMintFailure = 10
    case keystoreFailure = 11
    case unimplemented = 12
    case incorrectUsage = 13
    case keyNotTemporallyValid = 14
    case keyOperationExpired = 15
}

extension KeystoreNumericCode {
    /// The code, for a call that no person has confirmed.
    var code: KeychainError.Code {
        switch self {
        case .userAuthenticationRequired: .authRequired
        case .keystoreUninitialized: .passcodeNotSet
        case .permissionDenied: .missingEntitlement
        case .keyDoesNotExist: .keyInvalidated
        case .keyCorrupted: .dataCorrupted
        case .unimplemented: .unsupported
        case .other, .internalSystemError, .attestationFailure, .attestationChallengeTooLarge,
            .keyMintFailure, .keystoreFailure, .incorrectUsage, .keyNotTemporallyValid,
            .keyOperationExpired:
            .unknown
        }
    }

    /// Where the number comes from, for logs.
    static let domain = "android.security.KeyStoreException"
}
