#if !canImport(CryptoKit)
import HoldfastCore

/// Reads messages of Protocol Buffers from memory that somebody else wrote.
///
/// - Note: Protocol Buffers, "Encoding" (protobuf.dev/programming-guides/encoding).
struct ProtobufReader {
    /// One field of a message.
    struct Field {
        let number: UInt64
        let value: Value
        /// Where it stands, with its tag.
        let range: Range<Int>
    }

    /// What a field holds.
    enum Value {
        case number(UInt64)
        /// Text, bytes or a message, by its place.
        case bytes(Range<Int>)
        /// A number of a fixed size.
        case fixed
    }

    private let memory: UnsafeRawBufferPointer
    private var position: Int
    private let end: Int

    /// Takes a message in memory.
    ///
    /// - Parameters:
    ///   - memory: the whole.
    ///   - range: the part that is the message.
    init(_ memory: UnsafeRawBufferPointer, _ range: Range<Int>) {
        self.memory = memory
        position = range.lowerBound
        end = range.upperBound
    }

    /// The next field; `nil` at the end.
    ///
    /// - Throws: `DATA_CORRUPTED` for what is no message.
    mutating func next() throws(KeychainError) -> Field? {
        guard position < end else { return nil }
        let start = position
        let tag = try number()
        let value: Value
        switch tag & 7 {
        case 0: value = .number(try number())
        case 1:
            try skip(8)
            value = .fixed
        case 2:
            let count = try number()
            guard count <= UInt64(end - position) else { throw Self.damaged }
            value = .bytes(position..<(position + Int(count)))
            position += Int(count)
        case 5:
            try skip(4)
            value = .fixed
        default: throw Self.damaged
        }
        guard tag >> 3 > 0 else { throw Self.damaged }
        return Field(number: tag >> 3, value: value, range: start..<position)
    }

    private mutating func skip(_ count: Int) throws(KeychainError) {
        guard count <= end - position else { throw Self.damaged }
        position += count
    }

    private mutating func number() throws(KeychainError) -> UInt64 {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while position < end, shift < 64 {
            let byte = memory[position]
            position += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        throw Self.damaged
    }

    static let damaged = KeychainError(
        .dataCorrupted, "a message of Protocol Buffers is not well-formed")
}
#endif
