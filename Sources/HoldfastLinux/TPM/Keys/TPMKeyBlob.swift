#if os(Linux) && TPM
import HoldfastCore
import HoldfastCrypto

/// What a key store keeps of a key in the TPM: halves that only the TPM can use.
///
/// It lies in an item of the key's class, so that the key works in the states of its class only.
///
/// - Note: Standard: `docs/formats/tpm.md`.
struct TPMKeyBlob: Sendable, Equatable {
    /// The record's id.
    let id: [UInt8]
    /// Goes into the authorization together with the PIN; empty without one.
    let salt: [UInt8]
    let object: TPMObject

    static let saltByteCount = 16
}

extension TPMKeyBlob {
    private static let tag = Array("HFTB".utf8)
    private static let version: UInt8 = 1

    /// The item's value.
    var encoded: SecretBytes {
        SecretBytes(
            ByteWriter.encode(reserving: 320) { writer in
                writer.put(Self.tag)
                writer.put(Self.version)
                writer.put(id)
                writer.put(salt)
                object.encode(into: &writer)
            })
    }

    /// Takes an item of a record's.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is not that record's blob, or the halves are of another
    ///   kind of key than the record says; `UNSUPPORTED` for a newer version.
    init(decoding item: Item, for record: TPMKeyRecord, hasPIN: Bool) throws(KeychainError) {
        let decoded = try item.value.withUnsafeBytes { (bytes) throws(KeychainError) in
            try Self.decoded(ByteReader(bytes), hasPIN: hasPIN)
        }
        guard let decoded, decoded.id == record.id else { throw TPMConnection.damaged }
        try TPMConnection.check(decoded.object, record.use, hasPIN: hasPIN, record.publicKey)
        self = decoded
    }

    private static func decoded(
        _ bytes: ByteReader, hasPIN: Bool
    ) throws(KeychainError) -> TPMKeyBlob? {
        var reader = bytes
        guard reader.array(tag.count) == tag, let version = reader.number(UInt8.self) else {
            return nil
        }
        guard version == Self.version else {
            throw KeychainError(.unsupported, "the device key is of a newer format")
        }
        guard let id = reader.array(TPMKeyRecord.idByteCount),
            let salt = reader.array(hasPIN ? saltByteCount : 0),
            let object = TPMObject(decoding: &reader),
            reader.remainingCount == 0
        else { return nil }
        return TPMKeyBlob(id: id, salt: salt, object: object)
    }
}

extension TPMKeyBlob {
    /// What the TPM asks for, of a PIN.
    ///
    /// A PIN may have any length and the TPM takes 32 bytes. It need not be slow: whoever guesses
    /// must ask the TPM, which counts.
    static func authorization(
        pin: SecretBytes, salt: [UInt8]
    ) throws(KeychainError) -> SecretBytes {
        try crypto { () throws(CryptoError) in
            try HKDFSHA256.derive(
                inputKeyMaterial: pin, salt: salt, info: Array("holdfast/tpm/pin/v1".utf8),
                count: 32)
        }
    }
}
#endif
