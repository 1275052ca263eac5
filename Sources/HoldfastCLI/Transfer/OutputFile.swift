import Glibc
import HoldfastCore
import HoldfastCrypto

/// A file that is there in full, and on the disk, or not at all.
///
/// It is written under another name in the same folder, readable by its owner alone whatever the
/// umask, and takes its name when everything is synced.
final class OutputFile {
    private let path: String
    private let folder: String
    private let temporaryPath: String
    private let replaces: Bool
    private var descriptor: Int32

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - path: its name in the end.
    ///   - replaces: whether a file of that name may be replaced.
    ///   - random: what makes the temporary name one that nobody else has.
    /// - Throws: `UNKNOWN` with the system's number.
    init(path: String, replaces: Bool, random: any SecureRandom) throws(KeychainError) {
        self.path = path
        self.replaces = replaces
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let suffix: Int
        do {
            suffix = try random.uniform(below: 1 << 60)
        } catch {
            throw KeychainError(
                .unknown, "the system gave no random bytes", nativeDomain: "holdfast.crypto")
        }
        temporaryPath = folder + "/.holdfast-export-" + String(suffix, radix: 36)
        if !replaces { try Self.checkAbsent(path) }
        descriptor = open(
            temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw KeychainError(errno: errno) }
        // A default ACL of the folder may have widened the mode.
        guard fchmod(descriptor, 0o600) == 0 else { throw drop(errno) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        unlink(temporaryPath)
    }

    /// Adds bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
        try Descriptor.write(bytes, to: descriptor)
    }

    /// Syncs the file and gives it its name.
    ///
    /// - Throws: `UNKNOWN` with the system's number; there is no new file then, unless only the
    ///   folder could not be synced.
    func finish() throws(KeychainError) {
        guard fsync(descriptor) == 0 else { throw drop(errno) }
        if replaces {
            guard rename(temporaryPath, path) == 0 else { throw drop(errno) }
        } else {
            // link fails where a file has come up meanwhile; rename would replace it.
            guard link(temporaryPath, path) == 0 else { throw drop(errno) }
            unlink(temporaryPath)
        }
        close(descriptor)
        descriptor = -1
        try syncFolder()
    }

    /// Refuses a name that is taken before anybody is asked for anything.
    static func checkAbsent(_ path: String) throws(KeychainError) {
        var status = stat()
        if lstat(path, &status) == 0 { throw exists(EEXIST) }
        guard errno == ENOENT else { throw KeychainError(errno: errno) }
    }

    private static func exists(_ number: Int32) -> KeychainError {
        KeychainError(errno: number, advice: "choose another name, or use --force to replace it")
    }

    private func drop(_ number: Int32) -> KeychainError {
        close(descriptor)
        descriptor = -1
        unlink(temporaryPath)
        return number == EEXIST ? Self.exists(number) : KeychainError(errno: number)
    }

    private func syncFolder() throws(KeychainError) {
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw KeychainError(errno: errno) }
        defer { close(directory) }
        guard fsync(directory) == 0 || errno == EINVAL else { throw KeychainError(errno: errno) }
    }
}
