public import HoldfastWire

/// What a history remembers when a message comes: whether it is known, and whether its counter is.
public struct Recollection: Sendable, Hashable {
    /// The message of this device under this name, if it is known.
    public let known: KnownMessage?
    /// Another message that the device sent under the same counter, if there is one.
    public let counterOwner: MessageID?
    /// Messages of the device up to this counter are forgotten and count as received; 0 for none.
    public let floor: UInt64

    /// Says what is remembered.
    ///
    /// - Parameters:
    ///   - known: the message of this device under this name.
    ///   - counterOwner: another message of the device under the same counter.
    ///   - floor: up to which counter messages are forgotten.
    public init(known: KnownMessage?, counterOwner: MessageID?, floor: UInt64) {
        self.known = known
        self.counterOwner = counterOwner
        self.floor = floor
    }
}

/// A message that was received before.
public struct KnownMessage: Sendable, Hashable {
    /// What it says, by a hash.
    public let content: ContentID
    /// The newest attempt that was received.
    public let attempt: UInt16
    /// Whether its content is in the history; if not, it could not be opened.
    public let isOpened: Bool

    /// Says what is known.
    ///
    /// - Parameters:
    ///   - content: what it says, by a hash.
    ///   - attempt: the newest attempt that was received.
    ///   - isOpened: whether its content is in the history.
    public init(content: ContentID, attempt: UInt16, isOpened: Bool) {
        self.content = content
        self.attempt = attempt
        self.isOpened = isOpened
    }
}

/// What a message is, seen from what was received before.
public enum ReplayVerdict: Sendable, Hashable {
    /// It was not received before.
    case new
    /// It was received before and could not be opened; this may be another attempt.
    case unopened
    /// It is in the history: acknowledge it, and nothing else. It is no error.
    case duplicate
    /// It is older than what the history still knows: acknowledge it, and nothing else.
    case forgotten
    /// The device has given two texts one name: no honest sender does.
    case equivocation

    /// Judges a message whose signature was verified.
    ///
    /// - Parameters:
    ///   - header: what the message says of itself.
    ///   - recollection: what the history remembers.
    public init(_ header: MessageHeader, _ recollection: Recollection) {
        guard let known = recollection.known else {
            self = header.sender.counter <= recollection.floor ? .forgotten : .new
            return
        }
        if known.content != header.content {
            self = .equivocation
        } else {
            self = known.isOpened ? .duplicate : .unopened
        }
    }
}
