import HoldfastAndroid
import HoldfastCrypto

/// Unwrapping with pairs that other libraries made.
extension SimulatedKeystoreCalls {
    func beginUnwrap(
        _ alias: String, _ padding: RSAPadding
    ) throws(JavaException) -> KeystoreOperation {
        try call(
            .begin("Cipher.init(unwrap)", alias), at: .begin, usesHardware: true,
            describe: { "operation \($0.number)" }
        ) { (state) throws(KeystoreFailure) in
            let key = try state.usableKey(alias, .unwrap, app: process.app)
            guard case .rsa(_, let only) = key.material, only == padding else {
                throw .java(.invalidKey("Unsupported padding: \(padding.rawValue)"))
            }
            let open = OpenOperation(
                process: process.number, key: key, purpose: .unwrap, nonce: [])
            try state.keystore.makeRoom(for: key, living: state.livingProcesses)
            return state.keystore.add(open)
        }
    }

    func finishUnwrap(
        _ operation: KeystoreOperation, _ wrapped: [UInt8]
    ) throws(JavaException) -> SecretBytes {
        try call(
            .finishDecrypt("operation \(operation.number)"), at: .finishCipher,
            usesHardware: true, describe: { "\($0.count) bytes" }
        ) { (state) throws(KeystoreFailure) in
            try state.keystore.take(operation, .unwrap, process: process.number).unwrap(wrapped)
        }
    }
}

extension OpenOperation {
    fileprivate func unwrap(_ wrapped: [UInt8]) throws(KeystoreFailure) -> SecretBytes {
        guard case .rsa(let pair, let padding) = key.material else {
            throw .code(.incompatiblePurpose)
        }
        do throws(CryptoError) {
            return try pair.unwrap(wrapped, padding)
        } catch {
            throw .code(.unknownError)
        }
    }
}
