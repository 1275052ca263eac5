import CLinux
import Glibc
import HoldfastCore
import HoldfastCrypto

/// A file that lies in memory alone and that nobody can change any more.
enum MemoryFile {
    /// Makes a file with a secret in it.
    ///
    /// - Parameter value: its content.
    /// - Returns: its descriptor, which a program started in our place inherits; it stands at the
    ///   beginning.
    /// - Throws: `UNKNOWN` with the system's number; there is no file then.
    static func make(_ value: SecretBytes) throws(KeychainError) -> Int32 {
        let file = try open()
        defer { close(file) }
        try value.withUnsafeBytes { (bytes) throws(KeychainError) in
            try Descriptor.write(bytes, to: file)
        }
        guard lseek(file, 0, SEEK_SET) == 0, fcntl(file, addSeals, allSeals) == 0 else {
            throw KeychainError(errno: errno)
        }
        // A number of its own that survives exec, above those that scripts use for redirections.
        let inherited = fcntl(file, F_DUPFD, 10)
        if inherited < 0 { throw KeychainError(errno: errno) }
        return inherited
    }

    private static func open() throws(KeychainError) -> Int32 {
        let file = holdfast_memfd_create("holdfast", closeOnExec | allowSealing | noExecution)
        if file >= 0 { return file }
        // Kernels before 6.3 do not know the flag that keeps a file from being run.
        guard errno == EINVAL else { throw KeychainError(errno: errno) }
        let older = holdfast_memfd_create("holdfast", closeOnExec | allowSealing)
        if older < 0 { throw KeychainError(errno: errno) }
        return older
    }

    // linux/memfd.h.
    private static let closeOnExec: UInt32 = 1
    private static let allowSealing: UInt32 = 2
    private static let noExecution: UInt32 = 8
    // linux/fcntl.h: F_ADD_SEALS; F_SEAL_SEAL, _SHRINK, _GROW and _WRITE.
    private static let addSeals: Int32 = 1033
    private static let allSeals: Int32 = 1 | 2 | 4 | 8
}
