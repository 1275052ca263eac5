/// Reads the package's fixed encodings; every read says when the bytes are at an end.
package struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    /// Reads from memory that outlives the reader.
    package init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// How many bytes are left.
    package var remainingCount: Int { bytes.count - position }

    /// A big-endian number.
    package mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        guard let slice = slice(MemoryLayout<Number>.size) else { return nil }
        return Number(bigEndian: slice.loadUnaligned(as: Number.self))
    }

    /// So many bytes, in place.
    package mutating func slice(_ count: Int) -> UnsafeRawBufferPointer? {
        guard count <= remainingCount else { return nil }
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<(position + count)])
    }

    /// So many bytes, copied.
    package mutating func array(_ count: Int) -> [UInt8]? {
        slice(count).map { [UInt8]($0) }
    }

    /// Bytes behind their count as two bytes.
    package mutating func arrayWithLength() -> [UInt8]? {
        number(UInt16.self).flatMap { array(Int($0)) }
    }

    /// Text behind its length as two bytes; `nil` if it is cut or not UTF-8.
    package mutating func text() -> String? {
        guard let count = number(UInt16.self), let utf8 = slice(Int(count)) else { return nil }
        return String(validating: utf8, as: UTF8.self)
    }

    /// Whether all that is left is zeros, as padding must be.
    package var hasOnlyZerosLeft: Bool {
        bytes[position...].allSatisfy { $0 == 0 }
    }
}
