#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// The lowest sequence number that a history can truly have, in a small file beside it.
///
/// SQLite takes a damaged or missing write-ahead log for one that was never written, and answers
/// with older data as if nothing had happened. This file, written after each commit, tells. It is
/// not synced, so it may lag behind, never run ahead of, what is durable.
///
/// The file, 40 bytes: the history's id (16), the number (8), the first 16 bytes of their SHA-256.
struct SequenceMark {
    private static let byteCount = DatabaseID.byteCount + 8 + 16

    let path: String
    let database: DatabaseID

    /// The number in the file.
    ///
    /// - Returns: 0 if there is no such file, or it is not whole: it is an addition, and without it
    ///   nothing is refused.
    /// - Throws: `DATA_CORRUPTED` if it is whole and another history's; what kept it from being read.
    func read() throws(KeychainError) -> UInt64 {
        let bytes = try FileCalls.read(path, atMost: Self.byteCount + 1) ?? []
        guard bytes.count == Self.byteCount,
            let owner = DatabaseID([UInt8](bytes.prefix(DatabaseID.byteCount)))
        else { return 0 }
        let number = bytes[DatabaseID.byteCount..<(DatabaseID.byteCount + 8)]
            .reduce(0) { $0 << 8 | UInt64($1) }
        guard Self.encoded(owner, number) == bytes else { return 0 }
        guard owner == database else {
            throw KeychainError(
                .dataCorrupted, "the history's file and its mark are of different histories",
                advice: "put back the whole folder of one history")
        }
        return number
    }

    /// Notes a number that is durable in the history.
    ///
    /// - Throws: `UNKNOWN` with an errno; the history itself is already written then.
    func write(_ number: UInt64) throws(KeychainError) {
        try FileCalls.write(Self.encoded(database, number), to: path)
    }

    private static func encoded(_ database: DatabaseID, _ number: UInt64) -> [UInt8] {
        ByteWriter.encode(reserving: byteCount) { writer in
            writer.put(database.bytes)
            writer.put(number)
            writer.put(SHA256.hash(writer.bytes).prefix(16))
        }
    }
}
#endif
