import Glibc
import HoldfastCore
import HoldfastCrypto

/// A file that is there in full, and on the disk, or not at all.
///
/// It is readable by its owner alone whatever the umask. While it is written it has no name, so
/// that nothing is left of it when the process is killed. Where the file system cannot do that
/// (open(2), `O_TMPFILE`), it has another name in the same folder meanwhile, and the signals that
/// would end the process remove it first; only SIGKILL and a power failure leave it behind.
final class OutputFile {
    private let path: String
    private let folder: String
    private let temporaryPath: String
    private let replaces: Bool
    private var descriptor: Int32
    /// Caught while there is a temporary name, and only then.
    private var signals: TerminalSignals?

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - path: its name in the end.
    ///   - replaces: whether a file of that name may be replaced.
    ///   - random: what makes the temporary name one that nobody else has.
    ///   - isUnnamed: whether to try to do without a name until it is complete.
    /// - Throws: `UNKNOWN` with the system's number.
    init(
        path: String, replaces: Bool, random: any SecureRandom, isUnnamed: Bool = true
    ) throws(KeychainError) {
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
        descriptor = -1
        if !replaces { try Self.checkAbsent(path) }
        if isUnnamed { descriptor = try Self.openUnnamed(in: folder) ?? -1 }
        if descriptor < 0 { try openNamed() }
        // A default ACL of the folder may have widened the mode.
        guard fchmod(descriptor, 0o600) == 0 else { throw drop(errno) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        endTemporaryName(isThere: true)
    }

    /// Adds bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
        if signals?.haveCome == true { throw drop(EINTR) }
        try Descriptor.write(bytes, to: descriptor)
    }

    /// Syncs the file and gives it its name.
    ///
    /// - Throws: `UNKNOWN` with the system's number; there is no new file then, unless only the
    ///   folder could not be synced.
    func finish() throws(KeychainError) {
        guard fsync(descriptor) == 0 else { throw drop(errno) }
        if signals?.haveCome == true { throw drop(EINTR) }
        if replaces {
            // No call puts a file without a name in the place of another one.
            if signals == nil { try takeTemporaryName() }
            guard rename(temporaryPath, path) == 0 else { throw drop(errno) }
            endTemporaryName(isThere: false)
        } else {
            // link fails where a file has come up meanwhile; rename would replace it.
            let isLinked =
                signals == nil ? Self.giveName(descriptor, path) : link(temporaryPath, path) == 0
            guard isLinked else { throw drop(errno) }
            endTemporaryName(isThere: true)
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

    /// - Returns: `nil` where files without a name cannot be made, or not be named later.
    private static func openUnnamed(in folder: String) throws(KeychainError) -> Int32? {
        let file = open(folder, unnamedFile | O_WRONLY | O_CLOEXEC, 0o600)
        if file < 0 {
            // EISDIR: a kernel that does not know the flag; ENOENT is told apart by what follows.
            if [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) { return nil }
            throw KeychainError(errno: errno)
        }
        guard access(name(of: file), F_OK) == 0 else {
            close(file)
            return nil
        }
        return file
    }

    private func openNamed() throws(KeychainError) {
        signals = try TerminalSignals(catching: TerminalSignals.ends)
        descriptor = open(
            temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor < 0 else { return }
        let number = errno
        endTemporaryName(isThere: false)
        throw KeychainError(errno: number)
    }

    private func takeTemporaryName() throws(KeychainError) {
        do throws(KeychainError) {
            signals = try TerminalSignals(catching: TerminalSignals.ends)
        } catch {
            _ = drop(0)
            throw error
        }
        guard Self.giveName(descriptor, temporaryPath) else { throw drop(errno) }
    }

    /// The way of open(2) that needs no privilege.
    private static func giveName(_ file: Int32, _ path: String) -> Bool {
        linkat(AT_FDCWD, name(of: file), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    }

    private static func name(of file: Int32) -> String { "/proc/self/fd/\(file)" }

    /// Removes the temporary name, and then does what a signal asked for.
    private func endTemporaryName(isThere: Bool) {
        guard let signals else { return }
        if isThere { unlink(temporaryPath) }
        self.signals = nil
        if let signal = signals.end() { TerminalSignals.deliver(signal) }
    }

    private func drop(_ number: Int32) -> KeychainError {
        close(descriptor)
        descriptor = -1
        endTemporaryName(isThere: true)
        return number == EEXIST ? Self.exists(number) : KeychainError(errno: number)
    }

    private func syncFolder() throws(KeychainError) {
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw KeychainError(errno: errno) }
        defer { close(directory) }
        guard fsync(directory) == 0 || errno == EINVAL else { throw KeychainError(errno: errno) }
    }
}

// O_TMPFILE, which Swift does not import because C composes it of two flags; the first has the same
// number on every architecture that Swift runs on (Linux, include/uapi/asm-generic/fcntl.h).
private let unnamedFile = Int32(0o20000000) | O_DIRECTORY
