#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// A class key as the vault stores it: sealed under the vault's root, with a value to check it by.
struct WrappedKey: Equatable, Sendable {
    static let saltByteCount = 32
    static let sealedByteCount = 32 + AES256GCM.tagByteCount
    static let checkByteCount = 16

    /// Fresh at every wrap; key and nonce of the seal are derived with it.
    let salt: [UInt8]
    /// The class key and a tag: 48 bytes.
    let sealed: [UInt8]
    /// The start of an HMAC under the class key itself, by which a key from a keyring is checked.
    let check: [UInt8]

    /// Wraps a class key under a root.
    static func wrap(
        _ key: SecretBytes, _ slot: KeySlot, vault: VaultID, root: VaultRoot,
        random: any SecureRandom
    ) throws(KeychainError) -> WrappedKey {
        try wrap(key, label: label(slot, vault), root: root, random: random)
    }

    /// Wraps a key that is no class's under a label of its own.
    ///
    /// - Parameters:
    ///   - key: 32 bytes.
    ///   - info: says what the key is; bound to it.
    ///   - root: wraps it.
    ///   - random: the source of the salt.
    /// - Returns: the record to store.
    /// - Throws: `UNKNOWN` with the domain `holdfast.crypto` if the library fails.
    static func wrap(
        _ key: SecretBytes, label info: [UInt8], root: VaultRoot, random: any SecureRandom
    ) throws(KeychainError) -> WrappedKey {
        try crypto { () throws(CryptoError) in
            let salt = try random.bytes(saltByteCount)
            let sealed = try HKDFSHA256.withKeyAndNonce(
                inputKeyMaterial: root.key, salt: salt, info: info
            ) { (wrappingKey, nonce) throws(CryptoError) in
                try seal(key, wrappingKey, nonce, info)
            }
            return WrappedKey(salt: salt, sealed: sealed, check: check(of: key, label: info))
        }
    }

    /// Unwraps the class key.
    ///
    /// - Throws: `DATA_CORRUPTED` if the record was not made with this root for this slot.
    func unwrap(
        _ slot: KeySlot, vault: VaultID, root: VaultRoot
    ) throws(KeychainError) -> SecretBytes {
        try unwrap(label: Self.label(slot, vault), root: root)
    }

    /// Unwraps a key that is no class's.
    ///
    /// - Throws: `DATA_CORRUPTED` if the record was not made with this root for this label.
    func unwrap(label info: [UInt8], root: VaultRoot) throws(KeychainError) -> SecretBytes {
        let key = try crypto { () throws(CryptoError) in
            try HKDFSHA256.withKeyAndNonce(
                inputKeyMaterial: root.key, salt: salt, info: info
            ) { (wrappingKey, nonce) throws(CryptoError) in
                try open(wrappingKey, nonce, info)
            }
        }
        guard Self.check(of: key, label: info) == check else {
            throw KeychainError(.dataCorrupted, "a class key does not fit its record")
        }
        return key
    }

    /// Whether a key from elsewhere is the one of this record.
    func isKey(_ key: SecretBytes, _ slot: KeySlot, vault: VaultID) -> Bool {
        // An HMAC is compared with a stored, public value: nothing is learnt from the time.
        Self.check(of: key, label: Self.label(slot, vault)) == check
    }

    private static func label(_ slot: KeySlot, _ vault: VaultID) -> [UInt8] {
        ByteWriter.encode { writer in
            writer.put("holdfast/class-key/v1".utf8)
            writer.put(vault.bytes)
            writer.put(slot.keyClass.rawValue)
            writer.put(slot.generation)
        }
    }

    private static func check(of key: SecretBytes, label: [UInt8]) -> [UInt8] {
        let tag = HMACSHA256Key(key).authenticate { message in
            message.absorb(Array("holdfast/class-key-check/v1".utf8))
            message.absorb(label)
        }
        return Array(tag.prefix(checkByteCount))
    }

    private static func seal(
        _ key: SecretBytes, _ wrappingKey: UnsafeRawBufferPointer,
        _ nonce: UnsafeRawBufferPointer, _ info: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try [UInt8](count: key.count + AES256GCM.tagByteCount) { (output) throws(CryptoError) in
            try key.withUnsafeBytes { (key) throws(CryptoError) in
                try info.withRawBytes { (info) throws(CryptoError) in
                    try AES256GCM.seal(
                        key, key: wrappingKey, nonce: nonce, associatedData: info, into: output)
                }
            }
        }
    }

    private func open(
        _ wrappingKey: UnsafeRawBufferPointer, _ nonce: UnsafeRawBufferPointer, _ info: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        try SecretBytes(count: sealed.count - AES256GCM.tagByteCount) {
            (output) throws(CryptoError) in
            try sealed.withRawBytes { (sealed) throws(CryptoError) in
                try info.withRawBytes { (info) throws(CryptoError) in
                    try AES256GCM.open(
                        sealed, key: wrappingKey, nonce: nonce, associatedData: info, into: output)
                }
            }
        }
    }
}
#endif
