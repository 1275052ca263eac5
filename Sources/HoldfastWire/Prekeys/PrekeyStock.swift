/// What a server has of a device's prekeys, so that the device sees at every start whether the two
/// agree: what the server hands out and the device has not cannot be opened by it.
public struct PrekeyStock: Sendable, Hashable {
    /// The one-time prekeys that were not handed out, in the order of their ids.
    public let oneTime: [PrekeyID]
    /// The signed prekey, if there is one.
    public let signed: PrekeyID?

    /// Most one-time prekeys that a server keeps for a device.
    public static let limit = 1024

    /// Says what there is.
    ///
    /// - Parameters:
    ///   - oneTime: the one-time prekeys that were not handed out, at most ``limit``.
    ///   - signed: the signed prekey, if there is one.
    public init(oneTime: Set<PrekeyID>, signed: PrekeyID?) {
        self.oneTime = oneTime.sorted()
        self.signed = signed
    }
}

extension PrekeyStock {
    /// The version of this encoding.
    static let version: UInt16 = 1

    /// What is said as it is sent.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.version)
            writer.putVector(of: oneTime) { $0.put($1.bytes) }
            writer.putOptional(signed) { $0.put($1.bytes) }
        }
    }

    /// Reads what is said.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.number16("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        oneTime = try reader.vector(atMost: Self.limit * PrekeyID.byteCount, "one_time") {
            (reader) throws(WireError) in try reader.identifier(PrekeyID.self, "one_time")
        }
        guard zip(oneTime, oneTime.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw WireError(.notCanonical, in: "one_time")
        }
        signed = try reader.optional("signed") { (reader) throws(WireError) in
            try reader.identifier(PrekeyID.self, "signed")
        }
        try reader.expectEnd("PrekeyStock")
    }
}
