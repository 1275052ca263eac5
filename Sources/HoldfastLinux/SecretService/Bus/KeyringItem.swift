#if os(Linux) && SecretService
package import HoldfastCore

/// An item as a keyring describes it, without its secret.
package struct KeyringItem: Sendable {
    /// Its object path.
    package let path: String
    /// What it is found by.
    package let attributes: KeyringAttributes
    /// Whether its secret is out of reach.
    package let isLocked: Bool
    /// When it was made, by the keyring's clock.
    package let created: UnixTime
    /// When it was changed last, by the keyring's clock.
    package let modified: UnixTime

    /// Makes a description.
    ///
    /// - Parameters:
    ///   - path: its object path.
    ///   - attributes: what it is found by.
    ///   - isLocked: whether its secret is out of reach.
    ///   - created: when it was made.
    ///   - modified: when it was changed last.
    package init(
        path: String, attributes: KeyringAttributes, isLocked: Bool = false, created: UnixTime,
        modified: UnixTime
    ) {
        self.path = path
        self.attributes = attributes
        self.isLocked = isLocked
        self.created = created
        self.modified = modified
    }
}
#endif
