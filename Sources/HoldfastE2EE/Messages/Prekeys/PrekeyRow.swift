public import HoldfastWire

/// A prekey of this device as the database keeps it: its private half is sealed under the key of an
/// epoch, which lies in the item store and is destroyed with its epoch.
///
/// So a row that was removed stays removed, also where the database's pages or the flash below keep
/// copies of it.
public struct PrekeyRow: Sendable, Hashable {
    /// The prekey.
    public let id: PrekeyID
    /// What it is for.
    public let grade: SecrecyGrade
    /// Until when senders may use it, in seconds since 1970.
    public let notAfter: Int64
    /// When another one took its place, if one did.
    public internal(set) var replaced: Int64?
    /// The epoch whose key it is sealed under.
    public let epoch: UInt32
    /// The sealed private half.
    public let sealed: [UInt8]
}

extension PrekeyRow {
    private static let version: UInt8 = 1

    /// The row as it is stored.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.version)
            writer.put(id.bytes)
            writer.put(grade.rawValue)
            writer.put(notAfter)
            writer.putOptional(replaced) { $0.put($1) }
            writer.put(UInt64(epoch))
            writer.putVector(sealed)
        }
    }

    /// Reads what ``bytes`` wrote.
    ///
    /// - Parameter bytes: the row.
    /// - Throws: ``WireError``; `newerVersion` for a row of a newer app.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.byte("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        id = try reader.identifier(PrekeyID.self, "id")
        guard let grade = SecrecyGrade(rawValue: try reader.byte("grade")), grade != .identity
        else { throw WireError(.invalidValue, in: "grade") }
        self.grade = grade
        notAfter = Int64(bitPattern: try reader.number64("not_after"))
        replaced = try reader.optional("replaced") { (reader) throws(WireError) in
            Int64(bitPattern: try reader.number64("replaced"))
        }
        guard let epoch = UInt32(exactly: try reader.number64("epoch")) else {
            throw WireError(.invalidValue, in: "epoch")
        }
        self.epoch = epoch
        sealed = try reader.vector(atMost: 256, "sealed")
        try reader.expectEnd("PrekeyRow")
    }
}

/// What is left of a prekey, so that a second message to it is told from one to a key that never
/// was.
public struct PrekeyTombstone: Sendable, Hashable {
    /// Why the prekey is gone.
    public enum Reason: UInt8, Sendable, CaseIterable {
        /// It opened a message.
        case used = 1
        /// Its time was over.
        case retired = 2
        /// Its epoch's key is gone.
        case lost = 3
    }

    /// The prekey.
    public let id: PrekeyID
    /// Why it is gone.
    public let reason: Reason
    /// When it went, in seconds since 1970.
    public let removed: Int64

    /// Makes a tombstone.
    ///
    /// - Parameters:
    ///   - id: the prekey.
    ///   - reason: why it is gone.
    ///   - removed: when it went, in seconds since 1970.
    public init(_ id: PrekeyID, _ reason: Reason, removed: Int64) {
        self.id = id
        self.reason = reason
        self.removed = removed
    }
}
