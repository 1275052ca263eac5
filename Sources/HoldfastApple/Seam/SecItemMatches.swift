/// What `SecItemCopyMatching` answered.
///
/// Each row holds what was asked for: attributes under their raw keys if ``SecItemName/returnAttributes``
/// was set, the value under ``SecItemName/valueData`` if ``SecItemName/returnData`` was. The
/// pass-through brings the platform's shapes (bare data, one dictionary, an array) to this one.
public struct SecItemMatches: Sendable, Equatable {
    /// The `OSStatus`; 0 is success.
    public var status: Int32
    /// The rows found; empty unless the status is 0.
    public var rows: [SecItemDictionary]

    /// Takes an answer.
    ///
    /// - Parameters:
    ///   - status: the `OSStatus`.
    ///   - rows: the rows found.
    public init(status: Int32, rows: [SecItemDictionary] = []) {
        self.status = status
        self.rows = rows
    }
}
