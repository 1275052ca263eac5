#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// A row as it stands in the file.
struct HistoryRow {
    static let idByteCount = 32
    static let saltByteCount = 32

    let id: [UInt8]
    let kind: RowKind
    /// The change that wrote it.
    let version: UInt64
    let salt: [UInt8]
    let sealed: [UInt8]
}

/// How rows are sealed: AES-256-GCM under a key and nonce that are used once.
///
/// `key ‖ nonce = HKDF-Expand(row key, label ‖ salt ‖ database ‖ kind ‖ id ‖ version)` with a salt of
/// 32 bytes that is drawn at each write; no counter can repeat, so that a copied or rewound history
/// repeats no nonce. The same bytes are the associated data.
struct RowSeal {
    let keys: HistoryKeys

    func seal(
        _ value: SecretBytes, id: [UInt8], kind: RowKind, version: UInt64, salt: [UInt8]
    ) throws(KeychainError) -> HistoryRow {
        let info = info(id, kind, version, salt)
        let sealed = try crypto { () throws(CryptoError) in
            try [UInt8](count: value.count + AES256GCM.tagByteCount) {
                (output) throws(CryptoError) in
                try value.withUnsafeBytes { (value) throws(CryptoError) in
                    try withKeyAndNonce(info) { (key, nonce, data) throws(CryptoError) in
                        try AES256GCM.seal(
                            value, key: key, nonce: nonce, associatedData: data, into: output)
                    }
                }
            }
        }
        return HistoryRow(id: id, kind: kind, version: version, salt: salt, sealed: sealed)
    }

    /// Opens a row.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is not what was sealed for this place and version.
    func open(_ row: HistoryRow) throws(KeychainError) -> SecretBytes {
        guard row.sealed.count >= AES256GCM.tagByteCount else { throw .damagedHistory }
        let info = info(row.id, row.kind, row.version, row.salt)
        return try crypto { () throws(CryptoError) in
            try SecretBytes(count: row.sealed.count - AES256GCM.tagByteCount) {
                (output) throws(CryptoError) in
                try withKeyAndNonce(info) { (key, nonce, data) throws(CryptoError) in
                    try row.sealed.withRawBytes { (sealed) throws(CryptoError) in
                        try AES256GCM.open(
                            sealed, key: key, nonce: nonce, associatedData: data, into: output)
                    }
                }
            }
        }
    }

    private static let label = Array("holdfast/history-row/v1".utf8)

    private func info(
        _ id: [UInt8], _ kind: RowKind, _ version: UInt64, _ salt: [UInt8]
    ) -> [UInt8] {
        ByteWriter.encode(reserving: 128) { writer in
            writer.put(Self.label)
            writer.put(salt)
            writer.put(keys.database.bytes)
            writer.put(kind.rawValue)
            writer.put(id)
            writer.put(version)
        }
    }

    private func withKeyAndNonce(
        _ info: [UInt8],
        _ body: (
            _ key: UnsafeRawBufferPointer, _ nonce: UnsafeRawBufferPointer,
            _ associatedData: UnsafeRawBufferPointer
        ) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        try info.withRawBytes { (data) throws(CryptoError) in
            try HKDFSHA256.withKeyAndNonce(pseudoRandomKey: keys.rows, info: data) {
                (key, nonce) throws(CryptoError) in
                try body(key, nonce, data)
            }
        }
    }
}
#endif
