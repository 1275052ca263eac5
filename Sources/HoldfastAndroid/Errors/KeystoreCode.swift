import HoldfastCore

/// The numbers of the Keystore that an exception can carry, and the code that each stands for.
///
/// Positive numbers are keystore2's `ResponseCode` and, for 15 and 16, those of the first Keystore
/// (API 23 to 30); negative ones are KeyMint's `ErrorCode`. A number without a row is `UNKNOWN`.
///
/// - Note: AOSP: `system/hardware/interfaces/keystore2/aidl/.../ResponseCode.aidl`,
///   `hardware/interfaces/security/keymint/aidl/.../ErrorCode.aidl`, and for 15 and 16
///   `frameworks/base/keystore/java/android/security/KeyStore.java` of Android 11.
enum KeystoreCode: Int, CaseIterable, Sendable {
    // ResponseCode.aidl: the super key of the user is not in memory.
    case locked = 2
    // ResponseCode.aidl; on API 31 to 34, a user without a lock screen has no super keys.
    case uninitialized = 3
    // ResponseCode.aidl: any other failure of the daemon.
    case systemError = 4
    // ResponseCode.aidl: SELinux or the caller's uid.
    case permissionDenied = 6
    // ResponseCode.aidl: the row is gone, as after the lock screen's removal.
    case keyNotFound = 7
    // ResponseCode.aidl: the row cannot be read.
    case valueCorrupted = 8
    // KeyStore.java (Android 11): OP_AUTH_NEEDED.
    case operationAuthNeeded = 15
    // KeyStore.java (Android 11): KEY_ALREADY_EXISTS.
    case keyAlreadyExists = 16
    // ResponseCode.aidl: the credentials that the key was bound to are gone.
    case keyPermanentlyInvalidated = 17
    // ResponseCode.aidl: no free slot for an operation.
    case backendBusy = 18
    // ResponseCode.aidl: the operation is in use by another thread.
    case operationBusy = 19
    // ResponseCode.aidl: an argument that the daemon refuses.
    case invalidArgument = 20
    // ResponseCode.aidl: more than 32 KiB in one update.
    case tooMuchData = 21
    // ResponseCode.aidl: the app has too many keys; newer than Android 16.
    case tooManyAppKeys = 29

    // ErrorCode.aidl, in its order.
    case unsupportedPurpose = -2
    case incompatiblePurpose = -3
    case unsupportedAlgorithm = -4
    case unsupportedKeySize = -6
    case invalidInputLength = -21
    case keyNotYetValid = -24
    case keyExpired = -25
    case keyUserNotAuthenticated = -26
    case invalidOperationHandle = -28
    case verificationFailed = -30
    case tooManyOperations = -31
    case invalidKeyBlob = -33
    case secureHardwareBusy = -48
    case secureHardwareCommunicationFailed = -49
    case invalidNonce = -52
    case keyRateLimitExceeded = -54
    case callerNonceProhibited = -55
    case keyMaximumOperationsExceeded = -56
    case unsupportedCurve = -61
    case keyRequiresUpgrade = -62
    case cannotAttestIdentifiers = -66
    case hardwareTypeUnavailable = -68
    case noUserConfirmation = -71
    case deviceLocked = -72
    case bootLevelExceeded = -84
    case unknownError = -1000
}

extension KeystoreCode {
    /// The code, for a call that no person has confirmed.
    var code: KeychainError.Code {
        switch self {
        case .locked, .deviceLocked: .interactionNotAllowed
        case .uninitialized: .passcodeNotSet
        case .permissionDenied: .missingEntitlement
        case .keyNotFound, .keyPermanentlyInvalidated, .invalidKeyBlob: .keyInvalidated
        case .valueCorrupted, .verificationFailed: .dataCorrupted
        case .operationAuthNeeded, .keyUserNotAuthenticated: .authRequired
        case .invalidArgument, .invalidNonce, .callerNonceProhibited: .invalidArgument
        case .unsupportedPurpose, .unsupportedAlgorithm, .unsupportedKeySize, .unsupportedCurve:
            .unsupported
        case .hardwareTypeUnavailable: .hardwareUnavailable
        case .systemError, .keyAlreadyExists, .backendBusy, .operationBusy, .tooMuchData,
            .tooManyAppKeys, .incompatiblePurpose, .invalidInputLength, .keyNotYetValid,
            .keyExpired, .invalidOperationHandle, .tooManyOperations, .secureHardwareBusy,
            .secureHardwareCommunicationFailed, .keyRateLimitExceeded,
            .keyMaximumOperationsExceeded, .keyRequiresUpgrade, .cannotAttestIdentifiers,
            .noUserConfirmation, .bootLevelExceeded, .unknownError:
            .unknown
        }
    }

    /// Where the number comes from, for logs.
    static let domain = "android.security.keystore"
}
