#if os(Linux) && TPM
package import HoldfastCore
package import HoldfastCrypto

/// Seals small secrets to this machine's TPM 2.0.
///
/// A secret is sealed under the storage root key, whose name goes into what sealing returns and is
/// compared before anything is sent to it: only this TPM opens it, and only until it is cleared. With
/// an authorization the TPM counts wrong tries, and Holdfast stops before the TPM's own lock-out,
/// which would strike the machine's other users of the TPM too. Without one it works during a
/// lock-out. Secrets and authorizations cross the way to the TPM encrypted.
///
/// - Note: Standard: `docs/formats/tpm.md`; TPM 2.0 Library, part 1, section 27.
package struct TPMSealer: SecretSealer {
    private let device: TPMDevice

    /// Takes a TPM's address; opens nothing.
    ///
    /// - Parameter configuration: where the TPM is.
    /// - Throws: `INVALID_ARGUMENT` if that is no address.
    package init(_ configuration: TPMConfiguration) throws(KeychainError) {
        device = try TPMDevice(configuration)
    }

    /// Seals a secret in the TPM.
    ///
    /// - Parameters:
    ///   - secret: 1 to 128 bytes.
    ///   - authorization: 32 bytes that opening needs too; `nil` for none.
    ///   - registers: the registers whose present values opening needs; empty for none.
    /// - Returns: what ``unseal(_:authorization:)`` takes; no secret.
    /// - Throws: as ``SecretSealer/seal(_:authorization:registers:)``.
    package func seal(
        _ secret: SecretBytes, authorization: SecretBytes?, registers: Set<Int>
    ) throws(KeychainError) -> [UInt8] {
        guard (1...Self.maximumByteCount).contains(secret.count) else {
            throw KeychainError(
                .invalidArgument, "a sealed secret has 1 to \(Self.maximumByteCount) bytes")
        }
        guard authorization.map({ $0.count == Self.authorizationByteCount }) ?? true else {
            throw KeychainError(
                .invalidArgument, "an authorization has \(Self.authorizationByteCount) bytes")
        }
        guard registers.allSatisfy((0..<24).contains) else {
            throw KeychainError(.invalidArgument, "a TPM's registers have the numbers 0 to 23")
        }
        return try device.perform { (connection) throws(KeychainError) in
            try connection.seal(secret, authorization, registers).encoded
        }
    }

    /// Opens a sealed secret.
    ///
    /// - Parameters:
    ///   - sealed: the bytes that sealing returned.
    ///   - authorization: the same bytes as at sealing, or `nil` if there were none; another choice
    ///     is not tried and not counted.
    /// - Returns: the secret.
    /// - Throws: as ``SecretSealer/unseal(_:authorization:)``; `KEY_INVALIDATED` has the domain
    ///   `holdfast.tpm` with 1 for a TPM that was cleared and 2 for another one; `UNSUPPORTED` for a
    ///   newer format.
    package func unseal(
        _ sealed: [UInt8], authorization: SecretBytes?
    ) throws(KeychainError) -> SecretBytes {
        let record = try TPMSealedRecord(decoding: sealed)
        guard record.hasAuthorization == (authorization != nil) else {
            throw KeychainError(
                .authFailed,
                record.hasAuthorization
                    ? "the sealed secret needs an authorization" : "the sealed secret takes none")
        }
        return try device.perform { (connection) throws(KeychainError) in
            try connection.unseal(record, authorization)
        }
    }

    /// Finds out whether the TPM counts too many wrong tries for another one.
    ///
    /// - Returns: `nil` if a try would be made.
    /// - Throws: as ``SecretSealer/lockout()``.
    package func lockout() throws(KeychainError) -> SealerLockout? {
        try device.perform { (connection) throws(KeychainError) in try connection.lockout() }
    }

    private static let maximumByteCount = 128
    private static let authorizationByteCount = 32
}
#endif
