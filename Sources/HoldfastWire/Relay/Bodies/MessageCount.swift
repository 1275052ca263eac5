/// The highest counter of the messages that a relay has taken from a device.
public struct MessageCount: Sendable, Hashable {
    /// The counter; 0 if there was no message.
    public let counter: UInt64

    /// Makes a count.
    ///
    /// - Parameter counter: the counter; 0 if there was no message.
    public init(_ counter: UInt64) {
        self.counter = counter
    }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.put(counter)
        }
    }

    /// Reads the structure.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        counter = try reader.number64("counter")
        try reader.expectEnd("MessageCount")
    }
}
