public import HoldfastCore
public import HoldfastCrypto
public import HoldfastWire

/// Signs as the device that writes a backup.
public protocol BackupSigner: Sendable {
    /// The device, as the account's log has it.
    var device: DeviceID { get }

    /// Signs a message by ECDSA with SHA-256, with the device's signing key.
    ///
    /// - Parameter message: the message; it is hashed, not signed as a hash.
    /// - Returns: the signature; its s may be either of the two that verify.
    /// - Throws: what kept it from signing.
    func signature(for message: [UInt8]) async throws(KeychainError) -> P256Signature
}

extension BackupSigner {
    func sign(
        _ structure: [UInt8], for purpose: SignaturePurpose
    ) async throws(RecoveryError) -> P256Signature {
        try await atStore { () throws(KeychainError) in
            try await signature(for: purpose.message(for: structure)).withLowS
        }
    }
}
