import HoldfastAndroid

/// The keystore's calls with the ways in which each of them really fails.
extension PlatformCall {
    static func aliases() -> PlatformCall {
        PlatformCall("KeyStore.aliases", "all keys", failures: listFailures)
    }

    static func getKey(_ alias: String) -> PlatformCall {
        PlatformCall("KeyStore.getKey", alias, failures: loadFailures)
    }

    static func keyInfo(_ alias: String) -> PlatformCall {
        PlatformCall("KeyFactory.getKeySpec(KeyInfo)", alias, failures: loadFailures)
    }

    static func getCertificate(_ alias: String) -> PlatformCall {
        PlatformCall("KeyStore.getCertificate", alias, failures: loadFailures)
    }

    static func generateKey(_ alias: String, _ spec: KeySpec) -> PlatformCall {
        let name =
            spec.algorithm == .aes256GCM
            ? "KeyGenerator.generateKey" : "KeyPairGenerator.generateKeyPair"
        return PlatformCall(
            name, alias,
            failures: spec.isStrongBoxBacked ? strongBoxFailures : generateFailures)
    }

    static func deleteEntry(_ alias: String) -> PlatformCall {
        PlatformCall("KeyStore.deleteEntry", alias, failures: listFailures)
    }

    static func begin(_ name: String, _ alias: String) -> PlatformCall {
        PlatformCall(name, alias, failures: beginFailures)
    }

    static func finish(_ name: String, _ alias: String) -> PlatformCall {
        PlatformCall(name, alias, failures: finishFailures)
    }

    static func finishDecrypt(_ alias: String) -> PlatformCall {
        PlatformCall("Cipher.doFinal(decrypt)", alias, failures: finishDecryptFailures)
    }

    static func abandon(_ alias: String) -> PlatformCall {
        PlatformCall("operation.abort", alias, failures: [])
    }

    private static let listFailures = keystore(.systemError)
    private static let loadFailures =
        keystore(.systemError, .keyPermanentlyInvalidated, .valueCorrupted)
    private static let generateFailures =
        keystore(.systemError, .locked, .secureHardwareCommunicationFailed, .unknownError)
    private static let strongBoxFailures =
        keystore(.hardwareTypeUnavailable) + generateFailures
    private static let beginFailures = keystore(
        .deviceLocked, .locked, .keyUserNotAuthenticated, .keyNotFound, .invalidKeyBlob,
        .systemError, .backendBusy, .secureHardwareCommunicationFailed)
    private static let finishFailures = keystore(
        .keyUserNotAuthenticated, .invalidOperationHandle, .secureHardwareBusy, .unknownError)
    private static let finishDecryptFailures =
        keystore(.verificationFailed) + finishFailures

    private static func keystore(_ codes: KeystoreCode...) -> [NativeFailure] {
        codes.map(NativeFailure.keystore)
    }
}

extension NativeFailure {
    static func keystore(_ code: KeystoreCode) -> NativeFailure {
        NativeFailure(
            domain: JavaException.keyStoreExceptionClass, code: code.rawValue, name: code.name)
    }
}
