/// The wraps for the devices of one account, with what the sender knew of it.
public struct AccountWraps: Sendable, Hashable {
    /// The account.
    public let account: AccountID
    /// The newest place of the account's log that the sender knew.
    public let head: LogHead
    /// A wrap for each device, in the order of their ids.
    public let wraps: [Wrap]

    /// Puts the wraps of an account together.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - head: the newest place of its log that the sender knows.
    ///   - wraps: one or more, in the order of the devices' ids, none twice.
    /// - Throws: ``WireError`` with `notCanonical` for another order, `invalidValue` for no wraps.
    public init(account: AccountID, head: LogHead, wraps: [Wrap]) throws(WireError) {
        guard !wraps.isEmpty else { throw WireError(.invalidValue, in: "wraps") }
        guard zip(wraps, wraps.dropFirst()).allSatisfy({ $0.device < $1.device }) else {
            throw WireError(.notCanonical, in: "wraps")
        }
        self.account = account
        self.head = head
        self.wraps = wraps
    }

    /// The account as the header stands for it.
    public var recipient: RecipientAccount {
        RecipientAccount(account: account, head: head, devices: wraps.map(\.device))
    }
}

extension AccountWraps {
    /// Most bytes in front of the wraps.
    static let fixedByteLimit = AccountID.byteCount + 8 + EntryHash.byteCount + 4

    /// The hashes of the wraps as members of the header's tree.
    var leaves: [[UInt8]] { wraps.map { Delivery.leaf(of: $0, in: account) } }

    /// Writes the structure `AccountWraps`.
    func write(to writer: inout WireWriter) {
        writer.put(account.bytes)
        head.write(to: &writer)
        writer.putVector(of: wraps) { $1.write(to: &$0) }
    }

    /// Reads the structure `AccountWraps`.
    init(from reader: inout WireReader) throws(WireError) {
        let account = try reader.identifier(AccountID.self, "account")
        let head = try LogHead(from: &reader, "head")
        let wraps = try reader.vector(atMost: LogEntry.deviceLimit * Wrap.byteLimit, "wraps") {
            (reader) throws(WireError) in try Wrap(from: &reader)
        }
        try self.init(account: account, head: head, wraps: wraps)
    }
}
