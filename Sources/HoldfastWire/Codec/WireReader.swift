/// Reads what ``WireWriter`` writes, and nothing else: each value has one encoding.
///
/// Nothing is allocated by a length that the bytes do not bear out.
///
/// - Note: Standard: RFC 8446, section 3; lengths as in RFC 9420, section 2.1.2.
public struct WireReader: Sendable {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// Reads from the beginning of some bytes.
    ///
    /// - Parameter bytes: anything.
    public init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Whether everything was read.
    public var isAtEnd: Bool { position == bytes.endIndex }

    /// One byte.
    ///
    /// - Parameter field: the field's name, for the error.
    /// - Returns: 0 to 255.
    /// - Throws: ``WireError`` with `truncated`.
    public mutating func byte(_ field: StaticString) throws(WireError) -> UInt8 {
        guard position < bytes.endIndex else { throw WireError(.truncated, in: field) }
        defer { position += 1 }
        return bytes[position]
    }

    /// A number of two bytes.
    ///
    /// - Parameter field: the field's name, for the error.
    /// - Returns: 0 to 65 535.
    /// - Throws: ``WireError`` with `truncated`.
    public mutating func number16(_ field: StaticString) throws(WireError) -> UInt16 {
        UInt16(truncatingIfNeeded: try number(2, field))
    }

    /// A number of eight bytes.
    ///
    /// - Parameter field: the field's name, for the error.
    /// - Returns: 0 to 2^64 - 1.
    /// - Throws: ``WireError`` with `truncated`.
    public mutating func number64(_ field: StaticString) throws(WireError) -> UInt64 {
        try number(8, field)
    }

    /// Bytes of a fixed count.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - field: the field's name, for the error.
    /// - Returns: so many bytes.
    /// - Throws: ``WireError`` with `truncated`.
    public mutating func raw(
        _ count: Int, _ field: StaticString
    ) throws(WireError) -> [UInt8] {
        [UInt8](try slice(count, field))
    }

    /// The bytes of a vector.
    ///
    /// - Parameters:
    ///   - limit: how many bytes it may have.
    ///   - field: the field's name, for the error.
    /// - Returns: 0 to `limit` bytes.
    /// - Throws: ``WireError`` with `truncated`, `tooLong` or `notCanonical`.
    public mutating func vector(
        atMost limit: Int, _ field: StaticString
    ) throws(WireError) -> [UInt8] {
        [UInt8](try slice(try length(atMost: limit, field), field))
    }

    /// The structures of a vector.
    ///
    /// - Parameters:
    ///   - limit: how many bytes it may have.
    ///   - field: the field's name, for the error.
    ///   - read: reads one structure.
    /// - Returns: the structures, in the order in which they stand.
    /// - Throws: as ``vector(atMost:_:)``, and what `read` throws.
    public mutating func vector<Value>(
        atMost limit: Int, _ field: StaticString,
        of read: (inout WireReader) throws(WireError) -> Value
    ) throws(WireError) -> [Value] {
        var inner = WireReader(try slice(try length(atMost: limit, field), field))
        var values: [Value] = []
        while !inner.isAtEnd { values.append(try read(&inner)) }
        return values
    }

    /// A structure that may be missing.
    ///
    /// - Parameters:
    ///   - field: the field's name, for the error.
    ///   - read: reads the structure.
    /// - Returns: the structure, or `nil` where the bytes say that there is none.
    /// - Throws: ``WireError`` with `invalidValue` for another mark than 0 and 1, and what `read`
    ///   throws.
    public mutating func optional<Value>(
        _ field: StaticString, _ read: (inout WireReader) throws(WireError) -> Value
    ) throws(WireError) -> Value? {
        switch try byte(field) {
        case 0: return nil
        case 1: return try read(&self)
        default: throw WireError(.invalidValue, in: field)
        }
    }

    /// Checks that nothing is left.
    ///
    /// - Parameter field: the structure's name, for the error.
    /// - Throws: ``WireError`` with `trailingBytes`.
    public func expectEnd(_ field: StaticString) throws(WireError) {
        guard isAtEnd else { throw WireError(.trailingBytes, in: field) }
    }

    /// Reads what stands in front of a vector.
    ///
    /// - Returns: how many bytes the vector has, and how many the length itself has.
    static func length(
        in bytes: [UInt8], _ field: StaticString
    ) throws(WireError) -> (count: Int, start: Int) {
        var reader = WireReader(bytes)
        let count = try reader.length(atMost: 1 << 30, field)
        return (count, reader.position)
    }

    private mutating func number(
        _ count: Int, _ field: StaticString
    ) throws(WireError) -> UInt64 {
        try slice(count, field).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func slice(
        _ count: Int, _ field: StaticString
    ) throws(WireError) -> ArraySlice<UInt8> {
        guard count <= bytes.endIndex - position else {
            throw WireError(.truncated, in: field)
        }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    private mutating func length(
        atMost limit: Int, _ field: StaticString
    ) throws(WireError) -> Int {
        let first = try byte(field)
        let extra = [0, 1, 3, nil][Int(first >> 6)]
        // RFC 9420 has no lengths of eight bytes.
        guard let extra else { throw WireError(.notCanonical, in: field) }
        let rest = try number(extra, field)
        let count = Int(first & 0x3f) << (8 * extra) | Int(rest)
        guard extra == 0 || count >= (extra == 1 ? 1 << 6 : 1 << 14) else {
            throw WireError(.notCanonical, in: field)
        }
        guard count <= limit else { throw WireError(.tooLong, in: field) }
        return count
    }
}
