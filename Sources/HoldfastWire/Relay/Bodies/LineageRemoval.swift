/// How far a relay has come with removing a backup: it removes so many chunks at once and no more.
public struct LineageRemoval: Sendable, Hashable {
    /// How many chunks go with one request.
    public static let chunkLimit = 256

    /// Whether nothing of the backup is left.
    public let isDone: Bool

    /// Says how far a relay has come.
    ///
    /// - Parameter isDone: whether nothing of the backup is left.
    public init(isDone: Bool) { self.isDone = isDone }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.put(UInt8(isDone ? 1 : 0))
        }
    }

    /// Reads the structure.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        let code = try reader.byte("is_done")
        guard code <= 1 else { throw WireError(.invalidValue, in: "is_done") }
        isDone = code == 1
        try reader.expectEnd("LineageRemoval")
    }
}
