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
/// `key ‖ nonce = HKDF-SHA256(class key, salt, label ‖ vault ‖ …)` with a salt of 32 bytes that is
/// drawn at each write; no counter can repeat, so a copied or rewound vault repeats no nonce.
struct ItemSeal {
    let keys: IndexKeys

    /// What a value is sealed with besides the row's salt.
    struct ValueKeys {
        /// The class key of the row's slot.
        let classKey: SecretBytes
        /// The passcode gate's key and its generation, for gated items.
        let gate: GateKey?

        fileprivate func withMaterial<R, E: Error>(
            _ body: (UnsafeRawBufferPointer) throws(E) -> R
        ) throws(E) -> R {
            guard let gate = gate?.key else { return try classKey.withUnsafeBytes(body) }
            let both = SecretBytes(count: classKey.count + gate.count) { buffer in
                classKey.withUnsafeBytes { buffer.copyMemory(from: $0) }
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[classKey.count...])
                gate.withUnsafeBytes { rest.copyMemory(from: $0) }
            }
            return try both.withUnsafeBytes(body)
        }
    }

    // MARK: Metadata

    func sealMetadata(
        _ metadata: ItemMetadata, id: [UInt8], version: UInt64, salt: [UInt8]
    ) throws(KeychainError) -> [UInt8] {
        let info = metadataInfo(id, version)
        let plaintext = metadata.encoded
        return try keys.metadataKey.withUnsafeBytes { (key) throws(KeychainError) in
            try plaintext.withRawBytes { (plaintext) throws(KeychainError) in
                try Self.seal(plaintext, key, salt: salt, info: info, associatedData: info)
            }
        }
    }

    /// Opens a row's metadata.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is not what was sealed for this row.
    func openMetadata(_ row: ItemRow) throws(KeychainError) -> ItemMetadata {
        let info = metadataInfo(row.id, row.version)
        let plaintext = try keys.metadataKey.withUnsafeBytes { (key) throws(KeychainError) in
            try Self.open(row.metadata, key, salt: row.salt, info: info, associatedData: info)
        }
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
        let info = valueInfo(metadata.key, version, slot, valueKeys.gate)
        return try valueKeys.withMaterial { (key) throws(KeychainError) in
            try value.withUnsafeBytes { (value) throws(KeychainError) in
                try Self.seal(
                    value, key, salt: salt, info: info,
                    associatedData: info + metadata.attributeBytes)
            }
        }
    }

    /// Opens a row's value.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is not what was sealed for this item and version.
    func openValue(
        _ row: ItemRow, _ metadata: ItemMetadata, with valueKeys: ValueKeys
    ) throws(KeychainError) -> SecretBytes {
        let info = valueInfo(metadata.key, row.version, row.slot, valueKeys.gate)
        return try valueKeys.withMaterial { (key) throws(KeychainError) in
            try Self.open(
                row.value, key, salt: row.salt, info: info,
                associatedData: info + metadata.attributeBytes)
        }
    }

    // MARK: - What the seals are bound to

    private func metadataInfo(_ id: [UInt8], _ version: UInt64) -> [UInt8] {
        ByteWriter.encode(reserving: 80) { writer in
            writer.put("holdfast/metadata/v1".utf8)
            writer.put(keys.vaultID.bytes)
            writer.put(id)
            writer.put(version)
        }
    }

    private func valueInfo(
        _ key: ItemKey, _ version: UInt64, _ slot: KeySlot, _ gate: GateKey?
    ) -> [UInt8] {
        ByteWriter.encode(reserving: 160) { writer in
            writer.put("holdfast/item/v1".utf8)
            writer.put(keys.vaultID.bytes)
            writer.put(IndexKeys.nameDigest(of: key))
            writer.put(version)
            writer.put(slot.keyClass.rawValue)
            writer.put(slot.generation)
            writer.put(gate?.generation ?? 0)
        }
    }

    private static func seal(
        _ plaintext: UnsafeRawBufferPointer, _ key: UnsafeRawBufferPointer, salt: [UInt8],
        info: [UInt8], associatedData: [UInt8]
    ) throws(KeychainError) -> [UInt8] {
        try crypto { () throws(CryptoError) in
            try withKeyAndNonce(key, salt, info) { (key, nonce) throws(CryptoError) in
                try [UInt8](count: plaintext.count + AES256GCM.tagByteCount) {
                    (output) throws(CryptoError) in
                    try associatedData.withRawBytes { (data) throws(CryptoError) in
                        try AES256GCM.seal(
                            plaintext, key: key, nonce: nonce, associatedData: data, into: output)
                    }
                }
            }
        }
    }

    private static func open(
        _ sealed: [UInt8], _ key: UnsafeRawBufferPointer, salt: [UInt8], info: [UInt8],
        associatedData: [UInt8]
    ) throws(KeychainError) -> SecretBytes {
        guard sealed.count >= AES256GCM.tagByteCount else {
            throw KeychainError(.dataCorrupted, "sealed data is cut")
        }
        return try crypto { () throws(CryptoError) in
            try withKeyAndNonce(key, salt, info) { (key, nonce) throws(CryptoError) in
                try SecretBytes(count: sealed.count - AES256GCM.tagByteCount) {
                    (output) throws(CryptoError) in
                    try sealed.withRawBytes { (sealed) throws(CryptoError) in
                        try associatedData.withRawBytes { (data) throws(CryptoError) in
                            try AES256GCM.open(
                                sealed, key: key, nonce: nonce, associatedData: data,
                                into: output)
                        }
                    }
                }
            }
        }
    }

    private static func withKeyAndNonce<R>(
        _ material: UnsafeRawBufferPointer, _ salt: [UInt8], _ info: [UInt8],
        _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(CryptoError) -> R
    ) throws(CryptoError) -> R {
        try salt.withRawBytes { (salt) throws(CryptoError) -> R in
            try info.withRawBytes { (info) throws(CryptoError) -> R in
                try HKDFSHA256.withKeyAndNonce(
                    inputKeyMaterial: material, salt: salt, info: info, body)
            }
        }
    }
}
#endif
