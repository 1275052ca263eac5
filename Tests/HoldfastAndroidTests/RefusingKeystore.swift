import HoldfastAndroid
import HoldfastCrypto

/// A Keystore of which one call throws.
struct RefusingKeystore: KeystoreCalls {
    /// Which call.
    enum Call: CaseIterable {
        case aliases
        case generateKey
    }

    let base: any KeystoreCalls
    let call: Call
    let exception: JavaException

    var apiLevel: Int { base.apiLevel }

    func aliases() throws(JavaException) -> [String] {
        if call == .aliases { throw exception }
        return try base.aliases()
    }

    func hasKey(_ alias: String) throws(JavaException) -> Bool { try base.hasKey(alias) }

    func needsPerson(_ alias: String) throws(JavaException) -> Bool {
        try base.needsPerson(alias)
    }

    func generateKey(_ alias: String, _ spec: KeySpec) throws(JavaException) {
        if call == .generateKey { throw exception }
        try base.generateKey(alias, spec)
    }

    func deleteKey(_ alias: String) throws(JavaException) { try base.deleteKey(alias) }

    func beginEncrypt(_ alias: String) throws(JavaException) -> KeystoreOperation {
        try base.beginEncrypt(alias)
    }

    func beginDecrypt(
        _ alias: String, nonce: [UInt8]
    ) throws(JavaException) -> KeystoreOperation {
        try base.beginDecrypt(alias, nonce: nonce)
    }

    func finishEncrypt(
        _ operation: KeystoreOperation, _ plaintext: SecretBytes, associatedData: [UInt8]
    ) throws(JavaException) -> [UInt8] {
        try base.finishEncrypt(operation, plaintext, associatedData: associatedData)
    }

    func finishDecrypt(
        _ operation: KeystoreOperation, _ ciphertext: [UInt8], associatedData: [UInt8]
    ) throws(JavaException) -> SecretBytes {
        try base.finishDecrypt(operation, ciphertext, associatedData: associatedData)
    }

    func beginSign(_ alias: String) throws(JavaException) -> KeystoreOperation {
        try base.beginSign(alias)
    }

    func finishSign(
        _ operation: KeystoreOperation, _ message: [UInt8]
    ) throws(JavaException) -> [UInt8] {
        try base.finishSign(operation, message)
    }

    func agree(_ alias: String, with peer: [UInt8]) throws(JavaException) -> SecretBytes {
        try base.agree(alias, with: peer)
    }

    func publicKey(_ alias: String) throws(JavaException) -> [UInt8]? {
        try base.publicKey(alias)
    }

    func beginUnwrap(
        _ alias: String, _ padding: RSAPadding
    ) throws(JavaException) -> KeystoreOperation {
        try base.beginUnwrap(alias, padding)
    }

    func finishUnwrap(
        _ operation: KeystoreOperation, _ wrapped: [UInt8]
    ) throws(JavaException) -> SecretBytes {
        try base.finishUnwrap(operation, wrapped)
    }

    func abandon(_ operation: KeystoreOperation) { base.abandon(operation) }
}
