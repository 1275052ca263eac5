/// Why a device cannot be let into an account.
public enum JoinError: String, Error, Sendable, Hashable, CaseIterable {
    /// The request is of another account than the device that should approve it.
    case otherAccount
    /// The account's log has grown since the request was made: it has to be made anew.
    case outdated
    /// The request was not made for this device's approval.
    case notAddressed
    /// The device that comes in has not signed the request.
    case notSigned
    /// The device whose place is wanted is not in the account.
    case unknownDevice
    /// No device of the account can approve it: to take another one's place needs a device with a
    /// key for its person.
    case noApprover
    /// More devices could approve it than a request can be for: name one.
    case tooManyApprovers
    /// The account's recovery key is another one, or it has none.
    case otherRecoveryKey
}
