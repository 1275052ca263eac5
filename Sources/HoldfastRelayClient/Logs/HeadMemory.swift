public import HoldfastCore
public import HoldfastWire

/// Remembers the newest place of each account's log that was verified here, so that an older log is
/// noticed after a start too.
public protocol HeadMemory: Sendable {
    /// The newest place that was verified of an account's log.
    ///
    /// - Parameter account: the account.
    /// - Returns: the place, or `nil` if the memory answered that there is none (P1).
    /// - Throws: what kept it from answering.
    func head(of account: AccountID) async throws(KeychainError) -> LogHead?

    /// Remembers a place in the stead of the one before, durably (P5).
    ///
    /// - Parameters:
    ///   - head: the place.
    ///   - account: the account.
    /// - Throws: what kept the memory from writing.
    func remember(_ head: LogHead, of account: AccountID) async throws(KeychainError)
}
