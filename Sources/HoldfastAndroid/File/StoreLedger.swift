import HoldfastCore
import HoldfastCrypto

/// What is remembered of a store outside of its file, in storage that no backup takes.
///
/// The file is authenticated as a whole and replaced in one step, so it is its own ledger of items.
/// What it cannot say is that it was lost, put back from an earlier day, or brought into another
/// installation: that is what stands here.
struct StoreLedger: Sendable, Equatable {
    /// How far a store has come.
    enum Stage: UInt8, Sendable, CaseIterable {
        /// It is about to be made; there may be a key and no file yet.
        case beginning = 1
        /// Its file was written.
        case written = 2
        /// Everything of it is about to be removed.
        case ending = 3
    }

    /// Which store.
    let store: StoreID
    var stage: Stage
    /// The newest version known to be in the file; it may lag behind and never runs ahead.
    var floor: UInt64
}

extension StoreLedger {
    private static let magic = Array("holdfast-ledger".utf8)
    private static let format: UInt8 = 1

    /// The file's bytes; the hash at the end finds damage and not malice.
    var encoded: [UInt8] {
        let body = ByteWriter.encode(reserving: 96) { writer in
            writer.put(Self.magic)
            writer.put(Self.format)
            writer.put(store.bytes)
            writer.put(stage.rawValue)
            writer.put(floor)
        }
        return body + SHA256.hash(body)
    }

    /// Takes a file's bytes.
    ///
    /// - Throws: ``StoreFileDamage``; a newer format only if the file is whole.
    init(decoding bytes: [UInt8]) throws(StoreFileDamage) {
        let body = [UInt8](bytes.dropLast(SHA256.byteCount))
        guard SHA256.hash(body) == bytes.suffix(SHA256.byteCount) else { throw .damaged }
        let decoded = body.withUnsafeBytes { buffer in
            Result { () throws(StoreFileDamage) in try Self.decode(buffer) }
        }
        self = try decoded.get()
    }

    private static func decode(
        _ buffer: UnsafeRawBufferPointer
    ) throws(StoreFileDamage) -> StoreLedger {
        var reader = ByteReader(buffer)
        guard reader.array(magic.count) == magic, let format = reader.number(UInt8.self) else {
            throw .damaged
        }
        guard format <= Self.format else { throw .newerFormat(UInt16(format)) }
        guard format == Self.format, let store = reader.array(StoreID.byteCount),
            let stage = reader.number(UInt8.self).flatMap(Stage.init(rawValue:)),
            let floor = reader.number(UInt64.self), reader.remainingCount == 0
        else { throw .damaged }
        return StoreLedger(store: StoreID(bytes: store), stage: stage, floor: floor)
    }
}
