/// What a device has from its inbox and has stored, so that the relay may forget it.
public struct Acknowledgement: Sendable, Hashable {
    /// How many places there can be.
    public static let limit = 1_024

    /// The items' places, in order, none twice.
    public let positions: [UInt64]

    /// Names items.
    ///
    /// - Parameter positions: 1 to 1,024 places, in order, none twice.
    /// - Throws: ``WireError`` with `invalidValue`, `tooLong` or `notCanonical` against these rules.
    public init(_ positions: [UInt64]) throws(WireError) {
        guard !positions.isEmpty else { throw WireError(.invalidValue, in: "positions") }
        guard positions.count <= Self.limit else { throw WireError(.tooLong, in: "positions") }
        guard zip(positions, positions.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw WireError(.notCanonical, in: "positions")
        }
        self.positions = positions
    }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.putVector(of: positions) { $0.put($1) }
        }
    }

    /// Reads the structure.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        let positions = try reader.vector(atMost: Self.limit * 8, "positions") {
            (reader) throws(WireError) in try reader.number64("position")
        }
        try reader.expectEnd("Acknowledgement")
        try self.init(positions)
    }
}
