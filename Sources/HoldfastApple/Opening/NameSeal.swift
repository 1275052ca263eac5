import HoldfastCore
import HoldfastCrypto

/// Seals the names that the ledger keeps, under a key that lies in the keychain.
///
/// AES-256-GCM under `key ‖ nonce = HKDF-SHA256(name key, salt, label)` with a salt of 32 bytes
/// drawn for each sealing. The names are padded, so that their length tells little.
struct NameSeal: Sendable {
    let key: SecretBytes

    private static let saltByteCount = 32
    private static let paddedToMultipleOf = 64
    private static let label = Array("holdfast/keychain-name/v1".utf8)

    func seal(_ name: ItemKey, random: any SecureRandom) throws(KeychainError) -> [UInt8] {
        let plaintext = ByteWriter.encode { writer in
            writer.putWithLength(name.service.utf8)
            writer.putWithLength(name.account.utf8)
            writer.pad(toMultipleOf: Self.paddedToMultipleOf)
        }
        return try crypto { () throws(CryptoError) in
            let salt = try random.bytes(Self.saltByteCount)
            let (key, nonce) = try derive(salt)
            return try salt
                + AES256GCM.seal(
                    SecretBytes(plaintext), key: key, nonce: nonce, associatedData: Self.label)
        }
    }

    /// Opens a sealed name; `nil` if another key sealed it, or nobody.
    func open(_ sealed: [UInt8]) throws(KeychainError) -> ItemKey? {
        guard sealed.count > Self.saltByteCount + AES256GCM.tagByteCount else { return nil }
        let plaintext: SecretBytes
        do throws(KeychainError) {
            plaintext = try crypto { () throws(CryptoError) in
                let (key, nonce) = try derive(Array(sealed.prefix(Self.saltByteCount)))
                return try AES256GCM.open(
                    Array(sealed.dropFirst(Self.saltByteCount)), key: key, nonce: nonce,
                    associatedData: Self.label)
            }
        } catch {
            if error.code == .dataCorrupted { return nil }
            throw error
        }
        return plaintext.withUnsafeBytes { bytes in
            var reader = ByteReader(bytes)
            guard let service = reader.text(), let account = reader.text() else { return nil }
            // Nothing but a proper name was ever sealed.
            return try? ItemKey(service: service, account: account)
        }
    }

    private func derive(_ salt: [UInt8]) throws(CryptoError) -> (SecretBytes, [UInt8]) {
        let count = AES256GCM.keyByteCount + AES256GCM.nonceByteCount
        let both = try HKDFSHA256.derive(
            inputKeyMaterial: key, salt: salt, info: Self.label, count: count)
        return both.withUnsafeBytes { bytes in
            let key = SecretBytes(
                copying: UnsafeRawBufferPointer(rebasing: bytes[..<AES256GCM.keyByteCount]))
            return (key, Array(bytes[AES256GCM.keyByteCount...]))
        }
    }
}
