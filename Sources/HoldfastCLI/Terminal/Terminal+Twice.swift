import HoldfastCore
import HoldfastCrypto

extension Terminal {
    /// Asks for a hidden line twice, because nobody sees a slip.
    ///
    /// - Parameters:
    ///   - first: the first question.
    ///   - second: the second question.
    /// - Returns: the line.
    /// - Throws: `INVALID_ARGUMENT` if the two differ, else as ``askHidden(_:)``.
    func askHiddenTwice(_ first: String, _ second: String) throws(KeychainError) -> SecretBytes {
        let line = try askHidden(first)
        guard try askHidden(second) == line else {
            throw KeychainError(
                .invalidArgument, "the two entries differ", advice: "try again; nothing was changed"
            )
        }
        return line
    }
}
