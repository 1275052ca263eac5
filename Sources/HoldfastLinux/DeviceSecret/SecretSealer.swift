#if os(Linux)
package import HoldfastCore
package import HoldfastCrypto

/// Hardware that seals a small secret so that only the same hardware opens it again.
///
/// Its calls wait for the hardware and never prompt; they are made from a thread that may block.
package protocol SecretSealer: Sendable {
    /// Seals a secret.
    ///
    /// - Parameters:
    ///   - secret: 1 to 128 bytes.
    ///   - authorization: 32 bytes that opening needs too, each wrong try counted by the
    ///     hardware; `nil` for none.
    ///   - registers: the platform configuration registers (PCRs, SHA-256 bank, 0 to 23) whose
    ///     present values opening needs; empty for none.
    /// - Returns: what ``unseal(_:authorization:)`` takes; no secret.
    /// - Throws: `HARDWARE_UNAVAILABLE` if there is no such hardware or no permission,
    ///   `INVALID_ARGUMENT` for a size or a register out of range, `UNKNOWN` with the hardware's
    ///   own code. Nothing was changed.
    func seal(
        _ secret: SecretBytes, authorization: SecretBytes?, registers: Set<Int>
    ) throws(KeychainError) -> [UInt8]

    /// Opens what ``seal(_:authorization:registers:)`` made.
    ///
    /// - Parameters:
    ///   - sealed: the bytes that sealing returned.
    ///   - authorization: the same bytes as at sealing, or `nil` if there were none.
    /// - Returns: the secret.
    /// - Throws: `INTERACTION_NOT_ALLOWED` while the registers have other values than at sealing;
    ///   `AUTH_FAILED` for a wrong authorization and `LOCKOUT` while the hardware refuses tries;
    ///   `HARDWARE_UNAVAILABLE` if there is no such hardware or no permission; `KEY_INVALIDATED` if
    ///   the hardware was cleared or is another one; `DATA_CORRUPTED` if `sealed` is no such thing;
    ///   `UNKNOWN` with the hardware's own code.
    func unseal(
        _ sealed: [UInt8], authorization: SecretBytes?
    ) throws(KeychainError) -> SecretBytes

    /// Finds out whether a try with an authorization would be refused now; costs no try.
    ///
    /// - Returns: `nil` if one would be taken.
    /// - Throws: `HARDWARE_UNAVAILABLE` if there is no such hardware or no permission, `UNKNOWN` with
    ///   the hardware's own code.
    func lockout() throws(KeychainError) -> SealerLockout?
}
#endif
