#if os(Linux) && SecretService
extension KeyringItem {
    /// This item without what KeePassXC shows of an entry besides the attributes that it was given:
    /// the fields that every entry has, where the entry is, and what its secret is said to be.
    ///
    /// They are its own and no other program's, so they do not make an item another one. An item
    /// that has only some of them, or says of itself another place than its object's, is left as it
    /// is.
    ///
    /// - Note: KeePassXC 2.7, `src/fdosecrets/objects/Item.cpp`: `Item::attributes`, `Item::path`.
    func withoutShownByKeePass() -> KeyringItem {
        guard let id = attributes["Uuid"], id.utf8.count == 32,
            path.utf8.suffix(32).elementsEqual(id.utf8),
            Self.shownByKeePass.allSatisfy({ attributes[$0] != nil })
        else { return self }
        var others = attributes
        for name in Self.shownByKeePass + [Self.contentType] { others[name] = nil }
        return KeyringItem(
            path: path, attributes: others, isLocked: isLocked, created: created,
            modified: modified)
    }

    /// What a secret that is no text is said to be.
    private static let contentType = "FDO_SECRETS_CONTENT_TYPE"
    private static let shownByKeePass = ["Title", "UserName", "URL", "Notes", "Uuid", "Path"]
}
#endif
