import HoldfastAndroid
import HoldfastCrypto

/// Encryption and decryption.
extension SimulatedKeystoreCalls {
    /// What one `Cipher` of the Keystore takes at most in this package's calls.
    private static let maximumByteCount = 64 << 10

    func beginEncrypt(_ alias: String) throws(JavaException) -> KeystoreOperation {
        try begin("Cipher.init(encrypt)", alias, .encrypt, nonce: nil)
    }

    func beginDecrypt(_ alias: String, nonce: [UInt8]) throws(JavaException) -> KeystoreOperation {
        try begin("Cipher.init(decrypt)", alias, .decrypt, nonce: nonce)
    }

    func finishEncrypt(
        _ operation: KeystoreOperation, _ plaintext: SecretBytes, associatedData: [UInt8]
    ) throws(JavaException) -> [UInt8] {
        try call(
            .finish("Cipher.doFinal(encrypt)", "operation \(operation.number)"),
            at: .finishCipher, usesHardware: true, describe: { "\($0.count) bytes" }
        ) { (state) throws(KeystoreFailure) in
            let open = try state.keystore.take(operation, .encrypt, process: process.number)
            guard plaintext.count <= Self.maximumByteCount else {
                throw .code(.invalidInputLength)
            }
            return try open.seal(plaintext, associatedData)
        }
    }

    func finishDecrypt(
        _ operation: KeystoreOperation, _ ciphertext: [UInt8], associatedData: [UInt8]
    ) throws(JavaException) -> SecretBytes {
        try call(
            .finishDecrypt("operation \(operation.number)"), at: .finishCipher,
            usesHardware: true, describe: { "\($0.count) bytes" }
        ) { (state) throws(KeystoreFailure) in
            let open = try state.keystore.take(operation, .decrypt, process: process.number)
            return try open.open(ciphertext, associatedData)
        }
    }

    func begin(
        _ name: String, _ alias: String, _ purpose: OpenOperation.Purpose, nonce: [UInt8]?
    ) throws(JavaException) -> KeystoreOperation {
        try call(
            .begin(name, alias), at: .begin, usesHardware: true,
            describe: { "operation \($0.number)" }
        ) { (state) throws(KeystoreFailure) in
            let key = try state.usableKey(alias, purpose, app: process.app)
            if let nonce, nonce.count != AES256GCM.nonceByteCount {
                throw .code(.invalidNonce)
            }
            let open = OpenOperation(
                process: process.number, key: key, purpose: purpose,
                nonce: nonce ?? (purpose == .encrypt ? state.drawNonce() : []))
            try state.keystore.makeRoom(for: key, living: state.livingProcesses)
            return state.keystore.add(open)
        }
    }
}

extension PhoneState {
    /// A key that may begin an operation now.
    func usableKey(
        _ alias: String, _ purpose: OpenOperation.Purpose, app: AppIdentifier
    ) throws(KeystoreFailure) -> StoredKey {
        guard let key = keystore.keys[app]?[alias] else { throw .code(.keyNotFound) }
        try keystore.checkBegin(key, purpose, device)
        return key
    }

    /// Makes a key and replaces one of that name.
    mutating func generateKey(
        _ alias: String, _ spec: KeySpec, app: AppIdentifier
    ) throws(KeystoreFailure) {
        try keystore.checkGeneration(spec, device)
        let key = StoredKey(
            spec: spec, material: try drawMaterial(spec.algorithm),
            secureIDs: keystore.secureIDs(for: spec, device),
            superEncryption: keystore.superEncryption(of: spec),
            rootNumber: spec.authenticators == nil ? nil : device.secureIdentity)
        keystore.keys[app, default: [:]][alias] = key
    }

    /// A nonce need not be secret, only never the same twice.
    mutating func drawNonce() -> [UInt8] {
        let words = [random.next(), random.next()]
        return Array(words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }.prefix(12))
    }

    private mutating func drawMaterial(
        _ algorithm: KeySpec.Algorithm
    ) throws(KeystoreFailure) -> StoredKey.Material {
        guard algorithm != .aes256GCM else { return .aes(drawKey()) }
        while true {
            do throws(CryptoError) {
                return .p256(try P256PrivateKey(scalar: drawKey()))
            } catch {
                // A number that is no scalar of the curve; one in 2^32 is.
                guard error.reason == .invalidParameter else { throw .code(.unknownError) }
            }
        }
    }

    /// The 32 bytes of an AES-256 key or of a P-256 scalar.
    private mutating func drawKey() -> SecretBytes {
        SecretBytes(count: AES256GCM.keyByteCount) { buffer in
            streams.fill(buffer, stream: RandomStreams.hardware)
        }
    }
}

extension OpenOperation {
    fileprivate func seal(
        _ plaintext: SecretBytes, _ associatedData: [UInt8]
    ) throws(KeystoreFailure) -> [UInt8] {
        guard case .aes(let secret) = key.material else { throw .code(.incompatiblePurpose) }
        do throws(CryptoError) {
            return try AES256GCM.seal(
                plaintext, key: secret, nonce: nonce, associatedData: associatedData)
        } catch {
            throw .code(.unknownError)
        }
    }

    fileprivate func open(
        _ ciphertext: [UInt8], _ associatedData: [UInt8]
    ) throws(KeystoreFailure) -> SecretBytes {
        guard case .aes(let secret) = key.material else { throw .code(.incompatiblePurpose) }
        do throws(CryptoError) {
            return try AES256GCM.open(
                ciphertext, key: secret, nonce: nonce, associatedData: associatedData)
        } catch {
            throw .code(error.reason == .libraryFailure ? .unknownError : .verificationFailed)
        }
    }
}
