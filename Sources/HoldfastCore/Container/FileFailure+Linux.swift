#if canImport(Glibc)
import Glibc
#elseif canImport(Android)
import Android
#endif

#if !canImport(Darwin)
extension FileFailure {
    /// Makes a file's bytes durable.
    static func sync(_ file: Int32) throws(FileFailure) {
        guard fsync(file) == 0 else { throw current }
    }

    /// Nothing: here the directory decides when its files are readable.
    static func protect(_ file: Int32) {}
}
#endif
