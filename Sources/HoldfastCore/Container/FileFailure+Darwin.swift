#if canImport(Darwin)
import Darwin

extension FileFailure {
    /// Makes a file's bytes durable: fsync(2) alone leaves them in the drive's cache.
    ///
    /// - Note: `fcntl(2)` of macOS on `F_FULLFSYNC`, which not every file system has.
    static func sync(_ file: Int32) throws(FileFailure) {
        if fcntl(file, F_FULLFSYNC) == 0 { return }
        guard fsync(file) == 0 else { throw current }
    }

    /// Lets a file be read before the first unlock after a start.
    ///
    /// Where the file system has no protection classes the call fails and there is nothing to lift;
    /// where it fails for another reason, calls before the first unlock fail with the reader's
    /// error, and none of them takes a file for missing.
    static func protect(_ file: Int32) {
        _ = fcntl(file, F_SETPROTECTIONCLASS, protectionNone)
    }

    /// `PROTECTION_CLASS_D` of `sys/cprotect.h`, which is `NSFileProtectionNone`.
    private static let protectionNone: Int32 = 4
}
#endif
