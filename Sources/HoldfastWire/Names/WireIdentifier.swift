/// A name on the wire: 32 bytes that are a hash of what they name.
public protocol WireIdentifier: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The 32 bytes.
    var bytes: [UInt8] { get }

    /// Takes a name by its bytes; `nil` for another count than 32.
    ///
    /// - Parameter bytes: any; only 32 are a name.
    init?(_ bytes: [UInt8])
}

extension WireIdentifier {
    /// Number of bytes.
    public static var byteCount: Int { 32 }

    /// The order of the bytes, in which lists are written.
    public static func < (left: Self, right: Self) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// The first 16 bytes in hexadecimal, for people; programs compare all 32.
    public var description: String {
        Hexadecimal.text(of: bytes.prefix(16))
    }
}

extension WireReader {
    /// A name of 32 bytes.
    ///
    /// - Parameters:
    ///   - type: of what it is the name.
    ///   - field: the field's name, for the error.
    /// - Returns: the name.
    /// - Throws: ``WireError`` with `truncated`.
    package mutating func identifier<Name: WireIdentifier>(
        _ type: Name.Type, _ field: StaticString
    ) throws(WireError) -> Name {
        guard let name = Name(try raw(Name.byteCount, field)) else {
            throw WireError(.truncated, in: field)
        }
        return name
    }
}
