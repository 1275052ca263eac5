import HoldfastAndroid
import HoldfastCrypto

/// Signatures and agreements of P-256 pairs.
extension SimulatedKeystoreCalls {
    func beginSign(_ alias: String) throws(JavaException) -> KeystoreOperation {
        try begin("Signature.initSign", alias, .sign, nonce: nil)
    }

    func finishSign(
        _ operation: KeystoreOperation, _ message: [UInt8]
    ) throws(JavaException) -> [UInt8] {
        try call(
            .finish("Signature.sign", "operation \(operation.number)"), at: .finishSignature,
            usesHardware: true, describe: { "\($0.count) bytes" }
        ) { (state) throws(KeystoreFailure) in
            _ = try state.keystore.take(operation, .sign, process: process.number)
            throw .code(.unsupportedAlgorithm)
        }
    }

    func agree(_ alias: String, with peer: [UInt8]) throws(JavaException) -> SecretBytes {
        try call(
            .begin("KeyAgreement.generateSecret", alias), at: .begin, usesHardware: true,
            describe: { "\($0.count) bytes" }
        ) { (state) throws(KeystoreFailure) in
            _ = try state.usableKey(alias, .agree, app: process.app)
            throw .code(.unsupportedAlgorithm)
        }
    }

    func publicKey(_ alias: String) throws(JavaException) -> [UInt8]? {
        try call(
            .getCertificate(alias), at: .load, describe: { $0 == nil ? "null" : "a public key" }
        ) { _ in nil }
    }
}
