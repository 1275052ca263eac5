import Glibc

/// A preallocated file in which one page at a time is overwritten and synced: the floor of every
/// durable write on this machine.
final class SyncedFile {
    private let file: Int32
    private let page = [UInt8](repeating: 0x5a, count: 4_096)
    private var next = 0

    init(path: String) throws {
        file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw BenchFailure.system("cannot make \(path)", errno) }
        for _ in 0..<Self.pageCount { try SystemText.write(page, to: file) }
        guard fsync(file) == 0 else { throw BenchFailure.system("cannot sync", errno) }
    }

    deinit {
        close(file)
    }

    /// Writes one page and waits until it is durable.
    func writePage() throws {
        let offset = off_t(next % Self.pageCount * page.count)
        next += 1
        guard pwrite(file, page, page.count, offset) == page.count, fdatasync(file) == 0 else {
            throw BenchFailure.system("cannot write a page", errno)
        }
    }

    /// Waits until a file that another program wrote is durable.
    static func sync(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw BenchFailure.system("cannot open \(path)", errno) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw BenchFailure.system("cannot sync \(path)", errno) }
    }

    private static let pageCount = 1_000
}
