/// What all structures between a client and a relay have in common.
enum RelayFormat {
    /// The version that stands in front of each.
    static let version: UInt16 = 1

    /// Reads the version, and refuses another one.
    static func expectVersion(_ reader: inout WireReader) throws(WireError) {
        guard try reader.number16("version") == version else {
            throw WireError(.newerVersion, in: "version")
        }
    }
}

extension WireReader {
    /// A text in UTF-8.
    mutating func text(
        atMost limit: Int, _ field: StaticString
    ) throws(WireError) -> String {
        let utf8 = try vector(atMost: limit, field)
        guard let text = String(validating: utf8, as: UTF8.self) else {
            throw WireError(.invalidValue, in: field)
        }
        return text
    }
}
