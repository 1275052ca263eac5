import HoldfastCrypto

/// A body with the schema it has and the save that made it.
struct StateContent: Sendable {
    var schema: UInt32
    var generation: UInt64
    var body: SecretBytes
}

/// What stands around a body in an item.
struct StateFrame: Sendable {
    var head: [UInt8] = []
    var tail: SecretBytes?
}

/// An item's payload as a persistor writes it.
///
/// - Note: `docs/formats/persisted-state.md` is the format.
struct StateEnvelope: Sendable {
    /// Why bytes are not an envelope.
    enum Damage: Error, Equatable {
        /// They do not begin like one.
        case unmarked
        /// They begin like one and go on otherwise.
        case damaged
        /// A newer version of the package wrote them.
        case newerFormat
    }

    /// Everything but the contents.
    struct Header: Sendable, Equatable {
        /// Whether the payload from before a migration may still lie beside.
        var keepsOlder = false
        /// In the first part: which generation of each other part belongs to it.
        var partGenerations: [UInt64] = []
    }

    var header: Header
    var current: StateContent
    /// In the other parts: what was there before, until the first part is known to be written.
    var previous: StateContent?

    static let maximumPartCount = 16
    private static let mark: [UInt8] = Array("HFST".utf8)
    private static let format: UInt8 = 1
    private static let keepsOlderFlag: UInt8 = 1

    /// What to put around a body of so many bytes.
    static func frame(
        _ header: Header, schema: UInt32, generation: UInt64, bodyByteCount: Int,
        previous: StateContent?
    ) -> StateFrame {
        let head = ByteWriter.encode(reserving: 32) { writer in
            writer.put(mark)
            writer.put(format)
            writer.put(header.keepsOlder ? keepsOlderFlag : 0)
            writer.put(UInt8(header.partGenerations.count))
            for generation in header.partGenerations { writer.put(generation) }
            put(schema, generation, bodyByteCount, &writer)
        }
        return StateFrame(head: head, tail: previous.map(tail))
    }

    /// A whole payload of contents that are there already.
    static func payload(
        _ header: Header, _ current: StateContent, previous: StateContent?
    ) -> SecretBytes {
        let frame = frame(
            header, schema: current.schema, generation: current.generation,
            bodyByteCount: current.body.count, previous: previous)
        let tailCount = frame.tail?.count ?? 0
        return SecretBytes(count: frame.head.count + current.body.count + tailCount) { all in
            all.copyBytes(from: frame.head)
            var place = frame.head.count
            for part in [current.body, frame.tail].compactMap({ $0 }) {
                part.withUnsafeBytes {
                    UnsafeMutableRawBufferPointer(rebasing: all[place...]).copyMemory(from: $0)
                }
                place += part.count
            }
        }
    }

    private static func tail(_ content: StateContent) -> SecretBytes {
        let head = ByteWriter.encode(reserving: 16) { writer in
            put(content.schema, content.generation, content.body.count, &writer)
        }
        return SecretBytes(count: head.count + content.body.count) { all in
            all.copyBytes(from: head)
            content.body.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: all[head.count...]).copyMemory(from: $0)
            }
        }
    }

    private static func put(
        _ schema: UInt32, _ generation: UInt64, _ byteCount: Int, _ writer: inout ByteWriter
    ) {
        writer.put(schema)
        writer.put(generation)
        writer.put(UInt32(byteCount))
    }
}

extension StateEnvelope {
    /// Takes a payload apart.
    ///
    /// - Throws: what is wrong with it.
    init(decoding payload: SecretBytes) throws(Damage) {
        self = try payload.withUnsafeBytes { (bytes) throws(Damage) in
            var reader = ByteReader(bytes)
            guard let mark = reader.array(Self.mark.count), mark == Self.mark else {
                throw .unmarked
            }
            guard let format = reader.number(UInt8.self) else { throw .damaged }
            guard format == Self.format else { throw format == 0 ? .damaged : .newerFormat }
            let header = try Self.header(&reader)
            let current = try Self.content(&reader)
            let previous = reader.remainingCount > 0 ? try Self.content(&reader) : nil
            guard reader.remainingCount == 0 else { throw .damaged }
            return StateEnvelope(header: header, current: current, previous: previous)
        }
    }

    /// The content of a generation, if it is here.
    func content(of generation: UInt64) -> StateContent? {
        if current.generation == generation { return current }
        return previous?.generation == generation ? previous : nil
    }

    private static func header(_ reader: inout ByteReader) throws(Damage) -> Header {
        guard let flags = reader.number(UInt8.self), flags & ~keepsOlderFlag == 0,
            let count = reader.number(UInt8.self), count < maximumPartCount
        else { throw .damaged }
        var header = Header(keepsOlder: flags & keepsOlderFlag != 0)
        for _ in 0..<count {
            guard let generation = reader.number(UInt64.self) else { throw .damaged }
            header.partGenerations.append(generation)
        }
        return header
    }

    private static func content(_ reader: inout ByteReader) throws(Damage) -> StateContent {
        guard let schema = reader.number(UInt32.self), schema >= 1, schema <= UInt32(Int32.max),
            let generation = reader.number(UInt64.self),
            let byteCount = reader.number(UInt32.self), let body = reader.slice(Int(byteCount))
        else { throw .damaged }
        return StateContent(
            schema: schema, generation: generation, body: SecretBytes(copying: body))
    }
}
