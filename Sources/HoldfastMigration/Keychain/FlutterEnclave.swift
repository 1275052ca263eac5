import HoldfastApple
import HoldfastCore
import HoldfastCrypto

/// Values that flutter_secure_storage seals itself, under a key that the Secure Enclave wraps.
///
/// The wrapped key lies beside the value; a value without one is not sealed.
///
/// - Note: flutter_secure_storage_darwin 0.3.1, `FlutterSecureStorage.swift`, `read` and `write`:
///   AES-256-GCM with a nonce of 12 bytes in front and the tag behind, and
///   `eciesEncryptionCofactorX963SHA256AESGCM` for its key.
struct FlutterEnclave: Sendable {
    let rows: KeychainRows
    let enclave: any SecureEnclaveCalls

    /// What the names of wrapped keys begin with.
    static let prefix = "fss.wrapped."

    /// The value that a row's bytes hold.
    ///
    /// - Throws: `INTERACTION_NOT_ALLOWED` if the wrapped key is locked or asks for a person,
    ///   `KEY_INVALIDATED` if the Secure Enclave has not its key any more, `DATA_CORRUPTED` for bytes
    ///   that it did not seal.
    func open(_ bytes: SecretBytes, of row: ForeignRow) throws(KeychainError) -> SecretBytes {
        guard let name = row.name,
            let wrapped = try rows.value(of: Self.wrappedKey(beside: row, name))
        else { return bytes }
        let key = try unwrap(wrapped, row.service)
        // What is too short, and a key of another length, was not sealed either.
        do throws(CryptoError) {
            let sealed = bytes.copyBytes()
            return try AES256GCM.open(
                Array(sealed.dropFirst(12)), key: key, nonce: Array(sealed.prefix(12)),
                associatedData: [])
        } catch {
            guard [.authenticationFailed, .invalidLength].contains(error.reason) else {
                throw KeychainError(
                    .unknown, "a value could not be opened: \(error.message)",
                    nativeDomain: "libcrypto", nativeCode: error.nativeCode)
            }
            throw Self.notSealed
        }
    }

    /// Removes the wrapped key beside a row whose value is gone, so that nothing can be read by
    /// halves.
    func removeKey(beside row: ForeignRow) throws(KeychainError) {
        guard let name = row.name else { return }
        try rows.remove(Self.wrappedKey(beside: row, name))
    }

    private static func wrappedKey(beside row: ForeignRow, _ name: String) -> ForeignRow {
        ForeignRow(beside: row, account: prefix + name)
    }

    private func unwrap(
        _ wrapped: SecretBytes, _ service: String
    ) throws(KeychainError) -> SecretBytes {
        do throws(AppleNativeError) {
            return try enclave.unwrap(
                wrapped.copyBytes(), withForeignKey: Array("fss.enclave.\(service)".utf8),
                context: rows.contextNumber)
        } catch {
            throw KeychainError(
                foreignKey: error, "the Secure Enclave does not unwrap the key of a value")
        }
    }

    private static let notSealed = KeychainError(
        .dataCorrupted, "a wrapped key lies beside the value, and did not seal it",
        advice: "read the item with flutter_secure_storage, with useSecureEnclave and without, and"
            + " write it with this package")
}
