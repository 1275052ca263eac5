public import HoldfastWire

/// What the database keeps of the prekeys beside their rows.
public struct PrekeyState: Sendable, Hashable {
    /// The epoch whose key new rows are sealed under; 1 is the first.
    public internal(set) var epoch: UInt32
    /// When it began, in seconds since 1970.
    public internal(set) var epochBegan: Int64
    /// Epochs that no row is sealed under any more and whose keys are still to be destroyed.
    public internal(set) var formerEpochs: [UInt32]
    /// What is to be uploaded, until the server has answered.
    public internal(set) var uploads: [PrekeyUpload]
}

extension PrekeyState {
    private static let version: UInt8 = 1
    private static let uploadLimit = 64

    /// The state as it is stored.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.version)
            writer.put(UInt64(epoch))
            writer.put(epochBegan)
            writer.putVector(of: formerEpochs) { $0.put(UInt64($1)) }
            writer.putVector(of: uploads) { $0.putVector($1.bytes) }
        }
    }

    /// Reads what ``bytes`` wrote.
    ///
    /// - Parameter bytes: the state.
    /// - Throws: ``WireError``; `newerVersion` for a state of a newer app.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.byte("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        epoch = try reader.epoch()
        epochBegan = Int64(bitPattern: try reader.number64("epoch_began"))
        formerEpochs = try reader.vector(atMost: 8 * 1024, "former_epochs") {
            (reader) throws(WireError) in try reader.epoch()
        }
        uploads = try reader.vector(atMost: Self.uploadLimit * (1 << 15), "uploads") {
            (reader) throws(WireError) in
            let bytes = try reader.vector(atMost: 1 << 15, "uploads")
            do throws(PrekeyError) {
                return try PrekeyUpload.decode(bytes)
            } catch {
                guard case .wire(let error) = error else {
                    throw WireError(.invalidValue, in: "uploads")
                }
                throw error
            }
        }
        try reader.expectEnd("PrekeyState")
    }
}

extension WireReader {
    fileprivate mutating func epoch() throws(WireError) -> UInt32 {
        guard let epoch = UInt32(exactly: try number64("epoch")) else {
            throw WireError(.invalidValue, in: "epoch")
        }
        return epoch
    }
}
