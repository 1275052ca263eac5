#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// How a value becomes the bytes that rows seal, and these become a value.
///
/// The bytes are `u32` count of all of them, `u32` count of the clear part, the clear part, the secret
/// part. Above ``pieceByteCount`` they continue in rows of their own.
enum RowCoding {
    /// SQLite is opened with a limit on values; this is well below it.
    static let pieceByteCount = 1 << 20
    private static let headByteCount = 8
    /// Above what the largest message and the largest envelope come to.
    private static let limit = 64 << 20

    /// A value's bytes, cut so that each piece fits into a row; one piece at least.
    static func pieces(of value: RowValue) -> [SecretBytes] {
        let whole = whole(of: value)
        let count = whole.count
        guard count > pieceByteCount else { return [whole] }
        return whole.withUnsafeBytes { bytes in
            stride(from: 0, to: count, by: pieceByteCount).map { start in
                let end = min(start + pieceByteCount, count)
                return SecretBytes(
                    copying: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            }
        }
    }

    /// A value's bytes.
    static func whole(of value: RowValue) -> SecretBytes {
        let count = headByteCount + value.clear.count + value.secret.count
        return SecretBytes(count: count) { output in
            output.storeBytes(of: UInt32(count).bigEndian, as: UInt32.self)
            output.storeBytes(
                of: UInt32(value.clear.count).bigEndian, toByteOffset: 4, as: UInt32.self)
            let clear = UnsafeMutableRawBufferPointer(rebasing: output[headByteCount...])
            clear.copyBytes(from: value.clear)
            let secret = UnsafeMutableRawBufferPointer(rebasing: clear[value.clear.count...])
            value.secret.withUnsafeBytes { secret.copyMemory(from: $0) }
        }
    }

    /// How many bytes the value of a first piece has.
    static func byteCount(in first: SecretBytes) throws(KeychainError) -> Int {
        guard first.count >= headByteCount else { throw .damagedHistory }
        let count = first.withUnsafeBytes { Int(UInt32(bigEndian: $0.load(as: UInt32.self))) }
        guard count <= limit, min(count, pieceByteCount) == first.count else {
            throw .damagedHistory
        }
        return count
    }

    /// How many rows so many bytes take.
    static func pieceCount(of byteCount: Int) -> Int {
        max(1, (byteCount + pieceByteCount - 1) / pieceByteCount)
    }

    static func join(
        _ pieces: [SecretBytes], byteCount: Int
    ) throws(KeychainError) -> SecretBytes {
        guard pieces.reduce(0, { $0 + $1.count }) == byteCount else { throw .damagedHistory }
        return SecretBytes(count: byteCount) { output in
            var start = 0
            for piece in pieces {
                piece.withUnsafeBytes { bytes in
                    UnsafeMutableRawBufferPointer(rebasing: output[start...])
                        .copyMemory(from: bytes)
                }
                start += piece.count
            }
        }
    }

    static func split(_ whole: SecretBytes) throws(KeychainError) -> RowValue {
        guard whole.count >= headByteCount else { throw .damagedHistory }
        let start = try whole.withUnsafeBytes { (bytes) throws(KeychainError) -> Int in
            let count = Int(
                UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
            guard count <= bytes.count - headByteCount else { throw .damagedHistory }
            return headByteCount + count
        }
        return whole.withUnsafeBytes { bytes in
            RowValue(
                clear: [UInt8](bytes[headByteCount..<start]),
                secret: SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[start...])))
        }
    }

    /// What a row that continues another is named by.
    static func name(ofPiece number: Int, _ id: [UInt8]) -> [UInt8] {
        ByteWriter.encode { writer in
            writer.put(id)
            writer.put(UInt32(number))
        }
    }

    /// The salt that a part's entries have for an id; `nil` if there is no entry.
    static func salt(of id: [UInt8], in entries: [UInt8]) -> [UInt8]? {
        for start in stride(from: 0, to: entries.count, by: entryByteCount) {
            let saltStart = start + HistoryRow.idByteCount
            if entries[start..<saltStart].elementsEqual(id) {
                return [UInt8](entries[saltStart..<(start + entryByteCount)])
            }
        }
        return nil
    }

    /// A part's entries with another salt for an id, or with none.
    static func entries(_ entries: [UInt8], with id: [UInt8], _ salt: [UInt8]?) -> [UInt8] {
        var start = 0
        while start < entries.count,
            entries[start..<(start + HistoryRow.idByteCount)].lexicographicallyPrecedes(id)
        {
            start += entryByteCount
        }
        let isThere =
            start < entries.count
            && entries[start..<(start + HistoryRow.idByteCount)].elementsEqual(id)
        var changed = entries
        changed.replaceSubrange(
            start..<(isThere ? start + entryByteCount : start), with: salt.map { id + $0 } ?? [])
        return changed
    }

    private static let entryByteCount = HistoryRow.idByteCount + HistoryRow.saltByteCount
}
#endif
