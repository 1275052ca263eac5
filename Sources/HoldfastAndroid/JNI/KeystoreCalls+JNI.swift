#if canImport(CJNI)
import CJNI
import HoldfastCrypto

/// The Android Keystore through `org.holdfast.AndroidKeystore`; decides nothing.
struct JavaKeystore: KeystoreCalls {
    let machine: JavaMachine
    let operations: JavaReferences
    let apiLevel: Int

    func aliases() throws(JavaException) -> [String] {
        try machine.run { (java) throws(JavaException) in
            try java.texts(
                try java.object(java.classes.keystore, "aliases", "()[Ljava/lang/String;"))
        }
    }

    func hasKey(_ alias: String) throws(JavaException) -> Bool {
        try machine.run { (java) throws(JavaException) in
            try java.boolean(
                java.classes.keystore, "hasKey", "(Ljava/lang/String;)Z", [try java.string(alias)])
        }
    }

    func needsPerson(_ alias: String) throws(JavaException) -> Bool {
        try machine.run { (java) throws(JavaException) in
            try java.boolean(
                java.classes.keystore, "needsPerson", "(Ljava/lang/String;)Z",
                [try java.string(alias)])
        }
    }

    func generateKey(_ alias: String, _ spec: KeySpec) throws(JavaException) {
        try machine.run { (java) throws(JavaException) in
            try java.void(
                java.classes.keystore, "generateKey", "(Ljava/lang/String;IIIZZZ)V",
                [
                    try java.string(alias), jvalue(i: spec.algorithm.javaNumber),
                    jvalue(i: jint(spec.authenticators?.rawValue ?? 0)),
                    jvalue(i: jint(spec.authValiditySeconds)),
                    jvalue(z: spec.isInvalidatedByEnrolment ? 1 : 0),
                    jvalue(z: spec.needsUnlockedDevice ? 1 : 0),
                    jvalue(z: spec.isStrongBoxBacked ? 1 : 0),
                ])
        }
    }

    func deleteKey(_ alias: String) throws(JavaException) {
        try machine.run { (java) throws(JavaException) in
            try java.void(
                java.classes.keystore, "deleteKey", "(Ljava/lang/String;)V",
                [try java.string(alias)])
        }
    }

    // MARK: AES

    func beginEncrypt(_ alias: String) throws(JavaException) -> KeystoreOperation {
        try machine.run { (java) throws(JavaException) in
            let cipher = try java.object(
                java.classes.keystore, "beginEncrypt", "(Ljava/lang/String;)Ljava/lang/Object;",
                [try java.string(alias)])
            return try keep(cipher, java)
        }
    }

    func beginDecrypt(_ alias: String, nonce: [UInt8]) throws(JavaException) -> KeystoreOperation {
        try machine.run { (java) throws(JavaException) in
            let cipher = try java.object(
                java.classes.keystore, "beginDecrypt", "(Ljava/lang/String;[B)Ljava/lang/Object;",
                [try java.string(alias), try java.bytes(nonce)])
            return try keep(cipher, java)
        }
    }

    func finishEncrypt(
        _ operation: KeystoreOperation, _ plaintext: SecretBytes, associatedData: [UInt8]
    ) throws(JavaException) -> [UInt8] {
        try machine.run { (java) throws(JavaException) in
            try operations.take(operation.number, java) { (cipher) throws(JavaException) in
                let answer = try java.withSecret(plaintext) { (input) throws(JavaException) in
                    try finish(cipher, input, associatedData, java)
                }
                return try Self.present(try java.bytes(of: answer))
            }
        }
    }

    func finishDecrypt(
        _ operation: KeystoreOperation, _ ciphertext: [UInt8], associatedData: [UInt8]
    ) throws(JavaException) -> SecretBytes {
        try machine.run { (java) throws(JavaException) in
            try operations.take(operation.number, java) { (cipher) throws(JavaException) in
                let input = try java.bytes(ciphertext)
                return try java.secret(of: try finish(cipher, input, associatedData, java))
            }
        }
    }

    private func finish(
        _ cipher: jobject, _ input: jvalue, _ associatedData: [UInt8], _ java: JavaEnvironment
    ) throws(JavaException) -> jobject? {
        try java.object(
            java.classes.keystore, "finish", "(Ljava/lang/Object;[B[B)[B",
            [jvalue(l: cipher), input, try java.bytes(associatedData)])
    }

    // MARK: RSA

    func beginUnwrap(
        _ alias: String, _ padding: RSAPadding
    ) throws(JavaException) -> KeystoreOperation {
        try machine.run { (java) throws(JavaException) in
            let cipher = try java.object(
                java.classes.keystore, "beginUnwrap", "(Ljava/lang/String;Z)Ljava/lang/Object;",
                [try java.string(alias), jvalue(z: padding == .oaepSHA256 ? 1 : 0)])
            return KeystoreOperation(number: try operations.keep(try Self.present(cipher), java))
        }
    }

    func finishUnwrap(
        _ operation: KeystoreOperation, _ wrapped: [UInt8]
    ) throws(JavaException) -> SecretBytes {
        try machine.run { (java) throws(JavaException) in
            try operations.take(operation.number, java) { (cipher) throws(JavaException) in
                try java.secret(
                    of: try java.object(
                        java.classes.keystore, "finishUnwrap", "(Ljava/lang/Object;[B)[B",
                        [jvalue(l: cipher), try java.bytes(wrapped)]))
            }
        }
    }

    // MARK: P-256

    func beginSign(_ alias: String) throws(JavaException) -> KeystoreOperation {
        try machine.run { (java) throws(JavaException) in
            let signature = try java.object(
                java.classes.keystore, "beginSign", "(Ljava/lang/String;)Ljava/lang/Object;",
                [try java.string(alias)])
            let number = try operations.keep(try Self.present(signature), java)
            return KeystoreOperation(number: number)
        }
    }

    func finishSign(
        _ operation: KeystoreOperation, _ message: [UInt8]
    ) throws(JavaException) -> [UInt8] {
        try machine.run { (java) throws(JavaException) in
            try operations.take(operation.number, java) { (signature) throws(JavaException) in
                let answer = try java.object(
                    java.classes.keystore, "finishSign", "(Ljava/lang/Object;[B)[B",
                    [jvalue(l: signature), try java.bytes(message)])
                return try Self.present(try java.bytes(of: answer))
            }
        }
    }

    func agree(_ alias: String, with peer: [UInt8]) throws(JavaException) -> SecretBytes {
        try machine.run { (java) throws(JavaException) in
            try java.secret(
                of: try java.object(
                    java.classes.keystore, "agree", "(Ljava/lang/String;[B)[B",
                    [try java.string(alias), try java.bytes(peer)]))
        }
    }

    func publicKey(_ alias: String) throws(JavaException) -> [UInt8]? {
        try machine.run { (java) throws(JavaException) in
            try java.bytes(
                of: try java.object(
                    java.classes.keystore, "publicKey", "(Ljava/lang/String;)[B",
                    [try java.string(alias)]))
        }
    }

    func abandon(_ operation: KeystoreOperation) {
        do {
            try machine.run { (java) throws(JavaException) in
                operations.drop(operation.number, java)
            }
        } catch {
            // The thread could not be attached: the reference stays until the process ends.
        }
    }

    // MARK: - Operations

    private func keep(
        _ cipher: jobject?, _ java: JavaEnvironment
    ) throws(JavaException) -> KeystoreOperation {
        let cipher = try Self.present(cipher)
        let nonce = try java.object(
            java.classes.keystore, "nonce", "(Ljava/lang/Object;)[B", [jvalue(l: cipher)])
        return KeystoreOperation(
            number: try operations.keep(cipher, java), nonce: try java.bytes(of: nonce) ?? [])
    }

    private static func present<Value>(_ value: Value?) throws(JavaException) -> Value {
        guard let value else {
            throw JavaException("java.lang.NullPointerException", message: "nothing was given")
        }
        return value
    }
}

extension KeySpec.Algorithm {
    /// As `AndroidKeystore.generateKey` takes it.
    fileprivate var javaNumber: jint {
        switch self {
        case .aes256GCM: 0
        case .p256Sign: 1
        case .p256Agree: 2
        }
    }
}
#endif
