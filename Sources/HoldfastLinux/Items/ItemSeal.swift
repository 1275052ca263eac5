#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// One generation of the passcode gate's key, in reach because a person just gave the passcode.
struct GateKey: Sendable {
    let generation: UInt32
    let key: SecretBytes
}

/// How values and metadata are sealed: AES-256-GCM under a key and nonce that are used once.
///
/// `key ‖ nonce = HKDF-Expand(class key, label ‖ salt ‖ vault ‖ …)` with a salt of 32 bytes that is
/// drawn at each write; no counter can repeat, so a copied or rewound vault repeats no nonce. Class
/// keys are uniformly random, so HKDF's extraction is left out (RFC 5869, section 3.3).
struct ItemSeal {
    let keys: IndexKeys

    /// What a value is sealed with besides the row's salt.
    struct ValueKeys {
        /// The generation of the passcode gate's key that is part of it; 0 for none.
        let gateGeneration: UInt32
        fileprivate let expanding: HMACSHA256Key

        /// For an item that its class key alone opens, absorbed.
        init(classKey: HMACSHA256Key) {
            expanding = classKey
            gateGeneration = 0
        }

        /// For an item that needs both keys: one behind the other, they are one key of 64 bytes.
        init(classKey: SecretBytes, gate: GateKey) {
            let both = SecretBytes(count: classKey.count + gate.key.count) { buffer in
                classKey.withUnsafeBytes { buffer.copyMemory(from: $0) }
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[classKey.count...])
                gate.key.withUnsafeBytes { rest.copyMemory(from: $0) }
            }
            expanding = HMACSHA256Key(both)
            gateGeneration = gate.generation
        }
    }

    // MARK: Metadata

    func sealMetadata(
        _ metadata: ItemMetadata, id: [UInt8], version: UInt64, salt: [UInt8]
    ) throws(KeychainError) -> [UInt8] {
        try metadata.encoded.withRawBytes { (plaintext) throws(KeychainError) in
            try Self.seal(plaintext, keys.metadata, metadataInfo(id, version, salt))
        }
    }

    /// Opens a row's metadata.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is not what was sealed for this row.
    func openMetadata(_ row: ItemRow) throws(KeychainError) -> ItemMetadata {
        let info = metadataInfo(row.id, row.version, row.salt)
        let plaintext = try Self.open(row.metadata, keys.metadata, info)
        guard let metadata = plaintext.withUnsafeBytes({ ItemMetadata(decoding: $0) }) else {
            throw KeychainError(.dataCorrupted, "an item's attributes cannot be decoded")
        }
        return metadata
    }

    // MARK: Value

    func sealValue(
        _ value: SecretBytes, _ metadata: ItemMetadata, version: UInt64, slot: KeySlot,
        salt: [UInt8], with valueKeys: ValueKeys
    ) throws(KeychainError) -> [UInt8] {
        let info = valueInfo(metadata, version, slot, valueKeys, salt)
        return try value.withUnsafeBytes { (value) throws(KeychainError) in
            try Self.seal(value, valueKeys.expanding, info)
        }
    }

    /// Opens a row's value.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is not what was sealed for this item and version.
    func openValue(
        _ row: ItemRow, _ metadata: ItemMetadata, with valueKeys: ValueKeys
    ) throws(KeychainError) -> SecretBytes {
        let info = valueInfo(metadata, row.version, row.slot, valueKeys, row.salt)
        return try Self.open(row.value, valueKeys.expanding, info)
    }

    // MARK: - What the seals are bound to

    /// What a seal's key is derived with, and what is authenticated beside the plaintext.
    private struct Info {
        /// The associated data, which begins with the derivation's info.
        let bytes: [UInt8]
        /// How many bytes the derivation's info has.
        let count: Int
    }

    private func metadataInfo(_ id: [UInt8], _ version: UInt64, _ salt: [UInt8]) -> Info {
        var writer = ByteWriter(reserving: Self.reservedByteCount)
        writer.put(Self.metadataLabel)
        writer.put(salt)
        writer.put(keys.vaultID.bytes)
        writer.put(id)
        writer.put(version)
        return Info(bytes: writer.bytes, count: writer.bytes.count)
    }

    private func valueInfo(
        _ metadata: ItemMetadata, _ version: UInt64, _ slot: KeySlot, _ valueKeys: ValueKeys,
        _ salt: [UInt8]
    ) -> Info {
        var writer = ByteWriter(reserving: Self.reservedByteCount)
        writer.put(Self.valueLabel)
        writer.put(salt)
        writer.put(keys.vaultID.bytes)
        writer.put(IndexKeys.nameDigest(of: metadata.key))
        writer.put(version)
        writer.put(slot.keyClass.rawValue)
        writer.put(slot.generation)
        writer.put(valueKeys.gateGeneration)
        let count = writer.bytes.count
        metadata.encodeAttributes(into: &writer)
        return Info(bytes: writer.bytes, count: count)
    }

    private static let metadataLabel = Array("holdfast/metadata/v1".utf8)
    private static let valueLabel = Array("holdfast/item/v1".utf8)
    /// More than the longer of the two has.
    private static let reservedByteCount = 192

    private static func seal(
        _ plaintext: UnsafeRawBufferPointer, _ key: HMACSHA256Key, _ info: Info
    ) throws(KeychainError) -> [UInt8] {
        try crypto { () throws(CryptoError) in
            try [UInt8](count: plaintext.count + AES256GCM.tagByteCount) {
                (output) throws(CryptoError) in
                try withKeyAndNonce(key, info) { (key, nonce, data) throws(CryptoError) in
                    try AES256GCM.seal(
                        plaintext, key: key, nonce: nonce, associatedData: data, into: output)
                }
            }
        }
    }

    private static func open(
        _ sealed: [UInt8], _ key: HMACSHA256Key, _ info: Info
    ) throws(KeychainError) -> SecretBytes {
        guard sealed.count >= AES256GCM.tagByteCount else {
            throw KeychainError(.dataCorrupted, "sealed data is cut")
        }
        return try crypto { () throws(CryptoError) in
            try SecretBytes(count: sealed.count - AES256GCM.tagByteCount) {
                (output) throws(CryptoError) in
                try withKeyAndNonce(key, info) { (key, nonce, data) throws(CryptoError) in
                    try sealed.withRawBytes { (sealed) throws(CryptoError) in
                        try AES256GCM.open(
                            sealed, key: key, nonce: nonce, associatedData: data, into: output)
                    }
                }
            }
        }
    }

    private static func withKeyAndNonce(
        _ key: HMACSHA256Key, _ info: Info,
        _ body: (
            _ key: UnsafeRawBufferPointer, _ nonce: UnsafeRawBufferPointer,
            _ associatedData: UnsafeRawBufferPointer
        ) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        try info.bytes.withRawBytes { (data) throws(CryptoError) in
            let derivation = UnsafeRawBufferPointer(rebasing: data[..<info.count])
            try HKDFSHA256.withKeyAndNonce(pseudoRandomKey: key, info: derivation) {
                (key, nonce) throws(CryptoError) in
                try body(key, nonce, data)
            }
        }
    }
}
#endif
