import HoldfastCrypto

/// What a server has of a device's prekeys, so that the device sees at every start whether the two
/// agree.
public struct PrekeyStock: Sendable, Hashable {
    /// How many one-time prekeys there are to hand out.
    public let oneTimeCount: Int
    /// The hash of their ids.
    public let digest: [UInt8]
    /// The signed prekey, if there is one.
    public let signed: PrekeyID?

    /// Says what there is.
    ///
    /// - Note: `SHA-256("holdfast/prekey-stock/v1" ‖ ids in order)`.
    ///
    /// - Parameters:
    ///   - oneTime: the one-time prekeys that were not handed out, at most 65,535.
    ///   - signed: the signed prekey, if there is one.
    public init(oneTime: Set<PrekeyID>, signed: PrekeyID?) {
        oneTimeCount = oneTime.count
        digest = SHA256.hash { hash in
            hash.absorb(WireLabel.prekeyStock.bytes)
            for id in oneTime.sorted() { hash.absorb(id.bytes) }
        }
        self.signed = signed
    }
}

extension PrekeyStock {
    /// What is said as it is sent.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(UInt16(oneTimeCount))
            writer.put(digest)
            writer.putOptional(signed) { $0.put($1.bytes) }
        }
    }

    /// Reads what is said.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        oneTimeCount = Int(try reader.number16("one_time"))
        digest = try reader.raw(SHA256.byteCount, "digest")
        signed = try reader.optional("signed") { (reader) throws(WireError) in
            try reader.identifier(PrekeyID.self, "signed")
        }
        try reader.expectEnd("PrekeyStock")
    }
}
