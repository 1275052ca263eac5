public import HoldfastWire

/// Why a server did not take an envelope.
public enum SendRefusal: Sendable, Hashable {
    /// The devices of some accounts are not those of their logs, with the entries that the sender
    /// has not seen for each; an account without entries stands for "look yourself".
    case staleDevices([AccountID: [SignedLogEntry]])
    /// This device is none of its account's, says the server.
    case senderRemoved
    /// The envelope is larger than the server takes.
    case tooLarge
    /// Not now; again in so many seconds.
    case later(seconds: Int64)
}

/// What a refusal leads to.
public enum OutboxStep: Sendable {
    /// Wrap the message again, by these logs, as its next attempt.
    case sealAgain([AccountID: DeviceLog])
    /// Fetch the logs of these accounts first.
    case fetchLogs([AccountID])
    /// Upload the same envelope again in so many seconds.
    case wait(seconds: Int64)
    /// Fetch this account's own log and open the identity again: the server's word alone removes no
    /// device.
    case reconcileIdentity
    /// Give the message back to the person, with why it cannot be sent.
    case stop(StopReason)

    /// Why a message cannot be sent.
    public enum StopReason: Sendable, Equatable {
        /// It is larger than the server takes.
        case tooLarge
        /// The server has shown two entries at one place of an account's log: send it nothing until
        /// a person has looked.
        case forkedLog(AccountID)
        /// The server has shown entries that do not verify.
        case falseLog(AccountID, LogError)
        /// The server refuses again and again, and shows nothing new.
        case refusedTooOften
    }
}
