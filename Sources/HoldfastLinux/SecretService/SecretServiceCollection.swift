#if os(Linux) && SecretService

/// Which of a person's keyrings holds the items.
public enum SecretServiceCollection: Sendable, Equatable {
    /// The one that the service calls `default`: mostly the one that opens with the login.
    case standard
    /// The one with this name, compared by its bytes in UTF-8.
    case named(String)
}
#endif
