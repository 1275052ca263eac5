#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// The secret of this device that every vault's keys hang on, in a file outside the vaults.
///
/// The file, 138 bytes: `holdfast-device-secret-v1\n`, an id (16), the secret (32), the SHA-256 of
/// the machine's id or zeros (32), the SHA-256 of all that (32).
struct DeviceSecret: Sendable {
    static let fileName = "device-secret"

    /// Which secret it is; a vault names it, so that a wrong one is told from damage.
    let id: [UInt8]
    /// 32 bytes.
    let secret: SecretBytes
    /// The machine it was made on, as a hash; `nil` where machines have no id.
    let machine: [UInt8]?

    /// Whether this is another machine than the one the secret was made on.
    func isAway(from machine: [UInt8]?) -> Bool {
        guard let origin = self.machine, let machine else { return false }
        return origin != machine
    }
}

extension DeviceSecret {
    private static let magic: [UInt8] = Array("holdfast-device-secret-v1\n".utf8)
    private static let digestOffset = magic.count + 16 + 32 + 32
    static let byteCount = digestOffset + 32

    /// Makes a new secret for this machine.
    static func make(
        random: any SecureRandom, machine: [UInt8]?
    ) throws(KeychainError) -> DeviceSecret {
        try crypto { () throws(CryptoError) in
            DeviceSecret(
                id: try random.bytes(16), secret: try random.secret(32), machine: machine)
        }
    }

    /// The file's bytes.
    var encoded: SecretBytes {
        SecretBytes(count: Self.byteCount) { buffer in
            var offset = 0
            func put(_ part: UnsafeRawBufferPointer) {
                UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).copyMemory(from: part)
                offset += part.count
            }
            Self.magic.withUnsafeBytes(put)
            id.withUnsafeBytes(put)
            secret.withUnsafeBytes(put)
            (machine ?? [UInt8](repeating: 0, count: 32)).withUnsafeBytes(put)
            Self.digest(UnsafeRawBufferPointer(buffer)).withUnsafeBytes(put)
        }
    }

    /// Decodes the file's bytes; `nil` if they are not exactly such a file.
    init?(decoding bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic),
            bytes[Self.digestOffset..<(Self.digestOffset + 32)].elementsEqual(Self.digest(bytes))
        else { return nil }
        let start = Self.magic.count
        id = [UInt8](bytes[start..<(start + 16)])
        secret = SecretBytes(
            copying: UnsafeRawBufferPointer(rebasing: bytes[(start + 16)..<(start + 48)]))
        let machine = [UInt8](bytes[(start + 48)..<(start + 80)])
        self.machine = machine.allSatisfy { $0 == 0 } ? nil : machine
    }

    private static func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        SHA256.hash { $0.absorb(UnsafeRawBufferPointer(rebasing: bytes[..<digestOffset])) }
    }
}
#endif
