/// Writes the package's fixed encodings: big-endian numbers, bytes with a length in front.
package struct ByteWriter {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []

    /// Starts with nothing written.
    package init(reserving count: Int = 0) {
        bytes.reserveCapacity(count)
    }

    /// A number, big-endian.
    package mutating func put(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Bytes as they are.
    package mutating func put(_ raw: some Collection<UInt8>) {
        bytes.append(contentsOf: raw)
    }

    /// Bytes behind their count as two bytes; the caller has bounded them to 65 535.
    package mutating func putWithLength(_ raw: some Collection<UInt8>) {
        put(UInt16(raw.count))
        put(raw)
    }

    /// Zeros up to the next multiple of a count.
    package mutating func pad(toMultipleOf count: Int) {
        let rest = bytes.count % count
        if rest > 0 { bytes.append(contentsOf: repeatElement(0, count: count - rest)) }
    }

    /// What a body writes.
    package static func encode(
        reserving count: Int = 0, _ body: (inout ByteWriter) -> Void
    ) -> [UInt8] {
        var writer = ByteWriter(reserving: count)
        body(&writer)
        return writer.bytes
    }
}
