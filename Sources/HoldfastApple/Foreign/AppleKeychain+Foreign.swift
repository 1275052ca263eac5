public import HoldfastCore
public import HoldfastCrypto

extension AppleKeychain: ForeignItems {
    /// Reads the generic password that another library stored under a name, without a prompt.
    ///
    /// - Parameter key: `kSecAttrService` and `kSecAttrAccount` of the row.
    /// - Returns: the bytes of `kSecValueData`; `nil` if the keychain was answering and had none
    ///   (P1).
    /// - Throws: `INTERACTION_NOT_ALLOWED`, `AUTH_REQUIRED` for a row with an access control,
    ///   `INVALID_ARGUMENT` if rows of several groups, or one that is synchronized and one that is
    ///   not, have that name. Nothing is changed.
    public func readForeignWithoutPrompt(
        _ key: ItemKey
    ) throws(KeychainError) -> SecretBytes? {
        try locked { (core) throws(KeychainError) in try core.foreignValue(of: key) }
    }

    /// Whether another library has a generic password of a name.
    ///
    /// - Parameter key: `kSecAttrService` and `kSecAttrAccount` of the row.
    /// - Returns: whether there is a row that is not this package's, also one that is hidden now.
    /// - Throws: `INTERACTION_NOT_ALLOWED` if the keychain cannot tell (P1).
    public func containsForeignWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        try locked { (core) throws(KeychainError) in try core.hasForeignRow(of: key) }
    }

    /// The accounts of the generic passwords that other libraries have in a service.
    ///
    /// - Parameter service: `kSecAttrService` of the rows.
    /// - Returns: each account once, ordered by its UTF-8 bytes.
    /// - Throws: `INTERACTION_NOT_ALLOWED` if a row is locked or asks for a person, so that the
    ///   list could miss it (P1); `DATA_CORRUPTED` for an account that is no text.
    public func listForeignWithoutPrompt(service: String) throws(KeychainError) -> [String] {
        try locked { (core) throws(KeychainError) in try core.foreignAccounts(of: service) }
    }
}
