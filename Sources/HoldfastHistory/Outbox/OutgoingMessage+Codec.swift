#if os(Linux)
import HoldfastCore
import HoldfastE2EE
import HoldfastWire

extension OutgoingMessage {
    private static let version: UInt8 = 1

    /// How far it has come, as a row keeps it; the draft has a row of its own.
    var progress: RowValue {
        RowValue(
            clear: WireWriter.encode { writer in
                writer.put(Self.version)
                writer.put(order)
                writer.put(UInt16(clamping: refusals))
                switch state {
                case .waiting(let moment):
                    writer.put(UInt8(1))
                    writer.put(moment)
                case .sent: writer.put(UInt8(2))
                case .stopped(let cause):
                    writer.put(UInt8(3))
                    writer.put(cause.rawValue)
                case .dropped: writer.put(UInt8(4))
                }
                writer.putVector(entry.bytes)
            })
    }

    /// Reads what ``progress`` and ``MessageDraft/value`` wrote.
    init(_ progress: RowValue, _ draft: RowValue, _ id: MessageID) throws(WireError) {
        var reader = WireReader(progress.clear)
        guard try reader.byte("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        order = try reader.number64("order")
        refusals = Int(try reader.number16("refusals"))
        switch try reader.byte("state") {
        case 1: state = .waiting(from: Int64(bitPattern: try reader.number64("from")))
        case 2: state = .sent
        case 3:
            guard let cause = StopCause(rawValue: try reader.byte("cause")) else {
                throw WireError(.newerVersion, in: "cause")
            }
            state = .stopped(cause)
        case 4: state = .dropped
        default: throw WireError(.newerVersion, in: "state")
        }
        entry = try OutboxEntry(try reader.vector(atMost: 64 << 20, "entry"))
        try reader.expectEnd("OutgoingMessage")
        self.draft = try MessageDraft(draft, id)
    }
}

extension MessageDraft {
    private static let version: UInt8 = 1

    /// The draft as a row keeps it.
    var value: RowValue {
        RowValue(
            clear: WireWriter.encode { writer in
                writer.put(Self.version)
                writer.put(created.seconds)
            }, secret: body.padded())
    }

    fileprivate init(_ value: RowValue, _ id: MessageID) throws(WireError) {
        var reader = WireReader(value.clear)
        guard try reader.byte("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        let created = Int64(bitPattern: try reader.number64("created"))
        try reader.expectEnd("MessageDraft")
        self.init(
            id: id, body: try MessageBody(padded: value.secret),
            created: UnixTime(seconds: created))
    }
}
#endif
