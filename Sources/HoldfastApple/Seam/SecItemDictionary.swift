/// A keychain dictionary: attributes, values and options under the platform's raw key strings.
///
/// - Note: Keys and raw values are those of `SecItemConstants.c` in Apple's published Security
///   source (`kSecAttrAccount` is `acct`, `kSecReturnData` is `r_Data`); ``SecItemName`` lists them.
public struct SecItemDictionary: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// The entries; the order has no meaning.
    public var entries: [String: SecItemValue]

    /// Takes entries.
    ///
    /// - Parameter entries: by raw key.
    public init(_ entries: [String: SecItemValue] = [:]) {
        self.entries = entries
    }

    /// Takes the pairs of a literal; of two with one key the last counts.
    ///
    /// - Parameter elements: raw key and value.
    public init(dictionaryLiteral elements: (String, SecItemValue)...) {
        entries = Dictionary(elements) { _, last in last }
    }

    /// The value under a raw key; `nil` removes it.
    ///
    /// - Parameter key: for example ``SecItemName/account``.
    public subscript(key: String) -> SecItemValue? {
        get { entries[key] }
        set { entries[key] = newValue }
    }
}
