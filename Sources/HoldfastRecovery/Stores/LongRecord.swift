package import HoldfastCore
package import HoldfastCrypto

/// A thing of any length, as records: what one record cannot hold goes into several.
///
/// Each record is named by the thing's name ‖ `u16` number of the part; the first one's value begins
/// with `u16` number of parts.
package struct LongRecord: Sendable {
    /// Most bytes of a name.
    package static let nameLimit = BackupRecord.nameLimit - 2

    /// The thing's name.
    package let name: [UInt8]
    /// The thing; `nil` if it could not be opened.
    package let value: SecretBytes?

    /// Takes a thing.
    ///
    /// - Parameters:
    ///   - name: up to ``nameLimit`` bytes.
    ///   - value: up to 65,535 MiB; `nil` if it could not be opened.
    package init(name: [UInt8], value: SecretBytes?) {
        self.name = name
        self.value = value
    }

    /// The thing's records.
    ///
    /// - Parameters:
    ///   - table: their table.
    ///   - time: when it was said or made.
    /// - Returns: one record or more, in their order.
    /// - Throws: `INVALID_ARGUMENT` for a name or a value that is too long.
    package func records(
        of table: BackupTable, time: Int64? = nil
    ) throws(KeychainError) -> [BackupRecord] {
        guard let value else { return [try record(0, nil, table, time)] }
        let limit = BackupRecord.valueLimit
        let count = (value.count + 2 + limit - 1) / limit
        guard count <= Int(UInt16.max) else { throw RecoveryError.recordTooLong.keychainError }
        var records = [try record(0, first(of: value, count), table, time)]
        for part in 1..<max(1, count) {
            let start = part * limit - 2
            let bytes = value.withUnsafeBytes { bytes in
                SecretBytes(
                    copying: UnsafeRawBufferPointer(
                        rebasing: bytes[start..<min(start + limit, bytes.count)]))
            }
            records.append(try record(part, bytes, table, time))
        }
        return records
    }

    private func first(of value: SecretBytes, _ count: Int) -> SecretBytes {
        let taken = min(value.count, BackupRecord.valueLimit - 2)
        return SecretBytes(count: 2 + taken) { output in
            output.storeBytes(of: UInt16(count).bigEndian, as: UInt16.self)
            value.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: output[2...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<taken]))
            }
        }
    }

    private func record(
        _ part: Int, _ value: SecretBytes?, _ table: BackupTable, _ time: Int64?
    ) throws(KeychainError) -> BackupRecord {
        do throws(RecoveryError) {
            return try BackupRecord(
                table, name + [UInt8(part >> 8), UInt8(part & 0xff)], value, time)
        } catch {
            throw error.keychainError
        }
    }
}

/// Puts the records of things together again, in the order in which they were made.
package struct LongRecordJoiner: Sendable {
    private var name: [UInt8] = []
    private var parts: [SecretBytes] = []
    private var count = 0

    /// Begins between two things.
    package init() {}

    /// Whether all that was begun is whole: what must be so at the end.
    package var isBetween: Bool { parts.isEmpty }

    /// Takes the next record.
    ///
    /// - Parameter record: the record.
    /// - Returns: the thing that it completes; `nil` if more of it is to come.
    /// - Throws: `DATA_CORRUPTED` for a record that does not follow.
    package mutating func take(_ record: BackupRecord) throws(KeychainError) -> LongRecord? {
        guard record.name.count >= 2 else { throw Self.misplaced }
        let number = record.name.suffix(2).reduce(0) { $0 << 8 | Int($1) }
        let name = Array(record.name.dropLast(2))
        guard number == parts.count, parts.isEmpty || name == self.name else {
            throw Self.misplaced
        }
        guard let value = record.value else {
            guard parts.isEmpty else { throw Self.misplaced }
            return LongRecord(name: name, value: nil)
        }
        if number == 0 {
            guard value.count >= 2 else { throw Self.misplaced }
            count = value.withUnsafeBytes {
                Int(UInt16(bigEndian: $0.loadUnaligned(as: UInt16.self)))
            }
            self.name = name
        }
        parts.append(value)
        guard parts.count >= count else { return nil }
        defer { parts = [] }
        return LongRecord(name: name, value: joined)
    }

    private var joined: SecretBytes {
        let total = parts.reduce(0) { $0 + $1.count } - 2
        return SecretBytes(count: total) { output in
            var place = 0
            for (number, part) in parts.enumerated() {
                part.withUnsafeBytes { bytes in
                    let taken = UnsafeRawBufferPointer(rebasing: bytes[(number == 0 ? 2 : 0)...])
                    UnsafeMutableRawBufferPointer(rebasing: output[place...])
                        .copyMemory(from: taken)
                    place += taken.count
                }
            }
        }
    }

    private static let misplaced = KeychainError(
        .dataCorrupted, "a record of the backup does not follow the one before")
}
