import HoldfastCore

extension KeychainError {
    /// The error for a failed use of a key that another library has in the Secure Enclave.
    ///
    /// - Parameters:
    ///   - error: what the platform answered; that there is no such key is `KEY_INVALIDATED`, since
    ///     something was sealed under it.
    ///   - what: what failed.
    package init(foreignKey error: AppleNativeError, _ what: String) {
        if error == AppleNativeError(domain: Status.domain, code: Int(Status.notFound)) {
            self.init(
                .keyInvalidated, what, nativeDomain: error.domain, nativeCode: error.code)
        } else {
            self.init(error, what)
        }
    }

    /// The error for a failed use of a Secure Enclave key.
    init(_ error: AppleNativeError, _ what: String) {
        switch error.domain {
        case Status.domain:
            self.init(error.code, in: error.domain, Self.statusTable, what)
        case LocalAuthenticationCode.domain:
            self.init(error.code, in: error.domain, Self.localAuthenticationTable, what)
        case Self.tokenDomain:
            self.init(error.code, in: error.domain, Self.tokenTable, what)
        default:
            self.init(.unknown, what, nativeDomain: error.domain, nativeCode: error.code)
        }
    }

    /// The domain of ``tokenTable``.
    static let tokenDomain = "CryptoTokenKit"

    /// What each `TKError` means; a number that is missing here is `UNKNOWN`.
    ///
    /// - Note: Names and numbers: `TKError.h` of CryptoTokenKit, through which the Secure Enclave
    ///   answers.
    static let tokenTable: [NativeCode] = [
        NativeCode(-1, "notImplemented", .unsupported),
        NativeCode(-2, "communicationError", .unknown),
        // What developers see for a key whose biometrics changed, and for another device's blob.
        NativeCode(-3, "corruptedData", .keyInvalidated),
        NativeCode(-4, "canceledByUser", .userCanceled),
        NativeCode(-5, "authenticationFailed", .authFailed),
        NativeCode(-6, "objectNotFound", .keyInvalidated),
        NativeCode(-7, "tokenNotFound", .hardwareUnavailable),
        NativeCode(-8, "badParameter", .invalidArgument),
        NativeCode(-9, "authenticationNeeded", .authRequired),
    ]
}
