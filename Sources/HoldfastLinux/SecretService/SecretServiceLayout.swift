#if os(Linux) && SecretService

/// How items lie in the keyring.
public enum SecretServiceLayout: Sendable, Equatable {
    /// Holdfast's own items, with everything that an ``HoldfastCore/ItemStore`` promises.
    case native
    /// Items that another program reads and writes too, with what its layout leaves room for.
    case shared(SecretServiceMapping)
}
#endif
