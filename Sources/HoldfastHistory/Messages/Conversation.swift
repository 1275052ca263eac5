#if os(Linux)
public import HoldfastWire

/// What was exchanged with one account, in the order in which this device came to know it.
public struct Conversation: Sendable, Hashable {
    /// The account; this device's own for what its other devices have sent.
    public let account: AccountID
    /// How many places there are; the newest entry has this place.
    public internal(set) var placeCount: UInt64
    /// Up to which place the app has taken the entries.
    public internal(set) var taken: UInt64
    /// How many messages of others there are behind ``taken``.
    public internal(set) var unreadCount: UInt64
    /// When the newest entry came, in seconds since 1970.
    public internal(set) var latest: Int64
}

/// One entry of a conversation.
public struct ConversationEntry: Sendable {
    /// What was exchanged.
    public enum Message: Sendable {
        /// It came from another device.
        case received(ReceivedMessage)
        /// It was written here.
        case sent(OutgoingMessage)
    }

    /// Where it stands: 1 is the first.
    ///
    /// A message that could not be opened gets a new place when it is opened at last, so that whoever
    /// reads on from a place sees each message once.
    public let place: UInt64
    /// What was exchanged.
    public let message: Message
}

/// What stands in a place of a conversation.
enum PlaceContent: Sendable, Hashable {
    /// The message that stood there has another place now.
    case left
    case received(DeviceID, MessageID)
    case sent(MessageID)
}

extension PlaceContent {
    var bytes: [UInt8] {
        WireWriter.encode { writer in
            switch self {
            case .left: writer.put(UInt8(0))
            case .received(let sender, let message):
                writer.put(UInt8(1))
                writer.put(sender.bytes)
                writer.put(message.bytes)
            case .sent(let message):
                writer.put(UInt8(2))
                writer.put(message.bytes)
            }
        }
    }

    init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        switch try reader.byte("place") {
        case 0: self = .left
        case 1:
            let sender = try reader.identifier(DeviceID.self, "sender")
            self = .received(sender, try reader.message("message"))
        case 2: self = .sent(try reader.message("message"))
        default: throw WireError(.newerVersion, in: "place")
        }
        try reader.expectEnd("PlaceContent")
    }
}

extension Conversation {
    private static let version: UInt8 = 1

    var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.version)
            writer.put(account.bytes)
            writer.put(placeCount)
            writer.put(taken)
            writer.put(unreadCount)
            writer.put(latest)
        }
    }

    init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.byte("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        account = try reader.identifier(AccountID.self, "account")
        placeCount = try reader.number64("place_count")
        taken = try reader.number64("taken")
        unreadCount = try reader.number64("unread_count")
        latest = Int64(bitPattern: try reader.number64("latest"))
        try reader.expectEnd("Conversation")
    }
}
#endif
