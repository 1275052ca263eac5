/// Names an app on a phone: its bundle identifier or package name.
public struct AppIdentifier: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible
{
    /// The name.
    public let name: String

    /// Takes a name.
    ///
    /// - Parameter name: for example `org.example.chat`.
    public init(_ name: String) {
        self.name = name
    }

    /// Takes a name from a literal.
    ///
    /// - Parameter value: the name.
    public init(stringLiteral value: String) {
        name = value
    }

    /// The name.
    public var description: String { name }
}
