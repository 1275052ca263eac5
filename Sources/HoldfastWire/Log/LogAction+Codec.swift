import HoldfastCrypto

extension LogAction {
    /// Writes the action: a byte for its kind, then its fields.
    func write(to writer: inout WireWriter) {
        switch self {
        case .genesis(let record, let recovery):
            writer.put(UInt8(1))
            record.write(to: &writer)
            writer.putOptional(recovery) { $0.put($1.bytes) }
        case .add(let record):
            writer.put(UInt8(2))
            record.write(to: &writer)
        case .revoke(let device, let reason, let lastCounter):
            writer.put(UInt8(3))
            writer.put(device.bytes)
            writer.put(reason.rawValue)
            writer.put(lastCounter)
        case .replace(let device, let reason, let lastCounter, let record):
            writer.put(UInt8(4))
            writer.put(device.bytes)
            writer.put(reason.rawValue)
            writer.put(lastCounter)
            record.write(to: &writer)
        case .setRecovery(let key):
            writer.put(UInt8(5))
            writer.putOptional(key) { $0.put($1.bytes) }
        case .checkpoint(let lineage, let generation, let manifest):
            writer.put(UInt8(6))
            writer.put(lineage.bytes)
            writer.put(generation)
            writer.put(manifest.bytes)
        case .veto(let entry):
            writer.put(UInt8(7))
            writer.put(entry.bytes)
        case .confirm(let entry):
            writer.put(UInt8(8))
            writer.put(entry.bytes)
        case .merge(let other, let survivors):
            writer.put(UInt8(9))
            writer.put(other.sequence)
            writer.put(other.hash.bytes)
            writer.putVector(of: survivors) { $1.write(to: &$0) }
        }
    }

    /// Reads the action.
    init(from reader: inout WireReader) throws(WireError) {
        switch try reader.byte("action") {
        case 1:
            self = .genesis(
                try DeviceRecord(from: &reader), recovery: try reader.optionalKey("recovery"))
        case 2: self = .add(try DeviceRecord(from: &reader))
        case 3:
            self = .revoke(
                try reader.identifier(DeviceID.self, "device"),
                reason: try reader.removalReason(), lastCounter: try reader.number64("last_counter")
            )
        case 4:
            self = .replace(
                try reader.identifier(DeviceID.self, "device"),
                reason: try reader.removalReason(),
                lastCounter: try reader.number64("last_counter"),
                by: try DeviceRecord(from: &reader))
        case 5: self = .setRecovery(try reader.optionalKey("recovery"))
        case 6:
            self = .checkpoint(
                lineage: try reader.slot("lineage"), generation: try reader.number64("generation"),
                manifest: try reader.identifier(EntryHash.self, "manifest"))
        case 7: self = .veto(try reader.identifier(EntryHash.self, "entry"))
        case 8: self = .confirm(try reader.identifier(EntryHash.self, "entry"))
        case 9: self = try Self.merge(from: &reader)
        default: throw WireError(.newerVersion, in: "action")
        }
    }

    private static func merge(from reader: inout WireReader) throws(WireError) -> LogAction {
        let other = LogHead(
            sequence: try reader.number64("other"),
            hash: try reader.identifier(EntryHash.self, "other"))
        let limit = LogEntry.deviceLimit * LogEntry.recordLimit
        let survivors = try reader.vector(atMost: limit, "survivors") {
            (reader) throws(WireError) in try DeviceRecord(from: &reader)
        }
        let ids = survivors.map(\.id)
        guard zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw WireError(.notCanonical, in: "survivors")
        }
        return .merge(other: other, survivors: survivors)
    }
}

extension WireReader {
    fileprivate mutating func optionalKey(
        _ field: StaticString
    ) throws(WireError) -> P256PublicKey? {
        try optional(field) { (reader) throws(WireError) in try reader.publicKey(field) }
    }

    fileprivate mutating func removalReason() throws(WireError) -> RemovalReason {
        guard let reason = RemovalReason(rawValue: try byte("reason")) else {
            throw WireError(.newerVersion, in: "reason")
        }
        return reason
    }
}
