public import HoldfastWire

/// Where the device logs of accounts are kept: a relay, a file, memory in tests.
///
/// It is trusted with nothing: what it gives is verified, and what it claims and cannot prove is a
/// hint. Calls are repeatable: submitting an entry that is there already is no error.
public protocol DeviceDirectory: Sendable {
    /// The entries of an account's log from a place on.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - sequence: the place of the first wanted entry.
    /// - Returns: the entries in order; empty if there are none from there on.
    /// - Throws: ``DirectoryError``.
    func entries(
        of account: AccountID, from sequence: UInt64
    ) async throws(DirectoryError) -> [SignedLogEntry]

    /// Puts an entry at the end of its account's log, or begins a log with it.
    ///
    /// - Parameters:
    ///   - entry: the entry.
    ///   - account: the account; for a first entry the one that it begins.
    /// - Throws: ``DirectoryError``; the entry may be in the log all the same if it is
    ///   `unreachable`.
    func submit(_ entry: SignedLogEntry, to account: AccountID) async throws(DirectoryError)

    /// The highest message counter that a device has used, as the directory has seen it.
    ///
    /// - Parameter device: the device.
    /// - Returns: the counter; 0 if none was seen.
    /// - Throws: ``DirectoryError``.
    func messageCounter(of device: DeviceID) async throws(DirectoryError) -> UInt64
}

/// Why a directory gave no answer, or no good one.
public enum DirectoryError: Error, Sendable, Hashable {
    /// It says that it does not know the account.
    case unknownAccount
    /// It did not answer, or in a way that says nothing.
    case unreachable
    /// It has another entry at that place, or the entry is not permitted.
    case refused
}
