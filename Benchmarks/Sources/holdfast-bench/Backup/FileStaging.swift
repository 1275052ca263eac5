import Glibc
import HoldfastCore
import HoldfastRecovery
import HoldfastWire

/// Restores messages into one file, one behind the other: what a peer restores, durable at the end.
actor FileStaging: RestoreStaging {
    private let path: String
    private var file: Int32 = -1
    private var counts: [BackupTable: UInt64] = [:]
    private var bytes: [UInt8] = []

    init(path: String) { self.path = path }

    deinit { if file >= 0 { close(file) } }

    func isOccupied() throws(KeychainError) -> Bool { access(path, F_OK) == 0 }

    func begin(_ generation: KnownGeneration) throws(KeychainError) -> Int {
        file = open(path + ".staged", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failure() }
        return 0
    }

    func stage(_ records: [BackupRecord], piece: Int, of slot: SlotID) throws(KeychainError) {
        bytes.removeAll(keepingCapacity: true)
        for record in records {
            counts[record.table, default: 0] += 1
            guard record.table == .messages else { continue }
            record.value?.withUnsafeBytes { bytes.append(contentsOf: $0) }
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Self.failure() }
            rest = rest.dropFirst(count)
        }
    }

    func count(of table: BackupTable, in slot: SlotID) throws(KeychainError) -> UInt64 {
        counts[table] ?? 0
    }

    func switchOver() throws(KeychainError) {
        guard fsync(file) == 0, rename(path + ".staged", path) == 0 else { throw Self.failure() }
    }

    private static func failure() -> KeychainError {
        KeychainError(
            .unknown, "the restored file cannot be written", nativeDomain: "errno",
            nativeCode: Int(errno))
    }
}
