import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastRecovery
import HoldfastWire

/// A file of random bytes: as one file what the peers get, and in messages of 1 KiB what a backup is
/// made of.
struct RandomFile: Sendable {
    static let messageByteCount = 1_024
    /// 256 MiB.
    static let messageCount = 262_144
    static let byteCount = messageCount * messageByteCount

    let path: String

    /// Writes the file.
    init(path: String) throws {
        self.path = path
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw BenchFailure.system("cannot write \(path)", errno) }
        defer { close(file) }
        for _ in 0..<(Self.byteCount >> 20) {
            try SystemText.write(try SystemRandom().bytes(1 << 20), to: file)
        }
    }

    /// Takes a file that was written before.
    init(existing path: String) { self.path = path }
}

/// A history whose messages are those of a file, over and over: each has a name of its own, so that
/// no two pieces of a backup are the same.
struct FileHistory: BackupSource {
    let file: RandomFile
    let messageCount: Int
    let log: SignedLogEntry

    func cursor(over table: BackupTable) async throws(KeychainError) -> any BackupCursor {
        switch table {
        case .messages: try MessageCursor(file, count: messageCount)
        case .log: RecordCursor([try Self.record(.log, 0, SecretBytes(log.bytes))])
        case .contacts, .settings, .items: RecordCursor([])
        }
    }

    fileprivate static func record(
        _ table: BackupTable, _ number: Int, _ value: SecretBytes
    ) throws(KeychainError) -> BackupRecord {
        do throws(RecoveryError) {
            let name = withUnsafeBytes(of: UInt64(number).bigEndian) { [UInt8]($0) }
            return try BackupRecord(table, name: name, value: value, time: Int64(number))
        } catch {
            throw error.keychainError
        }
    }
}

/// Reads a mebibyte of messages at a time.
private actor MessageCursor: BackupCursor {
    private static let batch = 1_024

    private let file: Int32
    private let count: Int
    private var done = 0
    private var buffer = [UInt8](repeating: 0, count: batch * RandomFile.messageByteCount)

    init(_ random: RandomFile, count: Int) throws(KeychainError) {
        file = open(random.path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw KeychainError(.unknown, "the history's file cannot be opened")
        }
        self.count = count
    }

    deinit { close(file) }

    func next() throws(KeychainError) -> [BackupRecord] {
        let numbers = done..<min(done + Self.batch, count)
        guard !numbers.isEmpty else { return [] }
        let place = numbers.lowerBound % RandomFile.messageCount * RandomFile.messageByteCount
        guard pread(file, &buffer, buffer.count, off_t(place)) == buffer.count else {
            throw KeychainError(.unknown, "the history's file cannot be read")
        }
        done = numbers.upperBound
        var records: [BackupRecord] = []
        records.reserveCapacity(numbers.count)
        for number in numbers {
            let start = (number - numbers.lowerBound) * RandomFile.messageByteCount
            let value = buffer.withUnsafeBytes { buffer in
                SecretBytes(
                    copying: UnsafeRawBufferPointer(
                        rebasing: buffer[start..<(start + RandomFile.messageByteCount)]))
            }
            records.append(try FileHistory.record(.messages, number, value))
        }
        return records
    }
}

/// A few records in memory.
private actor RecordCursor: BackupCursor {
    private var records: [BackupRecord]

    init(_ records: [BackupRecord]) { self.records = records }

    func next() -> [BackupRecord] {
        defer { records = [] }
        return records
    }
}
