#if os(Linux)
public import HoldfastWire

/// What a backup calls a message: how whoever is told that one could not be opened learns which.
public struct MessageRecordName: Sendable, Hashable {
    /// Which thing of a conversation it is.
    public enum Thing: Sendable, Hashable {
        /// The one in a place that could not be read, so that nothing else is known of it.
        case place(UInt64)
        /// A message that a device has sent.
        case received(DeviceID, MessageID)
        /// A message that was written here.
        case sent(MessageID)
        /// The place of a message that stands under another contact of it.
        case alsoSent(MessageID)
    }

    /// Whose conversation.
    public let account: AccountID
    /// Which thing.
    public let thing: Thing

    /// Reads the name of a message's record.
    ///
    /// - Parameter name: a record's name, of the table of messages; `nil` is given for any other.
    public init?(_ name: [UInt8]) {
        self.init(thing: Array(name.dropLast(2)))
    }

    init(_ account: AccountID, _ thing: Thing) {
        self.account = account
        self.thing = thing
    }

    /// `account ‖ u8 kind ‖` the place, the sender and the message, or the message.
    var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(account.bytes)
            switch thing {
            case .place(let place):
                writer.put(UInt8(0))
                writer.put(place)
            case .received(let sender, let message):
                writer.put(UInt8(1))
                writer.put(sender.bytes)
                writer.put(message.bytes)
            case .sent(let message):
                writer.put(UInt8(2))
                writer.put(message.bytes)
            case .alsoSent(let message):
                writer.put(UInt8(3))
                writer.put(message.bytes)
            }
        }
    }

    init?(thing bytes: [UInt8]) {
        do throws(WireError) {
            var reader = WireReader(bytes)
            account = try reader.identifier(AccountID.self, "account")
            switch try reader.byte("kind") {
            case 0: thing = .place(try reader.number64("place"))
            case 1:
                let sender = try reader.identifier(DeviceID.self, "sender")
                thing = .received(sender, try reader.message("message"))
            case 2: thing = .sent(try reader.message("message"))
            case 3: thing = .alsoSent(try reader.message("message"))
            default: return nil
            }
            try reader.expectEnd("MessageRecordName")
        } catch {
            // Any other name is none of a message: that is what is asked here.
            return nil
        }
    }
}
#endif
