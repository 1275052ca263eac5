import HoldfastAndroid

/// Why the model refuses a call, before the framework has made an exception of it.
enum KeystoreFailure: Error {
    /// The keystore or KeyMint answered with a number; whether the key could still be opened by
    /// somebody decides, below API 31, which exception it becomes.
    case code(KeystoreCode, isReachable: Bool)
    /// The framework itself refuses.
    case java(JavaException)

    static func code(_ code: KeystoreCode) -> KeystoreFailure {
        .code(code, isReachable: true)
    }
}

/// Which part of the framework a number travels through.
enum CallSite: Sendable {
    /// `KeyStore.aliases`, `deleteEntry`: a `KeyStoreException` of Java.
    case list
    /// `KeyStore.getKey`, `getCertificate`.
    case load
    /// `KeyGenerator.generateKey`.
    case generate
    /// `Cipher.init`, `Signature.initSign`, `KeyAgreement.init`.
    case begin
    /// `Cipher.doFinal`.
    case finishCipher
    /// `Signature.sign`.
    case finishSignature
    /// `KeyAgreement.generateSecret`.
    case finishAgreement
}
