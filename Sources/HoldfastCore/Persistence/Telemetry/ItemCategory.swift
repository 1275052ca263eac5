/// What kind of thing an item is, in words that the app's source fixes: `"session"`, `"settings"`.
///
/// It stands in reports in the place of the item's name. Only a literal makes one, so no name, value
/// or token that exists while the app runs can get into a report this way (P10).
public struct ItemCategory: Sendable, Equatable, ExpressibleByStringLiteral, CustomStringConvertible
{
    private let literal: StaticString

    /// Takes a literal of the source.
    ///
    /// - Parameter value: the words.
    public init(stringLiteral value: StaticString) {
        literal = value
    }

    /// The words.
    public var description: String { literal.description }

    /// Whether both are the same words.
    public static func == (left: ItemCategory, right: ItemCategory) -> Bool {
        left.description == right.description
    }
}
