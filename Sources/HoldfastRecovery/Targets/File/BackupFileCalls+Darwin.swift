#if canImport(Darwin)
import Darwin

extension BackupFileCalls {
    /// Makes a file's bytes durable: fsync(2) of Darwin leaves them in the drive's cache.
    static func sync(_ file: Int32) throws(BackupTargetError) {
        guard fcntl(file, F_FULLFSYNC) == 0 || fsync(file) == 0 else { throw failure() }
    }

    /// Darwin has no call that only begins.
    static func beginSync(_ file: Int32, at place: Int, _ count: Int) {}
}
#endif
