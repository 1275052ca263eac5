import HoldfastCore
import HoldfastCrypto

/// The form of a value in the row's `v_Data`: magic, format, a checksum, the value.
///
/// The checksum is over the item's name, its attribute record and the value. So a value that was
/// cut, changed, or put into another row by a tool is found and never handed out. It is no
/// protection against an attacker: the keychain's own encryption is.
enum ValueEnvelope {
    private static let magic = Array("HFva".utf8)
    private static let format: UInt8 = 1
    private static let checksumByteCount = 16
    private static let headerByteCount = magic.count + 1 + checksumByteCount
    private static let label = Array("holdfast/keychain/v1".utf8)

    static func seal(_ value: SecretBytes, of key: ItemKey, _ record: [UInt8]) -> SecretBytes {
        let header = magic + [format] + checksum(of: value, key, record)
        return SecretBytes(count: header.count + value.count) { buffer in
            buffer.copyBytes(from: header)
            value.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: buffer[header.count...])
                    .copyMemory(from: bytes)
            }
        }
    }

    /// Takes a row's data.
    ///
    /// - Throws: `DATA_CORRUPTED`, or `UNSUPPORTED` for a newer format.
    static func open(
        _ data: SecretBytes, of key: ItemKey, _ record: [UInt8]
    ) throws(KeychainError) -> SecretBytes {
        let header = data.withUnsafeBytes { [UInt8]($0.prefix(headerByteCount)) }
        guard header.count == headerByteCount, header.starts(with: magic) else { throw damaged }
        let found = header[magic.count]
        if found > format {
            throw KeychainError(.unsupported, "the value has format \(found), a newer one")
        }
        let value = data.withUnsafeBytes { bytes in
            SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[headerByteCount...]))
        }
        guard found == format,
            Array(header.suffix(checksumByteCount)) == checksum(of: value, key, record)
        else { throw damaged }
        return value
    }

    private static func checksum(
        of value: SecretBytes, _ key: ItemKey, _ record: [UInt8]
    ) -> [UInt8] {
        let hash = SHA256.hash { hash in
            hash.absorb(label)
            for part in [Array(key.service.utf8), Array(key.account.utf8), record] {
                hash.absorb(bigEndian: UInt64(part.count))
                hash.absorb(part)
            }
            hash.absorb(value)
        }
        return Array(hash.prefix(checksumByteCount))
    }

    private static let damaged = KeychainError(
        .dataCorrupted, "the item's value is not the one that was written")
}
