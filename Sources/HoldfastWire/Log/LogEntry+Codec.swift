import HoldfastCrypto

extension LogEntry {
    /// The version of this encoding.
    static let version: UInt16 = 1
    /// How many devices a merge can name, and an account can have.
    static let deviceLimit = 1024
    /// How many bytes a record has at most.
    static let recordLimit = 512

    /// The bytes that are signed and hashed.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.version)
            writer.put(account?.bytes ?? EntryHash.none.bytes)
            writer.put(sequence)
            writer.put(previous.bytes)
            writer.put(created)
            author.write(to: &writer)
            action.write(to: &writer)
        }
    }

    /// The entry's name.
    public var hash: EntryHash { Self.hash(of: bytes) }

    /// The name of the entry that has these bytes.
    static func hash(of bytes: [UInt8]) -> EntryHash {
        EntryHash(known: SHA256.hash(WireLabel.logEntry.bytes + bytes))
    }

    /// Reads an entry.
    ///
    /// - Parameter bytes: the bytes that were signed.
    /// - Throws: ``WireError``; `newerVersion` for a version or an action that is not known here.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.number16("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        let account = try reader.identifier(AccountID.self, "account")
        let sequence = try reader.number64("sequence")
        let previous = try reader.identifier(EntryHash.self, "previous")
        let created = Int64(bitPattern: try reader.number64("created"))
        let author = try Author(from: &reader)
        let action = try LogAction(from: &reader)
        try reader.expectEnd("LogEntry")
        let isFirst = account.bytes == EntryHash.none.bytes
        self.init(
            account: isFirst ? nil : account, sequence: sequence, previous: previous,
            created: created, author: author, action: action)
    }
}

extension LogEntry.Author {
    fileprivate func write(to writer: inout WireWriter) {
        switch self {
        case .device(let id):
            writer.put(UInt8(1))
            writer.put(id.bytes)
        case .recovery: writer.put(UInt8(2))
        }
    }

    fileprivate init(from reader: inout WireReader) throws(WireError) {
        switch try reader.byte("author") {
        case 1: self = .device(try reader.identifier(DeviceID.self, "author"))
        case 2: self = .recovery
        default: throw WireError(.newerVersion, in: "author")
        }
    }
}
