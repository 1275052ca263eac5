public import HoldfastCore
public import HoldfastCrypto
public import HoldfastWire

/// Why a message was not opened.
///
/// Each case has one ``action``; nothing is thrown away without it.
public enum OpenFailure: Error, Sendable, Equatable {
    /// The bytes are no message, or one of a version that this app does not know.
    case malformed(WireError)
    /// The sender's log, as it is known here, does not reach the place that the message names.
    case logNeeded(AccountID, LogHead)
    /// The sender names another entry at a place of its log that is known here.
    case forkedLog(AccountID, at: UInt64)
    /// The device was not in the sender's account at the place that the message names.
    case unknownSender(DeviceID)
    /// The device had been put out at the place that the message names.
    case senderRemoved(DeviceID, at: UInt64)
    /// The message is for another device.
    case otherRecipient
    /// The message is not what its sender made for this device.
    case fault(MessageFault)
    /// The message is its sender's and cannot be opened here.
    case cannotOpen(Receipt.Reason)
    /// This device's key did not do its work.
    case key(IdentityKeyError)
    /// The library failed.
    case crypto(CryptoError)
    /// The history could not be read or written.
    case history(KeychainError)

    /// What comes of a failure.
    public enum Action: Sendable, Hashable {
        /// Fetch the account's log and open the message again.
        case fetchLog(AccountID)
        /// Keep the message at the server; it opens with a newer app.
        case updateApp
        /// Keep the message at the server, and open it again later.
        case retryLater
        /// Keep the message at the server, and open the identity again.
        case reconcileIdentity
        /// Send nothing to the account until a person has looked, and keep the message at the server.
        case holdAccount(AccountID)
        /// Acknowledge and drop it, and show it: no honest sender made it for this device.
        case drop
        /// Acknowledge it, show that a message is missing, and ask its sender to wrap it again.
        case askAgain(Receipt.Reason)
    }

    /// What to do.
    public var action: Action {
        switch self {
        case .malformed(let error): error.reason == .newerVersion ? .updateApp : .drop
        case .logNeeded(let account, _): .fetchLog(account)
        case .forkedLog(let account, _): .holdAccount(account)
        case .unknownSender, .senderRemoved, .otherRecipient: .drop
        case .fault(let fault): fault.reason == .libraryFailure ? .retryLater : .drop
        case .cannotOpen(let reason): .askAgain(reason)
        case .key(let error): error.isTemporary ? .retryLater : .reconcileIdentity
        case .crypto, .history: .retryLater
        }
    }
}
