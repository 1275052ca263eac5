/// Chunks of a backup that no manifest names any more.
public struct ChunkList: Sendable, Hashable {
    /// Number of bytes of a chunk's name.
    public static let nameByteCount = 32
    /// How many chunks there can be.
    public static let limit = 1_024

    /// The chunks' names, 32 bytes each.
    public let names: [[UInt8]]

    /// Names chunks.
    ///
    /// - Parameter names: 1 to 1,024 names of 32 bytes each.
    /// - Throws: ``WireError`` with `invalidValue` or `tooLong` against these rules.
    public init(_ names: [[UInt8]]) throws(WireError) {
        guard !names.isEmpty, names.allSatisfy({ $0.count == Self.nameByteCount }) else {
            throw WireError(.invalidValue, in: "names")
        }
        guard names.count <= Self.limit else { throw WireError(.tooLong, in: "names") }
        self.names = names
    }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.putVector(of: names) { $0.put($1) }
        }
    }

    /// Reads the structure.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        let names = try reader.vector(atMost: Self.limit * Self.nameByteCount, "names") {
            (reader) throws(WireError) in try reader.raw(Self.nameByteCount, "name")
        }
        try reader.expectEnd("ChunkList")
        try self.init(names)
    }
}
