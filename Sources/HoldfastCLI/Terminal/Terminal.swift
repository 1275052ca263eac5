public import HoldfastCore
public import HoldfastCrypto

/// The person at the terminal, who can be asked.
///
/// It is the terminal that started the process, whatever the standard streams are connected to.
public protocol Terminal: Sendable {
    /// Whether there is anybody to ask.
    var isThere: Bool { get }

    /// Whether what is shown stays to be copied, as a rescue code has to.
    var keepsWhatIsShown: Bool { get }

    /// Asks for a line without showing it.
    ///
    /// - Parameter question: shown in front of the answer; one line.
    /// - Returns: the line without its end, 0 to 4094 bytes.
    /// - Throws: `NO_ACTIVITY` without a terminal, `USER_CANCELED` if it was closed or interrupted,
    ///   `INVALID_ARGUMENT` for a line that the terminal would have cut. It shows again what is
    ///   typed, in every case.
    func askHidden(_ question: String) throws(KeychainError) -> SecretBytes

    /// Shows lines that hold a secret, to nobody but the person.
    ///
    /// - Parameters:
    ///   - before: what stands in front of the secret.
    ///   - secret: text as UTF-8.
    ///   - after: what stands behind it; ends with a new line.
    /// - Throws: `NO_ACTIVITY` without a terminal, `UNKNOWN` with an errno if it cannot be written.
    func show(_ before: String, _ secret: SecretBytes, _ after: String) throws(KeychainError)

    /// Shows lines that hold a secret until the person presses Return, and takes them away then if it
    /// can.
    ///
    /// - Parameters:
    ///   - before: what stands in front of the secret.
    ///   - secret: text as UTF-8.
    ///   - after: what stands behind it; a question without a new line at its end.
    /// - Throws: as ``askHidden(_:)`` and ``show(_:_:_:)``.
    func showUntilReturn(
        _ before: String, _ secret: SecretBytes, _ after: String
    ) throws(KeychainError)

    /// Asks for yes or no.
    ///
    /// - Parameter question: shown in front of the answer; one line.
    /// - Returns: whether the answer was `y` or `yes`.
    /// - Throws: `NO_ACTIVITY` without a terminal, `USER_CANCELED` if it was closed or interrupted.
    func confirm(_ question: String) throws(KeychainError) -> Bool

    /// Shows a line that wants no answer at the terminal.
    ///
    /// - Parameter line: without its end.
    /// - Throws: `NO_ACTIVITY` without a terminal, `UNKNOWN` if it cannot be written to.
    func tell(_ line: String) throws(KeychainError)
}

extension Terminal {
    /// A terminal keeps it on its screen.
    public var keepsWhatIsShown: Bool { isThere }

    /// Shows them as anything else, and leaves them.
    ///
    /// - Parameters:
    ///   - before: what comes before the secret.
    ///   - secret: what is shown.
    ///   - after: what asks for the end.
    /// - Throws: `NO_ACTIVITY` without a terminal, `UNKNOWN` if it cannot be written to.
    public func showUntilReturn(
        _ before: String, _ secret: SecretBytes, _ after: String
    ) throws(KeychainError) {
        try show(before, secret, "\n")
        _ = try askHidden(after)
    }
}
