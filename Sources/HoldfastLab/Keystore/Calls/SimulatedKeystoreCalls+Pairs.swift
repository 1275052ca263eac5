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
            usesHardware: true, describe: { _ in "a signature" }
        ) { (state) throws(KeystoreFailure) in
            try state.keystore.take(operation, .sign, process: process.number).sign(message)
        }
    }

    func agree(_ alias: String, with peer: [UInt8]) throws(JavaException) -> SecretBytes {
        let exceptions = FrameworkExceptions(profile: profile)
        return try call(
            .begin("KeyAgreement.generateSecret", alias), at: .begin, usesHardware: true,
            describe: { "\($0.count) bytes" }
        ) { (state) throws(KeystoreFailure) in
            let key = try state.usableKey(alias, .agree, app: process.app)
            let open = OpenOperation(
                process: process.number, key: key, purpose: .agree, nonce: [])
            do throws(KeystoreFailure) {
                try state.keystore.checkFinish(open)
                return try open.agree(with: peer)
            } catch {
                throw .java(exceptions.exception(error, at: .finishAgreement))
            }
        }
    }

    func publicKey(_ alias: String) throws(JavaException) -> [UInt8]? {
        try call(
            .getCertificate(alias), at: .load,
            describe: { $0 == nil ? "null" : "a certificate" }
        ) { state in
            switch state.keystore.keys[process.app]?[alias]?.material {
            case .p256(let key): key.publicKey.bytes
            case .aes, .rsa, nil: nil
            }
        }
    }
}

extension OpenOperation {
    fileprivate func sign(_ message: [UInt8]) throws(KeystoreFailure) -> [UInt8] {
        guard case .p256(let secret) = key.material else { throw .code(.incompatiblePurpose) }
        do throws(CryptoError) {
            return try secret.repeatableSignature(for: message).der
        } catch {
            throw .code(.unknownError)
        }
    }

    fileprivate func agree(with peer: [UInt8]) throws(KeystoreFailure) -> SecretBytes {
        guard case .p256(let secret) = key.material else { throw .code(.incompatiblePurpose) }
        do throws(CryptoError) {
            return try secret.sharedSecret(with: P256PublicKey(peer))
        } catch {
            guard error.reason == .libraryFailure else {
                throw .java(
                    JavaException(
                        "java.security.spec.InvalidKeySpecException",
                        message: "Failed to parse the other side's key"))
            }
            throw .code(.unknownError)
        }
    }
}
