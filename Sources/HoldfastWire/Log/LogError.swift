/// Why an entry is not the next one of a device log.
public struct LogError: Error, Sendable, Equatable {
    /// The kind of failure, for code to branch on.
    public enum Reason: String, Sendable, CaseIterable {
        /// The entry belongs to another account, or begins another log.
        case otherAccount
        /// An entry is missing before this one, or this one was already there.
        case wrongSequence
        /// The entry follows another entry than the newest one that is known: a fork.
        case fork
        /// The author is no device of the account, or is none any more, or the account has no
        /// recovery key.
        case unknownAuthor
        /// A signature is missing, is no signature of its key, or has a high s.
        case badSignature
        /// The author may not do this.
        case notPermitted
        /// A device that comes in was in the account before, or has a place that is taken.
        case deviceExists
        /// The device that the entry is about is not in the account.
        case unknownDevice
        /// The entry that is to be undone or confirmed does not wait.
        case notPending
        /// The time in which the entry could be undone is over.
        case tooLate
        /// The time in which the entry could be undone is not over, so its maker cannot confirm it.
        case tooEarly
        /// The account has as many devices, or as many entries that wait, as it can have.
        case tooMany
        /// The cryptographic library failed; nothing is known of the entry.
        case libraryFailure
    }

    /// The kind of failure.
    public let reason: Reason
    /// The place that the entry claims.
    public let sequence: UInt64

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - reason: the kind of failure.
    ///   - sequence: the place that the entry claims.
    public init(_ reason: Reason, at sequence: UInt64) {
        self.reason = reason
        self.sequence = sequence
    }
}
