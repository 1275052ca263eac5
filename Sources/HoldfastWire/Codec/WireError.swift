/// Why bytes from the wire are not what they should be.
///
/// It carries no input: what is wrong, and in which field.
public struct WireError: Error, Sendable, Equatable {
    /// The kind of failure, for code to branch on.
    public enum Reason: String, Sendable, CaseIterable {
        /// The bytes end inside a field.
        case truncated
        /// There are bytes after the end.
        case trailingBytes
        /// A length is written longer than it needs to be, or a list is not in its order: a second
        /// way to write the same thing.
        case notCanonical
        /// A length or a count is above its bound.
        case tooLong
        /// A value is outside its range, or a key is no point of the curve.
        case invalidValue
        /// The structure is of a version that this program does not know; it is not damaged.
        case newerVersion
    }

    /// The kind of failure.
    public let reason: Reason
    /// The field, as the format page names it.
    public let field: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - reason: the kind of failure.
    ///   - field: the field's name; a constant of the program.
    public init(_ reason: Reason, in field: StaticString) {
        self.reason = reason
        self.field = "\(field)"
    }
}
