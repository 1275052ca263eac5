/// Names a message, in all its attempts: 16 random bytes, drawn by the sending device.
///
/// It is the sending device's name for it: two devices may, by chance or malice, use the same one.
public struct MessageID: Sendable, Hashable, CustomStringConvertible {
    /// Number of bytes.
    public static let byteCount = 16

    /// The bytes.
    public let bytes: [UInt8]

    /// Takes a name by its bytes; `nil` for another count than 16.
    ///
    /// - Parameter bytes: any; only 16 are a name.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The bytes in hexadecimal.
    public var description: String { Hexadecimal.text(of: bytes) }
}

extension WireReader {
    /// A message's 16 bytes.
    ///
    /// - Parameter field: the field's name, for the error.
    /// - Returns: the name.
    /// - Throws: ``WireError`` with `truncated`.
    package mutating func message(_ field: StaticString) throws(WireError) -> MessageID {
        guard let name = MessageID(try raw(MessageID.byteCount, field)) else {
            throw WireError(.truncated, in: field)
        }
        return name
    }
}
