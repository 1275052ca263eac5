public import HoldfastCore
public import HoldfastE2EE
public import HoldfastWire

/// Why an account's log is not known here, or not any further.
public enum LogsError: Error, Sendable, Equatable {
    /// The directory gave no answer, or says that it does not know the account.
    case directory(AccountID, DirectoryError)
    /// What the directory gave does not verify.
    case falseLog(AccountID, LogError)
    /// The log is shown with another entry at a place that is known here: send nothing to the
    /// account until a person has looked.
    case forked(AccountID, at: UInt64)
    /// The log ends before the place that is known here: the relay keeps entries back, or has lost
    /// them.
    case olderLog(AccountID, known: LogHead, shown: LogHead)
    /// The memory of heads failed.
    case memory(KeychainError)
}
