public import HoldfastCrypto

/// A prekey as a server hands it out: the key, and the proof that the device offered it.
public struct Prekey: Sendable, Hashable {
    /// The statement that it belongs to.
    public let statement: SignedPrekeyBatch
    /// The public half.
    public let key: P256PublicKey
    /// Where the key stands in the statement.
    public let place: TreePlace

    init(_ statement: SignedPrekeyBatch, key: P256PublicKey, place: TreePlace) {
        self.statement = statement
        self.key = key
        self.place = place
    }

    /// The prekey's name.
    public var id: PrekeyID { PrekeyID(key: key) }

    /// What a wrap to it is sealed to.
    public var wrapKey: Wrap.Key {
        statement.batch.grade == .oneTime ? .oneTime(id) : .signed(id)
    }

    /// Checks that a device offered this key.
    ///
    /// A sender that has verified the statement before need not do so again: ``checkPlace()`` is
    /// enough then.
    ///
    /// - Parameters:
    ///   - record: what the account says of the device.
    ///   - account: the account.
    /// - Throws: ``PrekeyFault``.
    public func check(of record: DeviceRecord, in account: AccountID) throws(PrekeyFault) {
        try statement.check(of: record, in: account)
        try checkPlace()
    }

    /// Checks that the statement is about this key.
    ///
    /// - Throws: ``PrekeyFault`` with `wrongKey`.
    public func checkPlace() throws(PrekeyFault) {
        let batch = statement.batch
        let leaf = MerkleTree.leaf(key.bytes)
        guard place.proves(leaf, inTreeOf: batch.count, root: batch.root) else {
            throw PrekeyFault(.wrongKey)
        }
    }
}

extension Prekey {
    /// Most bytes of a prekey.
    static let byteLimit = 4 + PrekeyBatch.byteCount + 64 + 65 + 4 + 16 * SHA256.byteCount

    /// The prekey as it is handed out and stored.
    public var bytes: [UInt8] { WireWriter.encode { write(to: &$0) } }

    /// Reads a prekey, without checking it.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try self.init(from: &reader)
        try reader.expectEnd("Prekey")
    }

    /// Writes the structure `Prekey`.
    func write(to writer: inout WireWriter) {
        statement.write(to: &writer)
        writer.put(key.bytes)
        place.write(to: &writer)
    }

    /// Reads the structure `Prekey`.
    init(from reader: inout WireReader) throws(WireError) {
        self.init(
            try SignedPrekeyBatch(from: &reader), key: try reader.publicKey("key"),
            place: try TreePlace(from: &reader, "place"))
    }
}
