/// Writes the package's fixed encodings: big-endian numbers, bytes with a length in front.
package struct ByteWriter {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []

    /// Starts with nothing written.
    package init(reserving count: Int = 0) {
        bytes.reserveCapacity(count)
    }

    // Numbers, arrays and text have functions of their own: from another module, a call of a generic
    // one costs several times what the function does, and the first such call of a process goes
    // through all conformances of the program.

    /// One byte.
    package mutating func put(_ number: UInt8) {
        bytes.append(number)
    }

    /// A number, big-endian.
    package mutating func put(_ number: UInt16) {
        append(number)
    }

    /// A number, big-endian.
    package mutating func put(_ number: UInt32) {
        append(number)
    }

    /// A number, big-endian.
    package mutating func put(_ number: UInt64) {
        append(number)
    }

    /// A signed number, big-endian, in two's complement.
    package mutating func put(_ number: Int64) {
        append(number)
    }

    /// Bytes as they are.
    package mutating func put(_ raw: [UInt8]) {
        bytes.append(contentsOf: raw)
    }

    /// Text as UTF-8.
    package mutating func put(_ utf8: String.UTF8View) {
        bytes.append(contentsOf: utf8)
    }

    /// Bytes behind their count as two bytes; the caller has bounded them to 65 535.
    package mutating func putWithLength(_ raw: [UInt8]) {
        put(UInt16(raw.count))
        put(raw)
    }

    /// Text as UTF-8 behind its count as two bytes; the caller has bounded it to 65 535.
    package mutating func putWithLength(_ text: String) {
        put(UInt16(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
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

    private mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
