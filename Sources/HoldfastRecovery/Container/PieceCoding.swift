package import HoldfastCrypto

/// Records one behind the other, filled up with zeros, as a piece of a table holds them.
///
/// A record is `u8` mark ‖ `u8` byte count of the name ‖ name ‖ `u32` byte count of the value ‖
/// value; the mark is 1, or 2 for a thing that could not be opened, which has no value.
package enum PieceCoding {
    /// Pieces are filled up to a multiple of this, so that one new message shows by no length.
    static let padding = 4_096
    /// Most bytes of a piece, sealed: what a relay takes.
    static let sealedLimit = 1_310_720
    /// Most bytes of a piece.
    static let byteLimit = BackupRecord.valueLimit + padding

    /// Number of bytes of a record in a piece.
    static func byteCount(of record: BackupRecord) -> Int {
        6 + record.name.count + (record.value?.count ?? 0)
    }

    /// Writes records.
    ///
    /// - Parameter records: records of one table.
    /// - Returns: the piece; nothing for no records.
    package static func encode(_ records: [BackupRecord]) -> SecretBytes {
        let count = records.reduce(0) { $0 + byteCount(of: $1) }
        let padded = (count + padding - 1) / padding * padding
        return SecretBytes(count: padded) { output in
            var rest = output
            for record in records { rest = write(record, to: rest) }
        }
    }

    private static func write(
        _ record: BackupRecord, to output: UnsafeMutableRawBufferPointer
    ) -> UnsafeMutableRawBufferPointer {
        output[0] = record.value == nil ? 2 : 1
        output[1] = UInt8(record.name.count)
        var place = 2
        UnsafeMutableRawBufferPointer(rebasing: output[place...]).copyBytes(from: record.name)
        place += record.name.count
        output.storeBytes(
            of: UInt32(record.value?.count ?? 0).bigEndian, toByteOffset: place, as: UInt32.self)
        place += 4
        record.value?.withUnsafeBytes { value in
            UnsafeMutableRawBufferPointer(rebasing: output[place...]).copyMemory(from: value)
            place += value.count
        }
        return UnsafeMutableRawBufferPointer(rebasing: output[place...])
    }

    /// Reads records.
    ///
    /// - Parameters:
    ///   - plaintext: what ``encode(_:)`` gave.
    ///   - table: the records' table.
    /// - Returns: the records.
    /// - Throws: the kind of damage; nothing is taken by a length that the bytes do not bear out.
    package static func decode(
        _ plaintext: SecretBytes, _ table: BackupTable
    ) throws(PieceFault) -> [BackupRecord] {
        guard plaintext.count.isMultiple(of: padding), plaintext.count <= byteLimit else {
            throw PieceFault.malformed
        }
        return try plaintext.withUnsafeBytes { (bytes) throws(PieceFault) in
            var rest = bytes[...]
            var records: [BackupRecord] = []
            while let mark = rest.first, mark != 0 {
                records.append(try read(&rest, table))
            }
            guard rest.count < padding, rest.allSatisfy({ $0 == 0 }) else {
                throw PieceFault.malformed
            }
            return records
        }
    }

    private static func read(
        _ rest: inout Slice<UnsafeRawBufferPointer>, _ table: BackupTable
    ) throws(PieceFault) -> BackupRecord {
        let head = try take(2, &rest)
        let (mark, nameCount) = (head[0], Int(head[1]))
        guard mark <= 2 else { throw .newer }
        let name = [UInt8](try take(nameCount, &rest))
        let count = Int(try take(4, &rest).loadUnaligned(as: UInt32.self).bigEndian)
        guard count <= BackupRecord.valueLimit, mark == 1 || count == 0 else {
            throw .malformed
        }
        let value = SecretBytes(copying: try take(count, &rest))
        do throws(RecoveryError) {
            return try BackupRecord(table, name, mark == 1 ? value : nil, nil)
        } catch {
            throw .malformed
        }
    }

    private static func take(
        _ count: Int, _ rest: inout Slice<UnsafeRawBufferPointer>
    ) throws(PieceFault) -> UnsafeRawBufferPointer {
        guard count <= rest.count else { throw .malformed }
        defer { rest = rest.dropFirst(count) }
        return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
    }
}

/// Why a piece that is whole cannot be read.
package enum PieceFault: Error {
    /// The bytes are not what the format says.
    case malformed
    /// They are of a newer format.
    case newer
}
