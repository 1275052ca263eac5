/// Writes structures in the TLS presentation language: big-endian numbers, vectors behind a length.
///
/// There is one way to write each value.
///
/// - Note: Standard: RFC 8446, section 3; lengths as in RFC 9420, section 2.1.2.
public struct WireWriter: Sendable {
    /// What was written so far.
    public private(set) var bytes: [UInt8] = []

    /// Starts with nothing written.
    public init() {}

    /// One byte.
    ///
    /// - Parameter number: 0 to 255.
    public mutating func put(_ number: UInt8) {
        bytes.append(number)
    }

    /// A number of two bytes.
    ///
    /// - Parameter number: 0 to 65 535.
    public mutating func put(_ number: UInt16) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// A number of eight bytes.
    ///
    /// - Parameter number: 0 to 2^64 - 1.
    public mutating func put(_ number: UInt64) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// A signed number of eight bytes, in two's complement.
    ///
    /// - Parameter number: any.
    public mutating func put(_ number: Int64) {
        put(UInt64(bitPattern: number))
    }

    /// Bytes of a fixed count, as they are.
    ///
    /// - Parameter raw: the bytes.
    public mutating func put(_ raw: [UInt8]) {
        bytes.append(contentsOf: raw)
    }

    /// A vector: its length in as few bytes as it takes, then its bytes.
    ///
    /// - Parameter raw: at most 2^30 - 1 bytes.
    public mutating func putVector(_ raw: some Collection<UInt8>) {
        putLength(raw.count)
        bytes.append(contentsOf: raw)
    }

    /// A vector of structures: the length of all of them together, then they.
    ///
    /// - Parameters:
    ///   - values: the structures, in the order that the format asks for.
    ///   - write: writes one of them.
    public mutating func putVector<Value>(
        of values: [Value], _ write: (inout WireWriter, Value) -> Void
    ) {
        var inner = WireWriter()
        for value in values { write(&inner, value) }
        putVector(inner.bytes)
    }

    /// A structure that may be missing: a byte 0, or a byte 1 and the structure.
    ///
    /// - Parameters:
    ///   - value: the structure, or `nil`.
    ///   - write: writes it.
    public mutating func putOptional<Value>(
        _ value: Value?, _ write: (inout WireWriter, Value) -> Void
    ) {
        guard let value else { return put(UInt8(0)) }
        put(UInt8(1))
        write(&self, value)
    }

    /// What a body writes.
    ///
    /// - Parameter body: writes.
    /// - Returns: the bytes.
    public static func encode(_ body: (inout WireWriter) -> Void) -> [UInt8] {
        var writer = WireWriter()
        body(&writer)
        return writer.bytes
    }

    /// What stands in front of a vector of so many bytes.
    static func length(of count: Int) -> [UInt8] {
        encode { $0.putLength(count) }
    }

    private mutating func putLength(_ count: Int) {
        switch count {
        case 0..<(1 << 6): put(UInt8(count))
        case (1 << 6)..<(1 << 14): put(UInt16(count) | 0x4000)
        case (1 << 14)..<(1 << 30):
            withUnsafeBytes(of: (UInt32(count) | 0x8000_0000).bigEndian) {
                bytes.append(contentsOf: $0)
            }
        // The callers bound what they write far below this.
        default: preconditionFailure("a vector is 2^30 bytes or longer")
        }
    }
}
