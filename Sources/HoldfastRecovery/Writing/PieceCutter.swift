/// Cuts a table's records into pieces, at borders that stay where they are when records are added
/// or removed elsewhere.
///
/// A piece ends behind a record whose keyed name says so, once it is long enough; a record's chance
/// to be one grows with its length. So a change moves borders near it alone, and the rest of a
/// history is not sent again.
struct PieceCutter {
    /// No border lies before so many bytes.
    static let least = 96 << 10
    /// Behind that, one lies every so many bytes on average.
    static let distance = 64 << 10

    private let border: ([UInt8]) -> UInt64
    private(set) var records: [BackupRecord] = []
    private var byteCount = 0

    init(border: @escaping ([UInt8]) -> UInt64) { self.border = border }

    /// Takes the next record.
    ///
    /// - Returns: the piece that ends before it or with it, if one does.
    mutating func take(_ record: BackupRecord) -> [BackupRecord]? {
        let count = PieceCoding.byteCount(of: record)
        guard byteCount + count <= PieceCoding.byteLimit else {
            let piece = records
            (records, byteCount) = ([record], count)
            return piece
        }
        records.append(record)
        byteCount += count
        guard byteCount >= Self.least, isBorder(record, count) else { return nil }
        return rest()
    }

    /// What is left at the end; empty if nothing is.
    mutating func rest() -> [BackupRecord] {
        defer { (records, byteCount) = ([], 0) }
        return records
    }

    private func isBorder(_ record: BackupRecord, _ count: Int) -> Bool {
        let share = min(UInt64(count), UInt64(Self.distance))
        return border(record.name) < UInt64.max / UInt64(Self.distance) * share
    }
}
