#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// A device secret as a vault keeps it that has it sealed by hardware instead of in a file.
struct SealedSecret: Equatable, Sendable {
    /// More than any hardware needs; what is longer is no such thing.
    static let maximumByteCount = 16_384
    static let registerRange = 0...23

    /// What the hardware gave.
    let bytes: [UInt8]
    /// The platform configuration registers that must have the values they had at sealing.
    let registers: Set<Int>
    /// Whether opening needs the stretched passcode too.
    let needsPasscode: Bool

    /// The registers as bits, the lowest being register 0.
    var registerMask: UInt32 {
        registers.reduce(0) { $0 | 1 << UInt32($1) }
    }

    /// The registers whose bits are set.
    static func registers(in mask: UInt32) -> Set<Int> {
        Set(registerRange.filter { mask & 1 << UInt32($0) != 0 })
    }

    /// What the hardware asks for besides its own rules: 32 bytes from the stretched passcode,
    /// which tell nothing of the vault's root, whose derivation has another label.
    ///
    /// `HKDF(ikm = stretched, salt = vault id, info = "holdfast/seal-authorization/v1" ‖ vault id)`
    static func authorization(
        _ stretched: SecretBytes, _ vault: VaultID
    ) throws(KeychainError) -> SecretBytes {
        let info = ByteWriter.encode { writer in
            writer.put("holdfast/seal-authorization/v1".utf8)
            writer.put(vault.bytes)
        }
        return try crypto { () throws(CryptoError) in
            try HKDFSHA256.derive(
                inputKeyMaterial: stretched, salt: vault.bytes, info: info, count: 32)
        }
    }
}
#endif
