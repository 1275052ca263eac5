import HoldfastAndroid

/// The tables by which the Android framework turns a keystore's number into an exception.
///
/// - Note: From API 31 on AOSP `android/security/keystore2/KeyStoreCryptoOperationUtils.java`,
///   `AndroidKeyStoreCipherSpiBase.java`, `AndroidKeyStoreSpi.java`; below it
///   `android/security/KeyStore.java`, `getInvalidKeyException`.
struct FrameworkExceptions: Sendable {
    let profile: AndroidProfile

    func exception(_ failure: KeystoreFailure, at site: CallSite) -> JavaException {
        switch failure {
        case .java(let exception): exception
        case .code(let code, let isReachable):
            exception(code, isReachable: isReachable, at: site)
        }
    }

    /// What an injected failure becomes: a number goes through the tables, anything else is the
    /// exception itself.
    func exception(injected failure: NativeFailure, at site: CallSite) -> JavaException {
        guard failure.domain == JavaException.keyStoreExceptionClass else {
            return JavaException(failure.domain, message: failure.name)
        }
        guard let code = KeystoreCode(rawValue: failure.code) else {
            return unlisted(failure)
        }
        return exception(code, isReachable: true, at: site)
    }

    private func exception(
        _ code: KeystoreCode, isReachable: Bool, at site: CallSite
    ) -> JavaException {
        let cause = JavaException.keyStoreException(code, apiLevel: profile.apiLevel)
        switch site {
        case .list:
            return cause.causing("java.security.KeyStoreException", "Failed to use entry")
        case .load: return loading(code, cause)
        case .generate: return generating(code, cause)
        case .begin: return beginning(code, isReachable: isReachable, cause)
        case .finishCipher: return finishing(code, cause)
        case .finishSignature:
            return cause.causing("java.security.SignatureException", cause.message)
        case .finishAgreement:
            return cause.causing("java.security.ProviderException", "Keystore operation failed")
        }
    }

    private func loading(_ code: KeystoreCode, _ cause: JavaException) -> JavaException {
        code == .keyPermanentlyInvalidated
            ? .authCredentialsChanged
            : cause.causing(
                "java.security.UnrecoverableKeyException",
                "Failed to obtain information about key")
    }

    private func generating(_ code: KeystoreCode, _ cause: JavaException) -> JavaException {
        code == .hardwareTypeUnavailable && profile.apiLevel >= 28
            ? cause.causing(
                "android.security.keystore.StrongBoxUnavailableException",
                "Failed to generate key")
            : cause.causing("java.security.ProviderException", "Failed to generate key")
    }

    private func finishing(_ code: KeystoreCode, _ cause: JavaException) -> JavaException {
        code == .verificationFailed
            ? cause.causing("javax.crypto.AEADBadTagException", nil)
            : cause.causing("javax.crypto.IllegalBlockSizeException", nil)
    }

    private func beginning(
        _ code: KeystoreCode, isReachable: Bool, _ cause: JavaException
    ) -> JavaException {
        switch code {
        case .keyExpired: return .keyExpired
        case .keyNotYetValid: return .keyNotYetValid
        case .invalidNonce, .callerNonceProhibited:
            return cause.causing(
                "java.security.InvalidAlgorithmParameterException", "Invalid IV")
        default:
            return profile.hasKeystore2
                ? newBeginning(code, cause)
                : oldBeginning(code, isReachable: isReachable, cause)
        }
    }

    private func newBeginning(_ code: KeystoreCode, _ cause: JavaException) -> JavaException {
        switch code {
        case .keyNotFound, .keyPermanentlyInvalidated: .permanentlyInvalidated
        case .locked where profile.apiLevel >= 35 && !profile.mapsLockedToUserNotAuthenticated:
            invalidKey(cause)
        case .locked, .uninitialized, .keyUserNotAuthenticated: .userNotAuthenticated
        default: invalidKey(cause)
        }
    }

    private func oldBeginning(
        _ code: KeystoreCode, isReachable: Bool, _ cause: JavaException
    ) -> JavaException {
        switch code {
        case .locked: .userNotAuthenticated
        case .keyUserNotAuthenticated, .operationAuthNeeded:
            isReachable ? .userNotAuthenticated : .permanentlyInvalidated
        case .uninitialized: .permanentlyInvalidated
        default: invalidKey(cause)
        }
    }

    private func invalidKey(_ cause: JavaException) -> JavaException {
        cause.causing("java.security.InvalidKeyException", "Keystore operation failed")
    }

    private func unlisted(_ failure: NativeFailure) -> JavaException {
        JavaException(
            "java.security.ProviderException", message: failure.name,
            causes: [
                JavaException(
                    failure.domain, message: failure.name, keystoreCode: failure.code,
                    numericCode: profile.apiLevel >= 33 ? (failure.code > 0 ? 11 : 10) : nil)
            ])
    }
}
