extension LedgerEntry {
    /// A byte for what is settled and one for what is under way, each with its facts behind it.
    func encode(into writer: inout ByteWriter) {
        switch settled {
        case nil: writer.put(Code.nothing)
        case .item(let facts):
            writer.put(Code.item)
            facts.encode(into: &writer)
        case .tombstone(let invalidation, let facts):
            writer.put(Code.tombstone)
            writer.put(invalidation.reason.formatCode)
            writer.put(invalidation.time.seconds)
            facts.encode(into: &writer)
        }
        switch pending {
        case nil: writer.put(Code.nothing)
        case .write(let facts):
            writer.put(Code.write)
            facts.encode(into: &writer)
        case .removal: writer.put(Code.removal)
        }
    }

    init?(decoding reader: inout ByteReader) {
        guard let settled = Self.settled(from: &reader), let pending = Self.pending(from: &reader)
        else { return nil }
        self.init(settled: settled.value, pending: pending.value)
    }

    // What may rightly be nothing is told apart from what could not be decoded.
    private struct Decoded<Value> {
        let value: Value?
    }

    private static func settled(from reader: inout ByteReader) -> Decoded<Settled>? {
        switch reader.number(UInt8.self) {
        case Code.nothing: return Decoded(value: nil)
        case Code.item: return LedgerFacts(decoding: &reader).map { Decoded(value: .item($0)) }
        case Code.tombstone:
            guard let reason = Invalidation.Reason(formatCode: reader.number(UInt8.self)),
                let seconds = reader.number(Int64.self),
                let facts = LedgerFacts(decoding: &reader)
            else { return nil }
            let invalidation = Invalidation(reason: reason, time: UnixTime(seconds: seconds))
            return Decoded(value: .tombstone(invalidation, facts))
        default: return nil
        }
    }

    private static func pending(from reader: inout ByteReader) -> Decoded<Pending>? {
        switch reader.number(UInt8.self) {
        case Code.nothing: Decoded(value: nil)
        case Code.write: LedgerFacts(decoding: &reader).map { Decoded(value: .write($0)) }
        case Code.removal: Decoded(value: .removal)
        default: nil
        }
    }

    private enum Code {
        static let nothing: UInt8 = 0
        static let item: UInt8 = 1
        static let tombstone: UInt8 = 2
        static let write: UInt8 = 3
        static let removal: UInt8 = 4
    }
}

extension LedgerFacts {
    func encode(into writer: inout ByteWriter) {
        writer.put(version.rawValue)
        protection.encode(into: &writer)
        writer.put(kind.formatCode)
        writer.put(created.seconds)
        writer.put(modified.seconds)
        writer.put(UInt32(byteCount))
        writer.putOptional(biometricState)
        writer.putWithLength(sealedName)
    }

    init?(decoding reader: inout ByteReader) {
        guard let version = reader.number(UInt64.self),
            let protection = ItemProtection(decoding: &reader),
            let kind = ItemKind(formatCode: reader.number(UInt8.self)),
            let created = reader.number(Int64.self), let modified = reader.number(Int64.self),
            let byteCount = reader.number(UInt32.self),
            let biometricState = reader.optionalArray(), let sealedName = reader.arrayWithLength()
        else { return nil }
        self.init(
            version: ItemVersion(rawValue: version), protection: protection, kind: kind,
            created: UnixTime(seconds: created), modified: UnixTime(seconds: modified),
            byteCount: Int(byteCount), biometricState: biometricState.bytes,
            sealedName: sealedName)
    }
}
