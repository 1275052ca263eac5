#if os(Linux)
import Glibc
import HoldfastCore

/// The vault's directory: what is in it, who it belongs to, whether it is whole.
struct VaultFiles: Sendable {
    let directory: String
    let database: String

    init(directory: String) {
        self.directory = directory
        // Looked at in every call, so it is put together once.
        database = directory + "/vault.db"
    }

    var writeAheadLog: String { database + "-wal" }
    /// SQLite's index of the log, in memory that its processes share.
    var logIndex: String { database + "-shm" }
    var sequence: String { directory + "/sequence" }
    var exportNote: String { directory + "/exported" }

    /// What the directory holds.
    enum Presence: Equatable {
        /// No vault, and nothing of one.
        case absent
        /// A vault.
        case present
    }

    /// Looks for a vault without changing anything but modes that are open to others.
    ///
    /// - Parameter warn: gets a sentence for each mode that was open and no longer is.
    /// - Returns: whether there is a vault.
    /// - Throws: `DATA_CORRUPTED` if a part of one is there without the rest, `UNKNOWN` with an
    ///   errno if it is not this user's or cannot be looked at.
    func inspect(warn: (String) -> Void) throws(KeychainError) -> Presence {
        guard let folder = try status(directory) else { return .absent }
        guard folder.isDirectory else {
            throw KeychainError(Errno(ENOTDIR), "the vault's directory is not a directory")
        }
        // The parts first: a vault that is just being made has its database before them, and must
        // not look like parts without one.
        var parts: [(path: String, status: FileSystem.Status)] = []
        for path in [writeAheadLog, logIndex, sequence] {
            if let part = try status(path) { parts.append((path, part)) }
        }
        guard let file = try status(database) else {
            // The index alone is nothing: SQLite makes it anew whenever it wants it.
            guard parts.allSatisfy({ path, _ in path == logIndex }) else { throw partial }
            return .absent
        }
        try checkOwner(folder)
        try check(file, "file")
        guard file.byteCount > 0 else { throw partial }
        try close(directory, folder, to: 0o700, "the vault's directory", warn)
        try close(database, file, to: 0o600, "the vault's file", warn)
        for (path, part) in parts { try checkPart(path, part, warn) }
        return .present
    }

    /// Whether the mode of the directory, or of a file in it, keeps this user from writing.
    var isClosedToWriting: Bool {
        [directory, database, writeAheadLog, logIndex].contains { (path: String) -> Bool in
            faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0 && errno == EACCES
        }
    }

    /// Makes the directory for a new vault, or adopts an empty one of ours.
    func prepare() throws(KeychainError) {
        do throws(Errno) {
            try FileSystem.makeDirectories(directory)
        } catch {
            throw KeychainError(error, "the vault's directory cannot be made")
        }
        guard let folder = try status(directory), folder.isDirectory else {
            throw KeychainError(Errno(ENOTDIR), "the vault's directory is not a directory")
        }
        try checkOwner(folder)
        try close(directory, folder, to: 0o700, "the vault's directory") { _ in }
    }

    private var partial: KeychainError {
        KeychainError(
            .dataCorrupted, "only a part of a vault is in its directory",
            advice: "restore the whole directory from a backup, or move the rest of it away")
    }

    private func status(_ path: String) throws(KeychainError) -> FileSystem.Status? {
        do throws(Errno) {
            return try FileSystem.status(path)
        } catch {
            throw KeychainError(error, "the vault cannot be looked at")
        }
    }

    private func checkPart(
        _ path: String, _ part: FileSystem.Status, _ warn: (String) -> Void
    ) throws(KeychainError) {
        let name = path.dropFirst(directory.count + 1)
        try check(part, "\(name)")
        // It will be written to, and under another name it may be a file that is no part of this.
        guard part.nameCount <= 1 else {
            throw KeychainError(
                Errno(EMLINK), "the vault's \(name) has a second name, a hard link",
                advice: "remove the other name; a backup must be a copy of the directory")
        }
        try close(path, part, to: 0o600, "the vault's \(name)", warn)
    }

    private func check(_ file: FileSystem.Status, _ name: String) throws(KeychainError) {
        try checkOwner(file)
        guard file.isRegularFile else {
            throw KeychainError(Errno(ELOOP), "the vault's \(name) is not a regular file")
        }
    }

    private func checkOwner(_ status: FileSystem.Status) throws(KeychainError) {
        guard status.owner == geteuid() else {
            throw KeychainError(
                Errno(EPERM), "the vault belongs to another user",
                advice: "run as its owner, or choose another directory with HOLDFAST_HOME")
        }
    }

    private func close(
        _ path: String, _ status: FileSystem.Status, to mode: mode_t, _ what: String,
        _ warn: (String) -> Void
    ) throws(KeychainError) {
        guard status.isOpenToOthers else { return }
        guard chmod(path, mode) == 0 else {
            let error = Errno.current
            // On a read-only file system the mode stays; what it opens is still sealed. And SQLite
            // removes its own files with the last process that uses them.
            if error.code == EROFS || error.code == ENOENT { return }
            throw KeychainError(error, "\(what) is open to others and cannot be closed")
        }
        warn("\(what) was open to others; its mode is 0\(String(mode, radix: 8)) now")
    }
}
#endif
