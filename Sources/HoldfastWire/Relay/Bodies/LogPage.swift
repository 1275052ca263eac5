/// A stretch of an account's log, as a relay hands it out.
///
/// It is the relay's word and nothing else until its entries were verified.
public struct LogPage: Sendable, Hashable {
    /// Most entries of one page.
    public static let entryLimit = 256
    /// Most bytes of one page's entries.
    public static let byteLimit = 1 << 20

    /// The account.
    public let account: AccountID
    /// The newest entry that the relay has, which may be on a later page.
    public let head: LogHead
    /// Signed entries, in order, each as it was stored.
    public let entries: [[UInt8]]

    /// Puts a page together.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - head: the newest entry that there is.
    ///   - entries: signed entries, in order.
    public init(account: AccountID, head: LogHead, entries: [[UInt8]]) {
        self.account = account
        self.head = head
        self.entries = entries
    }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            write(to: &writer)
        }
    }

    /// Reads the structure.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        try self.init(from: &reader)
        try reader.expectEnd("LogPage")
    }

    func write(to writer: inout WireWriter) {
        writer.put(account.bytes)
        head.write(to: &writer)
        writer.putVector(of: entries) { $0.putVector($1) }
    }

    init(from reader: inout WireReader) throws(WireError) {
        account = try reader.identifier(AccountID.self, "account")
        head = try LogHead(from: &reader, "head")
        entries = try reader.vector(atMost: Self.byteLimit, "entries") {
            (reader) throws(WireError) in
            try reader.vector(atMost: Self.byteLimit, "entry")
        }
        guard entries.count <= Self.entryLimit else { throw WireError(.tooLong, in: "entries") }
    }
}
