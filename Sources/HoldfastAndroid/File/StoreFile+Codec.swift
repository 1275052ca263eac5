import HoldfastCore
import HoldfastCrypto

/// Why bytes are no store that can be used.
enum StoreFileDamage: Error, Sendable, Equatable {
    /// They were cut or changed, or never were one.
    case damaged
    /// A newer version of this package wrote them.
    case newerFormat(UInt16)
}

/// A store's bytes, taken apart and not yet authenticated.
struct UnverifiedStoreFile: Sendable {
    /// What the bytes say.
    let file: StoreFile
    private let bytes: [UInt8]

    /// Takes a file's bytes.
    ///
    /// - Throws: ``StoreFileDamage``; a newer format only if the file is whole.
    init(decoding bytes: [UInt8]) throws(StoreFileDamage) {
        self.bytes = bytes
        file = try Self.decode(bytes)
    }

    /// The file, if whoever wrote it had the store's tag key.
    func authenticated(by key: HMACSHA256Key) -> StoreFile? {
        let body = bytes.dropLast(StoreFile.tagByteCount + SHA256.byteCount)
        let tag = bytes.dropLast(SHA256.byteCount).suffix(StoreFile.tagByteCount)
        return key.isValid([UInt8](tag), for: [UInt8](body)) ? file : nil
    }

    /// Whether the file is as it was written, as far as that can be told without a key.
    var isWhole: Bool { Self.isWhole(bytes) }

    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        SHA256.hash([UInt8](bytes.dropLast(SHA256.byteCount))) == bytes.suffix(SHA256.byteCount)
    }

    private static func decode(_ bytes: [UInt8]) throws(StoreFileDamage) -> StoreFile {
        guard bytes.count > StoreFile.tagByteCount + SHA256.byteCount else { throw .damaged }
        let end = bytes.count - StoreFile.tagByteCount - SHA256.byteCount
        // Magic and format, and the hash at the end, keep their places in every format.
        let body = bytes.withUnsafeBytes { buffer in
            let body = UnsafeRawBufferPointer(rebasing: buffer[..<end])
            return Result { () throws(StoreFileDamage) in try StoreFile(decodingBody: body) }
        }
        do throws(StoreFileDamage) {
            return try body.get()
        } catch {
            // A damaged byte must not be taken for a newer format.
            throw isWhole(bytes) ? error : .damaged
        }
    }
}

extension StoreFile {
    static let tagByteCount = HMACSHA256Key.tagByteCount
    private static let magic = Array("holdfast-android".utf8)
    private static let format: UInt16 = 1

    /// The file's bytes: body, tag, and a hash over all before it, which finds damage where the key
    /// of the tag is lost.
    func encoded(authenticatedBy key: HMACSHA256Key) -> [UInt8] {
        var bytes = encodedBody
        bytes += key.authenticate(bytes)
        bytes += SHA256.hash(bytes)
        return bytes
    }

    private var encodedBody: [UInt8] {
        ByteWriter.encode(reserving: encodedCapacity) { writer in
            writer.put(Self.magic)
            writer.put(Self.format)
            writer.put(id.bytes)
            writer.put(UInt8(isLab ? 1 : 0))
            writer.put(nameKey)
            writer.put(sequence)
            writer.put(UInt32(keys.count))
            for key in keys { key.encode(into: &writer) }
            writer.put(UInt32(items.count))
            for item in sortedItems { item.encode(into: &writer) }
        }
    }

    private var encodedCapacity: Int {
        items.values.reduce(1_024 + keys.count * 128) {
            $0 + 256 + $1.sealedName.count + ($1.value?.sealed.count ?? 0)
        }
    }

    fileprivate init(decodingBody body: UnsafeRawBufferPointer) throws(StoreFileDamage) {
        var reader = ByteReader(body)
        guard reader.array(Self.magic.count) == Self.magic,
            let format = reader.number(UInt16.self)
        else { throw .damaged }
        guard format <= Self.format else { throw .newerFormat(format) }
        guard format == Self.format, let id = reader.array(StoreID.byteCount),
            let isLab = reader.number(UInt8.self), isLab <= 1,
            let nameKey = reader.array(Self.nameKeyByteCount),
            let sequence = reader.number(UInt64.self),
            let keys = Self.keys(from: &reader), let items = Self.items(from: &reader),
            reader.remainingCount == 0
        else { throw .damaged }
        self.init(
            id: StoreID(bytes: id), isLab: isLab == 1, nameKey: nameKey, sequence: sequence,
            keys: keys, items: items)
    }

    private static func keys(from reader: inout ByteReader) -> [KeyRecord]? {
        guard let count = reader.number(UInt32.self) else { return nil }
        var keys: [KeyRecord] = []
        for _ in 0..<count {
            guard let key = KeyRecord(decoding: &reader) else { return nil }
            keys.append(key)
        }
        return keys.filter { $0.role == .sentinel }.count == 1 ? keys : nil
    }

    private static func items(from reader: inout ByteReader) -> [[UInt8]: ItemRecord]? {
        guard let count = reader.number(UInt32.self) else { return nil }
        var items: [[UInt8]: ItemRecord] = [:]
        for _ in 0..<count {
            guard let item = ItemRecord(decoding: &reader),
                items.updateValue(item, forKey: item.name) == nil
            else { return nil }
        }
        return items
    }
}
