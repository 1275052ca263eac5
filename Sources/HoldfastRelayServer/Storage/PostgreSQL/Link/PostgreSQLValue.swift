#if os(Linux) && PostgreSQL
internal import HoldfastWire

/// A parameter of a statement, sent in the binary form of its type and never as part of the text.
///
/// - Note: PostgreSQL 15, src/backend/utils/adt: int8send, byteasend, array_send.
enum PostgreSQLValue: Sendable, Equatable {
    case null
    /// An `integer`.
    case int32(Int32)
    /// A `bigint`.
    case int64(Int64)
    /// A `bytea`.
    case bytes([UInt8])
    /// A `bigint[]`.
    case int64s([Int64])
    /// A `bytea[]`.
    case byteArrays([[UInt8]])
    /// A `text`.
    case text(String)
    /// A `text[]`.
    case texts([String])

    /// A name's bytes.
    static func name(_ name: some WireIdentifier) -> PostgreSQLValue { .bytes(name.bytes) }

    /// What is sent; nil for null.
    var encoded: [UInt8]? {
        switch self {
        case .null: nil
        case .int32(let value): Self.bigEndian(value)
        case .int64(let value): Self.bigEndian(value)
        case .bytes(let bytes): bytes
        case .text(let text): Array(text.utf8)
        case .int64s(let values): Self.array(20, values.map(Self.bigEndian))
        case .byteArrays(let arrays): Self.array(17, arrays)
        case .texts(let texts): Self.array(25, texts.map { Array($0.utf8) })
        }
    }

    /// One dimension from 1 on, without nulls.
    private static func array(_ type: Int32, _ elements: [[UInt8]]) -> [UInt8] {
        guard !elements.isEmpty else {
            return bigEndian(Int32(0)) + bigEndian(Int32(0)) + bigEndian(type)
        }
        let head = [1, 0, type, Int32(elements.count), 1].flatMap { bigEndian($0) }
        return elements.reduce(into: head) { bytes, element in
            bytes += bigEndian(Int32(element.count))
            bytes += element
        }
    }

    private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
#endif
