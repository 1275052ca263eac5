public import HoldfastCrypto

/// The calls into the Android Keystore, and nothing else: a JNI pass-through on a device, a
/// simulated Keystore in tests (P12).
///
/// Each call may block for seconds on some phones: never on the main thread, never on the
/// cooperative pool.
public protocol KeystoreCalls: Sendable {
    /// `Build.VERSION.SDK_INT`, 23 or more.
    var apiLevel: Int { get }

    /// `KeyStore.aliases()`.
    ///
    /// - Returns: the app's own aliases, in any order.
    /// - Throws: what the platform threw.
    func aliases() throws(JavaException) -> [String]

    /// `KeyStore.getKey(alias)` without using the key.
    ///
    /// - Parameter alias: the name.
    /// - Returns: `false` where the platform answers `null`.
    /// - Throws: what the platform threw, for example `UnrecoverableKeyException`.
    func hasKey(_ alias: String) throws(JavaException) -> Bool

    /// `KeyInfo.isUserAuthenticationRequired()` of a key that another library made.
    ///
    /// - Parameter alias: the name of a key or of a pair.
    /// - Returns: whether its use demands a person, be it that the last one still counts.
    /// - Throws: what the platform threw; `KeyPermanentlyInvalidatedException` for no such key.
    func needsPerson(_ alias: String) throws(JavaException) -> Bool

    /// `KeyGenerator.generateKey` or `KeyPairGenerator.generateKeyPair`; replaces a key of that name.
    ///
    /// - Parameters:
    ///   - alias: 1 to 128 letters, digits, dots and dashes.
    ///   - spec: what the key shall be.
    /// - Throws: what the platform threw.
    func generateKey(_ alias: String, _ spec: KeySpec) throws(JavaException)

    /// `KeyStore.deleteEntry`; an alias that does not exist is no error.
    ///
    /// - Parameter alias: the name.
    /// - Throws: what the platform threw.
    func deleteKey(_ alias: String) throws(JavaException)

    /// `Cipher.getInstance("AES/GCM/NoPadding")` and `init` to encrypt.
    ///
    /// - Parameter alias: an AES key.
    /// - Returns: the operation begun, with the nonce that the Keystore drew.
    /// - Throws: what the platform threw.
    func beginEncrypt(_ alias: String) throws(JavaException) -> KeystoreOperation

    /// `Cipher.getInstance("AES/GCM/NoPadding")` and `init` to decrypt.
    ///
    /// - Parameters:
    ///   - alias: an AES key.
    ///   - nonce: 12 bytes, as the encryption gave it.
    /// - Returns: the operation begun.
    /// - Throws: what the platform threw.
    func beginDecrypt(_ alias: String, nonce: [UInt8]) throws(JavaException) -> KeystoreOperation

    /// `updateAAD` and `doFinal` of an encryption; ends the operation.
    ///
    /// - Parameters:
    ///   - operation: begun by ``beginEncrypt(_:)``.
    ///   - plaintext: at most 64 KiB.
    ///   - associatedData: authenticated with it.
    /// - Returns: ciphertext and 16-byte tag.
    /// - Throws: what the platform threw.
    func finishEncrypt(
        _ operation: KeystoreOperation, _ plaintext: SecretBytes, associatedData: [UInt8]
    ) throws(JavaException) -> [UInt8]

    /// `updateAAD` and `doFinal` of a decryption; ends the operation.
    ///
    /// - Parameters:
    ///   - operation: begun by ``beginDecrypt(_:nonce:)``.
    ///   - ciphertext: with its tag.
    ///   - associatedData: as for the encryption.
    /// - Returns: the plaintext.
    /// - Throws: what the platform threw.
    func finishDecrypt(
        _ operation: KeystoreOperation, _ ciphertext: [UInt8], associatedData: [UInt8]
    ) throws(JavaException) -> SecretBytes

    /// `Signature.getInstance("SHA256withECDSA")` and `initSign`.
    ///
    /// - Parameter alias: a P-256 signing key.
    /// - Returns: the operation begun.
    /// - Throws: what the platform threw.
    func beginSign(_ alias: String) throws(JavaException) -> KeystoreOperation

    /// `update` and `sign`; ends the operation.
    ///
    /// - Parameters:
    ///   - operation: begun by ``beginSign(_:)``.
    ///   - message: any bytes.
    /// - Returns: the signature in DER, as the platform gives it.
    /// - Throws: what the platform threw.
    func finishSign(
        _ operation: KeystoreOperation, _ message: [UInt8]
    ) throws(JavaException) -> [UInt8]

    /// `KeyAgreement.getInstance("ECDH")`, `init`, `doPhase` and `generateSecret`.
    ///
    /// - Parameters:
    ///   - alias: a P-256 agreement key.
    ///   - peer: the other side's public key, 65 bytes, SEC 1 uncompressed.
    /// - Returns: 32 bytes.
    /// - Throws: what the platform threw.
    func agree(_ alias: String, with peer: [UInt8]) throws(JavaException) -> SecretBytes

    /// The public key of a P-256 pair: `KeyStore.getCertificate(alias).getPublicKey()`.
    ///
    /// - Parameter alias: the name.
    /// - Returns: 65 bytes, SEC 1 uncompressed; `nil` where the platform answers `null`.
    /// - Throws: what the platform threw.
    func publicKey(_ alias: String) throws(JavaException) -> [UInt8]?

    /// `Cipher.getInstance` for RSA and `init` to decrypt, for a pair that another library made.
    ///
    /// - Parameters:
    ///   - alias: an RSA pair.
    ///   - padding: as the other library wrapped with.
    /// - Returns: the operation begun.
    /// - Throws: what the platform threw.
    func beginUnwrap(
        _ alias: String, _ padding: RSAPadding
    ) throws(JavaException) -> KeystoreOperation

    /// `doFinal` of an unwrapping; ends the operation.
    ///
    /// - Parameters:
    ///   - operation: begun by ``beginUnwrap(_:_:)``.
    ///   - wrapped: as many bytes as the pair's modulus has.
    /// - Returns: what was wrapped.
    /// - Throws: what the platform threw.
    func finishUnwrap(
        _ operation: KeystoreOperation, _ wrapped: [UInt8]
    ) throws(JavaException) -> SecretBytes

    /// Gives up an operation that will not be finished.
    ///
    /// - Parameter operation: begun and not finished.
    func abandon(_ operation: KeystoreOperation)
}
