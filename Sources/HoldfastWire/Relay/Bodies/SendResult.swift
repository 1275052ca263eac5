/// What became of a message that was sent.
public struct SendResult: Sendable, Hashable {
    /// Whether the relay had this attempt already; it delivered nothing twice.
    public let wasKnown: Bool
    /// Devices whose inbox has no room: they did not get it, and it is to be sent again later.
    public let full: [DeviceID]

    /// Makes a result.
    ///
    /// - Parameters:
    ///   - wasKnown: whether the relay had this attempt already.
    ///   - full: devices that did not get it, in the order of their ids.
    public init(wasKnown: Bool, full: [DeviceID]) {
        self.wasKnown = wasKnown
        self.full = full
    }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.put(UInt8(wasKnown ? 1 : 0))
            writer.putVector(of: full) { $0.put($1.bytes) }
        }
    }

    /// Reads the structure.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        let mark = try reader.byte("known")
        guard mark < 2 else { throw WireError(.invalidValue, in: "known") }
        wasKnown = mark == 1
        full = try reader.vector(atMost: Envelope.wrapLimit * DeviceID.byteCount, "full") {
            (reader) throws(WireError) in try reader.identifier(DeviceID.self, "device")
        }
        try reader.expectEnd("SendResult")
    }
}
