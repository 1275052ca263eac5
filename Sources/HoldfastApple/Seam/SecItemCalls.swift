/// The calls into the platform's keychain, and nothing else: a pass-through on a device, a
/// simulated keychain in tests (P12).
///
/// Each call may block, for a prompt for as long as the person takes. Answers are `OSStatus`
/// numbers; 0 is success.
public protocol SecItemCalls: Sendable {
    /// `SecItemAdd`.
    ///
    /// - Parameter attributes: class, attributes and value of the new item.
    /// - Returns: the `OSStatus`.
    func add(_ attributes: SecItemDictionary) -> Int32

    /// `SecItemCopyMatching`.
    ///
    /// - Parameter query: what to look for, and what to return of it.
    /// - Returns: the `OSStatus` and the rows found; see ``SecItemMatches``.
    func copyMatching(_ query: SecItemDictionary) -> SecItemMatches

    /// `SecItemUpdate`.
    ///
    /// - Parameters:
    ///   - query: which items.
    ///   - attributes: what changes in them.
    /// - Returns: the `OSStatus`.
    func update(_ query: SecItemDictionary, _ attributes: SecItemDictionary) -> Int32

    /// `SecItemDelete`.
    ///
    /// - Parameter query: which items; all that match are removed.
    /// - Returns: the `OSStatus`.
    func delete(_ query: SecItemDictionary) -> Int32

    /// `SecAccessControlCreateWithFlags`.
    ///
    /// - Parameter accessControl: what it shall be made of.
    /// - Returns: 0, or the code of the error that the platform gives instead of an object.
    func createAccessControl(_ accessControl: AccessControlObject) -> Int32
}
