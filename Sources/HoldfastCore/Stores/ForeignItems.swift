public import HoldfastCrypto

/// A store in whose place other libraries keep items too, which can be read and are never changed.
///
/// What ``ItemStore`` answers does not hold those items: a name that only another library has used
/// is `nil` there. Whoever moves in from such a library looks here as well.
public protocol ForeignItems: Sendable {
    /// Reads the value that another library stored under a name, without ever prompting.
    ///
    /// - Parameter key: the name, as the other library used it.
    /// - Returns: its bytes as they lie there, or `nil` if the store answered that no other library
    ///   has an item of that name (P1).
    /// - Throws: `INTERACTION_NOT_ALLOWED` if it is not readable now, `AUTH_REQUIRED` if it asks for
    ///   a person, `INVALID_ARGUMENT` if several items have that name and none can be told to be
    ///   meant, else the code of the platform's answer.
    func readForeignWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> SecretBytes?

    /// Whether another library has an item of a name, readable now or not.
    ///
    /// - Parameter key: the name.
    /// - Returns: whether there is at least one.
    /// - Throws: the code of the platform's answer if it cannot tell; "cannot tell" is never `false`
    ///   (P1).
    func containsForeignWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool

    /// The names of the items that other libraries have in a service.
    ///
    /// - Parameter service: the service.
    /// - Returns: the accounts, each once, in the order of their UTF-8 bytes.
    /// - Throws: `INTERACTION_NOT_ALLOWED` if there may be one that cannot be seen now,
    ///   `DATA_CORRUPTED` for an account that is no text.
    func listForeignWithoutPrompt(service: String) throws(KeychainError) -> [String]
}
