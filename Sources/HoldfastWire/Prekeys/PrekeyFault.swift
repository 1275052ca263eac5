/// Why a prekey is not what a device offered.
public struct PrekeyFault: Error, Sendable, Hashable {
    /// The kind of failure, for code to branch on.
    public enum Reason: String, Sendable, CaseIterable {
        /// The statement is another device's, or another account's.
        case otherDevice
        /// The signature is none of the device's key over the statement, or has a high s.
        case badSignature
        /// The key is not one that the statement is about.
        case wrongKey
        /// The cryptographic library failed; nothing is known of the prekey.
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
