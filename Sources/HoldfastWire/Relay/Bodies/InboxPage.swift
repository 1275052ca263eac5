/// What waits for a device at a relay, in the order in which it came.
public struct InboxPage: Sendable, Hashable {
    /// What an item is.
    public enum Kind: UInt8, Sendable, CaseIterable {
        /// A ``DeliveredMessage``.
        case message = 1
        /// A ``SignedReceipt``.
        case receipt = 2
        /// A ``RewrapNotice``.
        case rewrap = 3
    }

    /// One thing that waits.
    public struct Item: Sendable, Hashable {
        /// Its place in the inbox, which only grows; what is acknowledged.
        public let position: UInt64
        /// What it is.
        public let kind: Kind
        /// When the relay says that it came, in seconds since 1970.
        public let received: Int64
        /// Its bytes.
        public let bytes: [UInt8]

        /// Puts an item together.
        ///
        /// - Parameters:
        ///   - position: its place in the inbox.
        ///   - kind: what it is.
        ///   - received: when it came, in seconds since 1970.
        ///   - bytes: its bytes.
        public init(position: UInt64, kind: Kind, received: Int64, bytes: [UInt8]) {
            self.position = position
            self.kind = kind
            self.received = received
            self.bytes = bytes
        }
    }

    /// Most bytes of a page.
    public static let byteLimit = 4 << 20
    /// How many items a page has at most.
    public static let itemLimit = 256

    /// The items, by their places.
    public let items: [Item]
    /// How many one-time prekeys the relay still has of the device: time to bring some.
    public let prekeyCount: UInt16

    /// Puts a page together.
    ///
    /// - Parameters:
    ///   - items: the items, by their places.
    ///   - prekeyCount: how many one-time prekeys there are of the device.
    public init(items: [Item], prekeyCount: UInt16) {
        self.items = items
        self.prekeyCount = prekeyCount
    }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.put(prekeyCount)
            writer.putVector(of: items) { writer, item in
                writer.put(item.position)
                writer.put(item.kind.rawValue)
                writer.put(item.received)
                writer.putVector(item.bytes)
            }
        }
    }

    /// Reads the structure; what its items are is not looked at.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``; `notCanonical` for places out of their order.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        prekeyCount = try reader.number16("prekey_count")
        items = try reader.vector(atMost: Self.byteLimit, "items") {
            (reader) throws(WireError) in
            let position = try reader.number64("position")
            guard let kind = Kind(rawValue: try reader.byte("kind")) else {
                throw WireError(.newerVersion, in: "kind")
            }
            return Item(
                position: position, kind: kind,
                received: Int64(bitPattern: try reader.number64("received")),
                bytes: try reader.vector(atMost: Self.byteLimit, "bytes"))
        }
        try reader.expectEnd("InboxPage")
        guard zip(items, items.dropFirst()).allSatisfy({ $0.position < $1.position }) else {
            throw WireError(.notCanonical, in: "items")
        }
    }
}
