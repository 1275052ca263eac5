public import HoldfastCrypto

/// What a signature is for; one of a purpose is none of another.
///
/// The message that is signed is `"holdfast/sig/" ‖ purpose ‖ 00 ‖ the structure's bytes`.
public enum SignaturePurpose: String, Sendable, CaseIterable {
    /// The author of a log entry.
    case logEntry = "log-entry/v1"
    /// A new device agrees to be in the log.
    case logConsent = "log-consent/v1"
    /// The person at the author's device has confirmed the entry.
    case logApproval = "log-approval/v1"
    /// The recovery key agrees to be replaced.
    case logRecovery = "log-recovery/v1"
    /// A device sends a message.
    case message = "message/v1"
    /// A device offers prekeys.
    case prekeys = "prekeys/v1"
    /// A device says that it cannot open a message.
    case receipt = "receipt/v1"
    /// A device logs in at a relay.
    case relayLogin = "relay-login/v1"
    /// Whoever has a recovery phrase logs in at a relay to read its backup.
    case relayReading = "relay-reading/v1"
    /// A device names the newest manifest of a backup to a relay.
    case backupPointer = "backup-pointer/v1"
    /// A device wrote the header of a backup.
    case backupHeader = "backup-header/v1"
    /// A device hands its history to another one of its account.
    case transfer = "transfer/v1"
    /// That device has verified and taken the history.
    case transferReceipt = "transfer-receipt/v1"
    /// The recovery key names the keys that belong to its phrase.
    case recoveryStatement = "recovery-statement/v1"

    /// The message to sign or to verify.
    ///
    /// - Parameter structure: the bytes of the structure.
    /// - Returns: label, purpose and structure.
    public func message(for structure: [UInt8]) -> [UInt8] {
        Array("holdfast/sig/".utf8) + Array(rawValue.utf8) + [0] + structure
    }

    /// Whether a signature is this purpose's, of a structure, in the one form that counts.
    ///
    /// - Parameters:
    ///   - signature: the signature; one with a high s is refused, so that none has a twin.
    ///   - key: whose it should be.
    ///   - structure: the bytes of the structure.
    /// - Returns: whether it holds.
    /// - Throws: ``CryptoError`` if the library failed and nothing is known.
    public func isSatisfied(
        by signature: P256Signature, of key: P256PublicKey, over structure: [UInt8]
    ) throws(CryptoError) -> Bool {
        guard signature.hasLowS else { return false }
        return try key.isValid(signature, for: message(for: structure))
    }
}
