import HoldfastCore

/// The classes of exceptions whose name alone says what happened.
///
/// Every other class is known by the number that it or one of its causes carries.
///
/// - Note: AOSP: `frameworks/base/keystore/java/android/security/keystore2/`
///   `KeyStoreCryptoOperationUtils.java`, `AndroidKeyStoreSpi.java`,
///   `AndroidKeyStoreKeyGeneratorSpi.java`; OpenJDK's `java.security` and `javax.crypto`.
enum JavaClassName: String, CaseIterable, Sendable {
    // getInvalidKeyException: 7 and 17, and on API 23 to 30 -26 with other secure ids.
    case keyPermanentlyInvalidated =
        "android.security.keystore.KeyPermanentlyInvalidatedException"
    // getInvalidKeyException: 2, 3 and -26.
    case userNotAuthenticated = "android.security.keystore.UserNotAuthenticatedException"
    // generateKey: -68; from API 28 on.
    case strongBoxUnavailable = "android.security.keystore.StrongBoxUnavailableException"
    // doFinal: -30.
    case wrongTag = "javax.crypto.AEADBadTagException"
    // The parent class of the former, which other providers throw.
    case badPadding = "javax.crypto.BadPaddingException"
    // engineGetKey: 17 without a cause; anything else with the KeyStoreException as its cause.
    case unrecoverableKey = "java.security.UnrecoverableKeyException"
    // KeyGenerator.init and KeyPairGenerator.initialize: a spec that cannot be.
    case badAlgorithmParameter = "java.security.InvalidAlgorithmParameterException"
    // An argument that the framework refuses by itself.
    case illegalArgument = "java.lang.IllegalArgumentException"
    // No such algorithm in this Android version.
    case noSuchAlgorithm = "java.security.NoSuchAlgorithmException"
}

extension JavaClassName {
    /// The code of an exception that carries no number; `nil` where only a number tells.
    var code: KeychainError.Code {
        switch self {
        case .keyPermanentlyInvalidated, .unrecoverableKey: .keyInvalidated
        case .userNotAuthenticated: .authRequired
        case .strongBoxUnavailable: .hardwareUnavailable
        case .wrongTag, .badPadding: .dataCorrupted
        case .badAlgorithmParameter, .illegalArgument: .invalidArgument
        case .noSuchAlgorithm: .unsupported
        }
    }

    /// Whether the class decides even if a number is there: the framework has read the number.
    var isDecisive: Bool {
        switch self {
        case .keyPermanentlyInvalidated, .strongBoxUnavailable, .wrongTag: true
        case .userNotAuthenticated, .badPadding, .unrecoverableKey, .badAlgorithmParameter,
            .illegalArgument, .noSuchAlgorithm:
            false
        }
    }
}

/// The texts of an `IllegalStateException` by which `KeyGenerator.init` refuses a spec, by their
/// beginnings.
///
/// - Note: AOSP: `KeyStore2ParameterUtils.java` (API 31 on), `KeymasterUtils.java` (before), and
///   `"At least one fingerprint …"` before API 29.
enum SpecRefusal: String, CaseIterable, Sendable {
    case noLockScreen = "Secure lock screen must be enabled"
    case noBiometric = "At least one biometric must be enrolled"
    case noFingerprint = "At least one fingerprint must be enrolled"

    /// The class that carries the text, by itself or as a cause.
    static let className = "java.lang.IllegalStateException"

    /// The code.
    var code: KeychainError.Code {
        switch self {
        case .noLockScreen: .passcodeNotSet
        case .noBiometric, .noFingerprint: .biometryNotEnrolled
        }
    }
}
