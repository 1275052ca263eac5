/// The numbers of the keystore: `ResponseCode` of keystore2 (positive) and `ErrorCode` of KeyMint.
///
/// - Note: AOSP `system/hardware/interfaces/keystore2/.../ResponseCode.aidl` and
///   `hardware/interfaces/security/keymint/.../ErrorCode.aidl`.
enum KeystoreCode: Int, Sendable, CaseIterable {
    case locked = 2
    case uninitialized = 3
    case systemError = 4
    case permissionDenied = 6
    case keyNotFound = 7
    case valueCorrupted = 8
    case operationAuthNeeded = 15
    case keyPermanentlyInvalidated = 17
    case backendBusy = 18
    case operationBusy = 19
    case invalidArgument = 20
    case tooMuchData = 21
    case outOfKeys = 22
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
    case rateLimitExceeded = -54
    case callerNonceProhibited = -55
    case keyMaxOperationsExceeded = -56
    case unsupportedCurve = -61
    case keyRequiresUpgrade = -62
    case cannotAttestIDs = -66
    case hardwareTypeUnavailable = -68
    case noUserConfirmation = -71
    case deviceLocked = -72
    case bootLevelExceeded = -84
    case unknownError = -1000
}

extension KeystoreCode {
    /// The platform's name.
    var name: String { Self.names[self] ?? "\(rawValue)" }

    /// `KeyStoreException.getMessage()`, without the number that newer levels add.
    ///
    /// - Note: AOSP `android/security/KeyStore.java`, `getKeyStoreException`, and
    ///   `KeymasterDefs.java`, `getErrorMessage`.
    var message: String { Self.messages[self] ?? "\(rawValue)" }

    /// `KeyStoreException.getNumericErrorCode()`.
    ///
    /// - Note: AOSP `android/security/KeyStoreException.java`, `initializeErrorInformation`; what
    ///   is not in that table is a failure of the keystore or of KeyMint by its sign.
    var numericCode: Int { Self.numericCodes[self] ?? (rawValue > 0 ? 11 : 10) }

    private static let names: [KeystoreCode: String] = [
        .locked: "LOCKED", .uninitialized: "UNINITIALIZED", .systemError: "SYSTEM_ERROR",
        .permissionDenied: "PERMISSION_DENIED", .keyNotFound: "KEY_NOT_FOUND",
        .valueCorrupted: "VALUE_CORRUPTED", .operationAuthNeeded: "OP_AUTH_NEEDED",
        .keyPermanentlyInvalidated: "KEY_PERMANENTLY_INVALIDATED", .backendBusy: "BACKEND_BUSY",
        .operationBusy: "OPERATION_BUSY", .invalidArgument: "INVALID_ARGUMENT",
        .tooMuchData: "TOO_MUCH_DATA", .outOfKeys: "OUT_OF_KEYS",
        .unsupportedPurpose: "UNSUPPORTED_PURPOSE", .incompatiblePurpose: "INCOMPATIBLE_PURPOSE",
        .unsupportedAlgorithm: "UNSUPPORTED_ALGORITHM",
        .unsupportedKeySize: "UNSUPPORTED_KEY_SIZE", .invalidInputLength: "INVALID_INPUT_LENGTH",
        .keyNotYetValid: "KEY_NOT_YET_VALID", .keyExpired: "KEY_EXPIRED",
        .keyUserNotAuthenticated: "KEY_USER_NOT_AUTHENTICATED",
        .invalidOperationHandle: "INVALID_OPERATION_HANDLE",
        .verificationFailed: "VERIFICATION_FAILED", .tooManyOperations: "TOO_MANY_OPERATIONS",
        .invalidKeyBlob: "INVALID_KEY_BLOB", .secureHardwareBusy: "SECURE_HW_BUSY",
        .secureHardwareCommunicationFailed: "SECURE_HW_COMMUNICATION_FAILED",
        .invalidNonce: "INVALID_NONCE", .rateLimitExceeded: "KEY_RATE_LIMIT_EXCEEDED",
        .callerNonceProhibited: "CALLER_NONCE_PROHIBITED",
        .keyMaxOperationsExceeded: "KEY_MAX_OPS_EXCEEDED",
        .unsupportedCurve: "UNSUPPORTED_EC_CURVE", .keyRequiresUpgrade: "KEY_REQUIRES_UPGRADE",
        .cannotAttestIDs: "CANNOT_ATTEST_IDS",
        .hardwareTypeUnavailable: "HARDWARE_TYPE_UNAVAILABLE",
        .noUserConfirmation: "NO_USER_CONFIRMATION", .deviceLocked: "DEVICE_LOCKED",
        .bootLevelExceeded: "BOOT_LEVEL_EXCEEDED", .unknownError: "UNKNOWN_ERROR",
    ]

    private static let messages: [KeystoreCode: String] = [
        .locked: "User authentication required", .uninitialized: "Keystore not initialized",
        .systemError: "System error", .permissionDenied: "Permission denied",
        .keyNotFound: "Key not found", .valueCorrupted: "Key blob corrupted",
        .operationAuthNeeded: "Operation requires authorization",
        .keyPermanentlyInvalidated: "Key permanently invalidated",
        .unsupportedPurpose: "Unsupported purpose", .incompatiblePurpose: "Incompatible purpose",
        .unsupportedAlgorithm: "Unsupported algorithm",
        .unsupportedKeySize: "Unsupported key size", .invalidInputLength: "Invalid input length",
        .keyNotYetValid: "Key not yet valid", .keyExpired: "Key expired",
        .keyUserNotAuthenticated: "Key user not authenticated",
        .invalidOperationHandle: "Invalid operation handle",
        .verificationFailed: "Signature/MAC verification failed",
        .tooManyOperations: "Too many operations", .invalidKeyBlob: "Invalid key blob",
        .callerNonceProhibited: "Caller-provided IV not permitted",
        .unknownError: "Unknown error",
    ]

    private static let numericCodes: [KeystoreCode: Int] = [
        .keyUserNotAuthenticated: 2, .deviceLocked: 2, .locked: 2, .uninitialized: 3,
        .systemError: 4, .permissionDenied: 5, .keyNotFound: 6, .keyPermanentlyInvalidated: 6,
        .valueCorrupted: 7, .cannotAttestIDs: 8, .invalidKeyBlob: 10, .verificationFailed: 10,
        .tooManyOperations: 10, .keyMaxOperationsExceeded: 10, .secureHardwareBusy: 10,
        .secureHardwareCommunicationFailed: 10, .rateLimitExceeded: 10,
        .hardwareTypeUnavailable: 12, .unsupportedCurve: 12, .unsupportedAlgorithm: 12,
        .incompatiblePurpose: 13, .invalidNonce: 13, .callerNonceProhibited: 13,
        .keyNotYetValid: 14, .keyExpired: 14, .invalidOperationHandle: 15,
    ]
}
