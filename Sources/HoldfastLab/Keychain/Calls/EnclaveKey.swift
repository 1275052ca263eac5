import HoldfastApple

/// A key in the Secure Enclave of a simulated iPhone.
struct EnclaveKey: Sendable {
    let use: SecureEnclaveKeyUse
    let accessControl: AccessControlObject
    let seal: KeychainRow.Seal
}
