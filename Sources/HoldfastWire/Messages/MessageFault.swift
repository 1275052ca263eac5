/// Why a message is not what its sender made for this device, or no sender's at all.
public struct MessageFault: Error, Sendable, Hashable {
    /// The kind of failure, for code to branch on.
    public enum Reason: String, Sendable, CaseIterable {
        /// The record is not the one that the header names as the sender's.
        case otherSender
        /// The signature is none of the sender's key over header and body, or has a high s.
        case badSignature
        /// The list of devices is not the one that the header stands for.
        case wrongDevices
        /// The account, with the place of its log and its devices, is not one that the header stands
        /// for.
        case wrongAccounts
        /// The wrap is not the one that the header stands for, or is for another device.
        case wrongWraps
        /// The cryptographic library failed; nothing is known of the message.
        case libraryFailure
    }

    /// The kind of failure.
    public let reason: Reason

    /// Makes an error.
    ///
    /// - Parameter reason: the kind of failure.
    public init(_ reason: Reason) {
        self.reason = reason
    }
}
