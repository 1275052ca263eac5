import HoldfastApple
import HoldfastCrypto

/// The Secure Enclave of a simulated iPhone, as one process reaches it.
struct SimulatedSecureEnclave: SecureEnclaveCalls {
    let process: AppProcess

    var isAvailable: Bool { false }

    func makeKey(
        for use: SecureEnclaveKeyUse, accessControl: AccessControlObject
    ) throws(AppleNativeError) -> SecureEnclaveKey {
        throw AppleNativeError(domain: "NSOSStatusErrorDomain", code: -4)
    }

    func sign(
        _ message: [UInt8], with blob: [UInt8], context: Int?
    ) throws(AppleNativeError) -> [UInt8] {
        throw AppleNativeError(domain: "NSOSStatusErrorDomain", code: -4)
    }

    func agree(
        with peer: [UInt8], using blob: [UInt8], context: Int?
    ) throws(AppleNativeError) -> SecretBytes {
        throw AppleNativeError(domain: "NSOSStatusErrorDomain", code: -4)
    }
}
