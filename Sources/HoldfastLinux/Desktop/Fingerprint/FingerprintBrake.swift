#if os(Linux) && Desktop
import Glibc
import HoldfastCore
import HoldfastCrypto

/// Counts fingers that do not match, in a row, for all processes of the user.
///
/// After every fifth nobody is asked for 30 seconds. It slows down somebody who tries fingers at an
/// open machine; a process of the user could remove the count, and needs no finger anyway. The file
/// goes with the user's last session or the machine's next start.
struct FingerprintBrake: Sendable {
    static let failuresInARow = 5
    static let delay = Duration.seconds(30)

    private struct Record {
        var failures = 0
        /// Since the machine's start, in seconds.
        var last = 0
    }

    private let path: String?
    private let clock: any VaultClock
    /// Counts where there is no directory that is the user's own.
    private static let inProcess = Locked(Record())

    init(_ surroundings: FingerprintSurroundings) {
        path = surroundings.triesDirectory.map { $0 + "/holdfast-finger-tries" }
        clock = surroundings.clock
    }

    /// Refuses while the brake is on.
    ///
    /// - Throws: `LOCKOUT` with the seconds that are left.
    func check() throws(KeychainError) {
        let record = record()
        guard record.failures > 0, record.failures % Self.failuresInARow == 0 else { return }
        let end = Duration.seconds(record.last) + Self.delay
        let left = end - clock.sinceBoot
        guard left > .zero else { return }
        throw KeychainError(
            .lockout,
            "after \(record.failures) fingers that do not match the next is asked for in"
                + " \(left.components.seconds + 1) s",
            advice: "use the passcode where the item takes it, or wait")
    }

    /// Counts one more.
    func count() {
        change { record in
            record.failures = min(record.failures + 1, 1_000_000)
            record.last = Int(clock.sinceBoot.components.seconds)
        }
    }

    /// Forgets all, after one that matched.
    func reset() {
        change { $0 = Record() }
    }

    private func record() -> Record {
        var record = Record()
        change { record = $0 }
        return record
    }

    private func change(_ body: (inout Record) -> Void) {
        guard let path, let file = Self.open(path) else {
            return Self.inProcess.withLock { body(&$0) }
        }
        defer { close(file) }
        var record = Self.read(file)
        let before = (record.failures, record.last)
        body(&record)
        if before != (record.failures, record.last) { Self.write(record, file) }
    }

    /// The file, locked against other processes; `nil` where there can be none.
    private static func open(_ path: String) -> Int32? {
        do throws(Errno) {
            let file = try FileSystem.openRegular(path, O_RDWR | O_CREAT, mode: 0o600)
            var info = stat()
            guard fstat(file, &info) == 0, info.st_uid == getuid(), flock(file, LOCK_EX) == 0
            else {
                close(file)
                return nil
            }
            return file
        } catch {
            return nil
        }
    }

    /// Two decimal numbers; anything else counts as none, as a file that is not there does.
    private static func read(_ file: Int32) -> Record {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = pread(file, &bytes, bytes.count, 0)
        let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .split(separator: " ").map { Int($0) }
        guard words.count == 2, let failures = words[0], let last = words[1],
            (0...1_000_000).contains(failures), (0...Int(Int32.max)).contains(last)
        else { return Record() }
        return Record(failures: failures, last: last)
    }

    private static func write(_ record: Record, _ file: Int32) {
        let bytes = Array("\(record.failures) \(record.last)".utf8)
        do throws(Errno) {
            guard ftruncate(file, 0) == 0 else { throw Errno.current }
            try bytes.withRawBytes { (bytes) throws(Errno) in
                try FileSystem.write(bytes, to: file, at: 0)
            }
        } catch {
            // A full file system: this process still counts.
            inProcess.withLock { $0 = record }
        }
    }
}
#endif
