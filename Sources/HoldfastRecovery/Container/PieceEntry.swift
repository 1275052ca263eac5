import HoldfastWire

/// A piece of a table's content, as a page lists it.
struct PieceEntry: Sendable, Hashable {
    static let byteCount = 8 + 3 * Digest256.byteCount + 8 + 8

    /// Its number, which no other piece of the table has had.
    let number: UInt64
    /// The name under which it is stored.
    let name: Digest256
    /// The SHA-256 of what is stored.
    let hash: Digest256
    /// The SHA-256 of what is in it, by which a later backup knows it again.
    let plaintextHash: Digest256
    /// Number of bytes of what is stored.
    let byteCount: UInt64
    /// How many records are in it.
    let recordCount: UInt64

    func write(to writer: inout WireWriter) {
        writer.put(number)
        writer.put(name.bytes)
        writer.put(hash.bytes)
        writer.put(plaintextHash.bytes)
        writer.put(byteCount)
        writer.put(recordCount)
    }
}

extension PieceEntry {
    init(from reader: inout WireReader) throws(WireError) {
        number = try reader.number64("number")
        name = try reader.digest("name")
        hash = try reader.digest("hash")
        plaintextHash = try reader.digest("plaintext_hash")
        byteCount = try reader.number64("byte_count")
        recordCount = try reader.number64("record_count")
    }
}

/// A page of a table's list of pieces.
struct PiecePage: Sendable, Hashable {
    /// How many pieces a page lists; all but a table's last list so many.
    static let limit = 512
    private static let version: UInt16 = 1

    let entries: [PieceEntry]

    /// The page's bytes.
    var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.version)
            writer.putVector(of: entries) { $1.write(to: &$0) }
        }
    }

    init(_ entries: [PieceEntry]) { self.entries = entries }

    /// Reads a page.
    init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.number16("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        entries = try reader.vector(atMost: Self.limit * PieceEntry.byteCount, "entries") {
            (reader) throws(WireError) in try PieceEntry(from: &reader)
        }
        try reader.expectEnd("PiecePage")
    }
}
