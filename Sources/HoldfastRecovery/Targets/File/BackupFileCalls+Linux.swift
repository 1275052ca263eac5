#if canImport(Glibc)
import Glibc
#elseif canImport(Android)
import Android
#endif

#if !canImport(Darwin)
extension BackupFileCalls {
    /// Makes a file's bytes durable.
    static func sync(_ file: Int32) throws(BackupTargetError) {
        guard fdatasync(file) == 0 else { throw failure() }
    }
}
#endif
