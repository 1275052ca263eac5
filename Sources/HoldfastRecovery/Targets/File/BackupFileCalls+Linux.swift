#if canImport(Glibc)
import CLinux
import Glibc
#elseif canImport(Android)
import Android
import CLinux
#endif

#if !canImport(Darwin)
extension BackupFileCalls {
    /// Makes a file's bytes durable.
    static func sync(_ file: Int32) throws(BackupTargetError) {
        guard fdatasync(file) == 0 else { throw failure() }
    }

    /// Has the disk begin with bytes that ``sync(_:)`` will wait for; it promises nothing.
    static func beginSync(_ file: Int32, at place: Int, _ count: Int) {
        // No answer is needed: an error of the disk is told to the sync as well.
        holdfast_begin_sync(file, Int64(place), Int64(count))
    }
}
#endif
