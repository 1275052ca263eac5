import HoldfastAndroid

/// The exceptions that the framework throws for this package's calls.
extension JavaException {
    static let keyStoreExceptionClass = "android.security.KeyStoreException"

    static func keyStoreException(_ code: KeystoreCode, apiLevel: Int) -> JavaException {
        let number = apiLevel >= 31 ? " (internal Keystore code: \(code.rawValue))" : ""
        return JavaException(
            keyStoreExceptionClass, message: code.message + number, keystoreCode: code.rawValue,
            numericCode: apiLevel >= 33 ? code.numericCode : nil)
    }

    static let permanentlyInvalidated = JavaException(
        "android.security.keystore.KeyPermanentlyInvalidatedException",
        message: "Key permanently invalidated")
    static let userNotAuthenticated = JavaException(
        "android.security.keystore.UserNotAuthenticatedException",
        message: "User not authenticated")
    static let keyExpired = JavaException(
        "android.security.keystore.KeyExpiredException", message: "Key expired")
    static let keyNotYetValid = JavaException(
        "android.security.keystore.KeyNotYetValidException", message: "Key not yet valid")
    static let authCredentialsChanged = JavaException(
        "java.security.UnrecoverableKeyException",
        message: "User changed or deleted their auth credentials")

    static func invalidKey(_ message: String) -> JavaException {
        JavaException("java.security.InvalidKeyException", message: message)
    }

    /// A precondition of the lock screen, as `KeyGenerator.init` wraps it.
    static func refusedParameters(_ message: String) -> JavaException {
        JavaException(
            "java.security.InvalidAlgorithmParameterException",
            message: "java.lang.IllegalStateException: " + message,
            causes: [JavaException("java.lang.IllegalStateException", message: message)])
    }

    static func illegalArgument(_ message: String) -> JavaException {
        JavaException("java.lang.IllegalArgumentException", message: message)
    }

    static func noSuchMethod(_ method: String) -> JavaException {
        JavaException("java.lang.NoSuchMethodError", message: method)
    }

    static let deadProcess = JavaException(
        "android.os.DeadObjectException", message: "the process is dead")

    func causing(_ className: String, _ message: String?) -> JavaException {
        JavaException(className, message: message, causes: [self])
    }

    /// The exception in a few words without a value, for a trace.
    var traceWords: String {
        let name = className.split(separator: ".").last.map(String.init) ?? className
        let code = ([self] + causes).lazy.compactMap(\.keystoreCode).first
        return code.map { "\(name) (\($0))" } ?? name
    }
}
