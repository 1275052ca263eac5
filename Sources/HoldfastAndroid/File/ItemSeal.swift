import HoldfastCore
import HoldfastCrypto

/// How names and values are sealed: AES-256-GCM under a key and nonce that are used once.
///
/// `key ‖ nonce = HKDF-SHA256(data key, salt, label ‖ store ‖ …)` with a salt of 32 bytes that is
/// drawn at each write; no counter can repeat, so a copied or restored file repeats no nonce.
struct ItemSeal: Sendable {
    let store: StoreID

    // MARK: Names

    func sealName(
        _ key: ItemKey, _ name: [UInt8], salt: [UInt8], with sentinelKey: SecretBytes
    ) throws(KeychainError) -> [UInt8] {
        let plaintext = SecretBytes(
            ByteWriter.encode(reserving: 256) { writer in
                writer.putWithLength(key.service.utf8)
                writer.putWithLength(key.account.utf8)
                writer.pad(toMultipleOf: Self.namePaddingByteCount)
            })
        return try Self.seal(plaintext, sentinelKey, salt, nameInfo(name), [])
    }

    /// Opens a record's name.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is not what was sealed for this record.
    func openName(
        of item: ItemRecord, with sentinelKey: SecretBytes
    ) throws(KeychainError) -> ItemKey {
        let plaintext = try Self.open(
            item.sealedName, sentinelKey, item.salt, nameInfo(item.name), [])
        let names = plaintext.withUnsafeBytes { bytes -> (String, String)? in
            var reader = ByteReader(bytes)
            guard let service = reader.text(), let account = reader.text(),
                reader.hasOnlyZerosLeft
            else { return nil }
            return (service, account)
        }
        guard let (service, account) = names else {
            throw KeychainError(.dataCorrupted, "an item's name cannot be decoded")
        }
        return try ItemKey(service: service, account: account)
    }

    // MARK: Values

    func sealValue(
        _ value: SecretBytes, for item: ItemRecord, under key: KeyID, witness: KeyID?,
        with dataKey: SecretBytes
    ) throws(KeychainError) -> ItemRecord.Value {
        let sealed = try Self.seal(
            value, dataKey, item.salt, valueInfo(item, key, witness),
            attributes(of: item, byteCount: value.count))
        return ItemRecord.Value(
            key: key, witness: witness, sealed: sealed, byteCount: value.count)
    }

    /// Opens a record's value.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is not what was sealed for this item and version.
    func openValue(
        _ value: ItemRecord.Value, of item: ItemRecord, with dataKey: SecretBytes
    ) throws(KeychainError) -> SecretBytes {
        try Self.open(
            value.sealed, dataKey, item.salt, valueInfo(item, value.key, value.witness),
            attributes(of: item, byteCount: value.byteCount))
    }

    // MARK: - What the seals are bound to

    private func nameInfo(_ name: [UInt8]) -> [UInt8] {
        ByteWriter.encode(reserving: 80) { writer in
            writer.put("holdfast/android/name/v1".utf8)
            writer.put(store.bytes)
            writer.put(name)
        }
    }

    private func valueInfo(_ item: ItemRecord, _ key: KeyID, _ witness: KeyID?) -> [UInt8] {
        ByteWriter.encode(reserving: 128) { writer in
            writer.put("holdfast/android/item/v1".utf8)
            writer.put(store.bytes)
            writer.put(item.name)
            writer.put(item.version)
            writer.put(key.bytes)
            writer.putOptional(witness?.bytes)
        }
    }

    private func attributes(of item: ItemRecord, byteCount: Int) -> [UInt8] {
        ByteWriter.encode(reserving: 48) { writer in
            item.encodeAttributes(into: &writer)
            writer.put(UInt32(byteCount))
        }
    }

    /// Sealed names are a multiple of this long, so that their length tells little.
    private static let namePaddingByteCount = 64

    private static func seal(
        _ plaintext: SecretBytes, _ dataKey: SecretBytes, _ salt: [UInt8], _ info: [UInt8],
        _ attributes: [UInt8]
    ) throws(KeychainError) -> [UInt8] {
        let data = info + attributes
        return try crypto { () throws(CryptoError) in
            try HKDFSHA256.withKeyAndNonce(inputKeyMaterial: dataKey, salt: salt, info: info) {
                (key, nonce) throws(CryptoError) in
                try [UInt8](count: plaintext.count + AES256GCM.tagByteCount) {
                    (output) throws(CryptoError) in
                    try plaintext.withUnsafeBytes { (plaintext) throws(CryptoError) in
                        try data.withRawBytes { (data) throws(CryptoError) in
                            try AES256GCM.seal(
                                plaintext, key: key, nonce: nonce, associatedData: data,
                                into: output)
                        }
                    }
                }
            }
        }
    }

    private static func open(
        _ sealed: [UInt8], _ dataKey: SecretBytes, _ salt: [UInt8], _ info: [UInt8],
        _ attributes: [UInt8]
    ) throws(KeychainError) -> SecretBytes {
        guard sealed.count >= AES256GCM.tagByteCount else {
            throw KeychainError(.dataCorrupted, "sealed data is cut")
        }
        let data = info + attributes
        return try crypto { () throws(CryptoError) in
            try HKDFSHA256.withKeyAndNonce(inputKeyMaterial: dataKey, salt: salt, info: info) {
                (key, nonce) throws(CryptoError) in
                try SecretBytes(count: sealed.count - AES256GCM.tagByteCount) {
                    (output) throws(CryptoError) in
                    try sealed.withRawBytes { (sealed) throws(CryptoError) in
                        try data.withRawBytes { (data) throws(CryptoError) in
                            try AES256GCM.open(
                                sealed, key: key, nonce: nonce, associatedData: data,
                                into: output)
                        }
                    }
                }
            }
        }
    }
}
