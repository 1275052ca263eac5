import HoldfastCore
import HoldfastCrypto

/// The two keys of an export, made from its passphrase and bound to its header.
struct ExportKeys {
    /// Seals the chunks.
    let payload: SecretBytes
    /// Authenticates the header, and commits the file to this passphrase: AES-GCM alone does not
    /// commit to its key.
    let header: HMACSHA256Key

    /// Stretches the passphrase; takes as long and as much memory as the header says.
    ///
    /// - Throws: `UNKNOWN` with the domain `errno` if there is not that much memory.
    init(passphrase: SecretBytes, header: ExportHeader) throws(KeychainError) {
        do {
            let stretched = try Argon2id.derive(
                password: passphrase, salt: header.salt, parameters: header.cost, count: 32)
            payload = try Self.key(stretched, "holdfast/export/v1/payload", header)
            self.header = HMACSHA256Key(
                try Self.key(stretched, "holdfast/export/v1/header", header))
        } catch {
            throw KeychainError(exporting: error)
        }
    }

    private static func key(
        _ stretched: SecretBytes, _ label: String, _ header: ExportHeader
    ) throws(CryptoError) -> SecretBytes {
        try HKDFSHA256.derive(
            inputKeyMaterial: stretched, salt: [], info: Array(label.utf8) + header.fields,
            count: AES256GCM.keyByteCount)
    }
}

extension KeychainError {
    /// What a failed primitive means while an export is written or read.
    init(exporting error: CryptoError) {
        switch error.reason {
        case .authenticationFailed:
            self.init(
                .dataCorrupted, "the export is damaged, cut or has been changed",
                advice: "use another copy of it")
        case .outOfMemory:
            self.init(
                .unknown, "there is not enough memory to stretch the passphrase",
                nativeDomain: "errno", nativeCode: 12, advice: "free memory and try again")
        case .randomnessUnavailable, .invalidLength, .invalidParameter, .limitReached,
            .libraryFailure:
            self.init(
                .unknown, "the cryptographic library failed", nativeDomain: "holdfast.crypto",
                nativeCode: error.nativeCode)
        }
    }
}
