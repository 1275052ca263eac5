/// Why a cryptographic operation gave no result.
///
/// It carries no secret and no input: ``message`` is a fixed sentence about the rule that was broken
/// (P10).
public struct CryptoError: Error, Sendable, Equatable {
    /// The kind of failure, for code to branch on.
    public let reason: Reason
    /// One sentence for a developer, without any input in it.
    public let message: String
    /// The code the system or the library gave, where there was one.
    public let nativeCode: Int?

    /// The kinds of failure of this module.
    public enum Reason: Sendable, Equatable {
        /// The sealed bytes, nonce, associated data or key are not those that were sealed.
        case authenticationFailed
        /// An input or the wanted output has a length outside the documented range.
        case invalidLength
        /// A parameter other than a length is outside the documented range.
        case invalidParameter
        /// A key has sealed or opened as often as it may; take a new one.
        case limitReached
        /// The memory for the work could not be had.
        case outOfMemory
        /// The system gave no random bytes.
        case randomnessUnavailable
        /// The cryptographic library failed for a reason of its own.
        case libraryFailure
    }

    /// Makes an error from its parts.
    ///
    /// - Parameters:
    ///   - reason: The kind of failure.
    ///   - message: One sentence without any input in it.
    ///   - nativeCode: The code of the system or library, if there was one.
    public init(_ reason: Reason, _ message: String, nativeCode: Int? = nil) {
        self.reason = reason
        self.message = message
        self.nativeCode = nativeCode
    }
}

extension CryptoError: CustomStringConvertible {
    /// The message, and the native code where there is one.
    public var description: String {
        guard let nativeCode else { return message }
        return "\(message) (code \(nativeCode))"
    }
}
