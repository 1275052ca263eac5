public import HoldfastCore
import HoldfastE2EE

extension RecoveryError {
    /// The same as one of the codes that an app handles already (P11).
    ///
    /// | cause | code | native code of `holdfast.recovery` |
    /// | --- | --- | --- |
    /// | words | `AUTH_FAILED` | 1 no phrase, 2 another phrase's |
    /// | damage, another signer, counts | `DATA_CORRUPTED` | 3, 4, 5 |
    /// | an older generation | `DATA_CORRUPTED` | 6 |
    /// | a newer format, costs | `UNSUPPORTED` | 7, 8 |
    /// | nothing here, nothing finished, not switched on | `INVALID_ARGUMENT` | 9, 10, 11 |
    /// | another device, another phrase, one that does not open, content in the way | `UNKNOWN` in
    /// the domain of conflicts | 12, 13, 14, 15 |
    /// | a record too long | `INVALID_ARGUMENT` | 16 |
    /// | a recipient that the account cannot have | `INVALID_ARGUMENT` | 22 |
    /// | the device's place in the account | a store's own, else `UNKNOWN` | 21 |
    /// | a store, a target, cryptography | their own | their own |
    public var keychainError: KeychainError {
        switch self {
        case .phrase: .recovery(.authFailed, "these words are no recovery phrase", 1)
        case .doesNotOpen:
            .recovery(.authFailed, "this phrase does not open this backup", 2)
        case .damaged: .recovery(.dataCorrupted, "the backup is damaged", 3)
        case .unknownSigner:
            .recovery(.dataCorrupted, "a device signed the backup that the account never had", 4)
        case .countsDiffer:
            .recovery(.dataCorrupted, "the backup holds another number of records than it says", 5)
        case .rolledBack:
            .recovery(.dataCorrupted, "there was a newer backup than the one that is here", 6)
        case .newerFormat: .recovery(.unsupported, "the backup is of a newer format", 7)
        case .costsOutOfBounds:
            .recovery(.unsupported, "the backup asks for costs that are not borne", 8)
        case .noBackup: .recovery(.invalidArgument, "there is no backup here", 9)
        case .unfinished:
            .recovery(.invalidArgument, "no generation of this backup was finished", 10)
        case .recipientNotPossible:
            .recovery(.invalidArgument, "the account cannot have this recovery recipient", 22)
        case .notEnrolled: .recovery(.invalidArgument, "no backup is switched on", 11)
        case .conflict: .conflict("another device has written a backup in the meantime", 12)
        case .otherPhrase: .conflict("a backup under another phrase is here", 13)
        case .cannotOpen: .conflict("a backup is here that this device cannot open", 14)
        case .occupied: .conflict("there is content where the backup would go", 15)
        case .recordTooLong:
            .recovery(.invalidArgument, "a record is longer than a backup takes", 16)
        case .identity(.keychain(let keychain)): keychain
        case .identity:
            .recovery(
                .unknown, "the device could not take its place in the account", 21)
        case .target(let error): error.keychainError
        case .store(let error): error
        case .crypto(let error):
            KeychainError(
                .unknown, "a cryptographic primitive failed: \(error.message)",
                nativeDomain: "holdfast.crypto", nativeCode: error.nativeCode)
        }
    }
}

extension KeychainError {
    static func recovery(
        _ code: KeychainError.Code, _ message: String, _ number: Int
    ) -> KeychainError {
        KeychainError(
            code, message, nativeDomain: "holdfast.recovery", nativeCode: number)
    }

    static func conflict(_ message: String, _ number: Int) -> KeychainError {
        KeychainError(
            .unknown, message, nativeDomain: StoreConflict.domain, nativeCode: number)
    }
}
