import HoldfastApple
import HoldfastCrypto

/// A key in the Secure Enclave of a simulated iPhone.
struct EnclaveKey: Sendable, Equatable {
    let use: SecureEnclaveKeyUse
    let key: P256PrivateKey
    let accessControl: AccessControlObject
    let seal: KeychainRow.Seal

    static func == (left: Self, right: Self) -> Bool {
        left.use == right.use && left.key.scalar == right.key.scalar
            && left.accessControl == right.accessControl && left.seal == right.seal
    }
}

/// Why a call of the Secure Enclave ends early.
enum EnclaveStop: Error {
    case failed(AppleNativeError)
    /// The system ended the process in the middle of it.
    case killed

    static func status(_ status: Int32) -> EnclaveStop {
        .failed(AppleNativeError(domain: "NSOSStatusErrorDomain", code: Int(status)))
    }

    /// `TKErrorDomain` -3: what the Enclave cannot use any more.
    static let corrupted = EnclaveStop.failed(
        AppleNativeError(domain: "CryptoTokenKit", code: -3))
    /// `TKErrorDomain` -4.
    static let canceled = EnclaveStop.failed(AppleNativeError(domain: "CryptoTokenKit", code: -4))
}
