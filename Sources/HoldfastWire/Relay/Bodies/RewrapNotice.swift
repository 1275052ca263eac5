/// A relay's word that messages were not fetched before their device was out: they are to be wrapped
/// again for the device in its place.
///
/// It is a claim and not a proof: whether the device is out, and which has its place, the account's
/// log says.
public struct RewrapNotice: Sendable, Hashable {
    /// How many messages one notice can name.
    public static let limit = 1_024

    /// The account of the device that is out.
    public let account: AccountID
    /// The device that is out.
    public let device: DeviceID
    /// The messages, by their names, none twice.
    public let messages: [MessageID]

    /// Names messages.
    ///
    /// - Parameters:
    ///   - account: the account of the device that is out.
    ///   - device: the device that is out.
    ///   - messages: 1 to 1,024 messages, in the order of their bytes, none twice.
    /// - Throws: ``WireError`` with `invalidValue`, `tooLong` or `notCanonical` against these rules.
    public init(
        account: AccountID, device: DeviceID, messages: [MessageID]
    ) throws(WireError) {
        guard !messages.isEmpty else { throw WireError(.invalidValue, in: "messages") }
        guard messages.count <= Self.limit else { throw WireError(.tooLong, in: "messages") }
        let isInOrder = zip(messages, messages.dropFirst()).allSatisfy {
            $0.bytes.lexicographicallyPrecedes($1.bytes)
        }
        guard isInOrder else { throw WireError(.notCanonical, in: "messages") }
        self.account = account
        self.device = device
        self.messages = messages
    }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.put(account.bytes)
            writer.put(device.bytes)
            writer.putVector(of: messages) { $0.put($1.bytes) }
        }
    }

    /// Reads the structure.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        let account = try reader.identifier(AccountID.self, "account")
        let device = try reader.identifier(DeviceID.self, "device")
        let messages = try reader.vector(atMost: Self.limit * MessageID.byteCount, "messages") {
            (reader) throws(WireError) in try reader.message("message")
        }
        try reader.expectEnd("RewrapNotice")
        try self.init(account: account, device: device, messages: messages)
    }
}
