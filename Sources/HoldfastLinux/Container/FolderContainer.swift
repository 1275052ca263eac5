#if os(Linux)
import CLinux
import Glibc
public import HoldfastCore
public import HoldfastCrypto

/// A directory of the app for the little that must outlive a process, such as first-install markers.
///
/// It is made when something is first written, with mode 0700; files have mode 0600, no link is
/// followed, and what a call wrote is on the disk when it returns (P5). Nothing secret belongs here:
/// the files are not encrypted.
public struct FolderContainer: AppContainer {
    private let directory: String
    private let random: any SecureRandom

    /// Takes a directory; makes nothing yet.
    ///
    /// - Parameters:
    ///   - directory: an absolute path, such as a folder of the app's own under
    ///     `$XDG_STATE_HOME`.
    ///   - random: names the files that are not finished yet (P12).
    public init(_ directory: String, random: any SecureRandom = SystemRandom()) {
        self.directory = directory
        self.random = random
    }

    /// Reads a whole file.
    ///
    /// - Parameter name: 1 to 64 letters, digits, dots and dashes.
    /// - Returns: its bytes, or `nil` if the directory answered that there is no such file (P1).
    /// - Throws: `UNKNOWN` with an `errno`.
    public func readFile(_ name: String) throws(KeychainError) -> [UInt8]? {
        do throws(Errno) {
            return try contents(of: directory + "/" + name)
        } catch {
            throw KeychainError(error, "a file of the app cannot be read")
        }
    }

    /// Replaces a whole file, or makes it, in one step (P2).
    ///
    /// - Parameters:
    ///   - name: 1 to 64 letters, digits, dots and dashes.
    ///   - bytes: its new content.
    /// - Throws: `UNKNOWN` with an `errno`; the old file is still there, or, if only the last sync
    ///   failed, the new one.
    public func replaceFile(_ name: String, with bytes: [UInt8]) throws(KeychainError) {
        let suffix = try crypto { () throws(CryptoError) in try random.bytes(8) }.hex
        let temporary = "\(directory)/.\(name)-\(suffix)"
        do throws(Errno) {
            try FileSystem.makeDirectories(directory)
            try bytes.withRawBytes { (raw) throws(Errno) in
                try FileSystem.create(temporary, raw)
            }
            guard rename(temporary, directory + "/" + name) == 0 else {
                let error = Errno.current
                unlink(temporary)
                throw error
            }
            try FileSystem.syncDirectory(directory)
        } catch {
            throw KeychainError(error, "a file of the app cannot be written")
        }
    }

    /// Removes a file, which may be missing.
    ///
    /// - Parameter name: 1 to 64 letters, digits, dots and dashes.
    /// - Throws: `UNKNOWN` with an `errno`.
    public func removeFile(_ name: String) throws(KeychainError) {
        do throws(Errno) {
            if unlink(directory + "/" + name) != 0 {
                let error = Errno.current
                if error.code == ENOENT { return }
                throw error
            }
            try FileSystem.syncDirectory(directory)
        } catch {
            throw KeychainError(error, "a file of the app cannot be removed")
        }
    }

    /// Runs a body while nobody else holds the directory's lock; may wait for another process.
    ///
    /// - Parameter body: what to run; must not take the lock again.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws; `UNKNOWN` with an `errno` if the lock cannot be had.
    public func withLock<Answer: Sendable>(
        _ body: () throws(KeychainError) -> Answer
    ) throws(KeychainError) -> Answer {
        let file: Int32
        do throws(Errno) {
            file = try lockedFile()
        } catch {
            throw KeychainError(error, "the lock of the app's files cannot be had")
        }
        // Closing the only descriptor of the open file gives the lock back.
        defer { close(file) }
        return try body()
    }

    private func lockedFile() throws(Errno) -> Int32 {
        try FileSystem.makeDirectories(directory)
        let file = try FileSystem.openRegular(directory + "/.lock", O_RDWR | O_CREAT, mode: 0o600)
        while flock(file, LOCK_EX) != 0 {
            let error = Errno.current
            if error.code == EINTR { continue }
            close(file)
            throw error
        }
        return file
    }

    private func contents(of path: String) throws(Errno) -> [UInt8]? {
        while true {
            guard let status = try FileSystem.status(path) else { return nil }
            guard status.isRegularFile else { throw Errno(ELOOP) }
            // One byte more than there is, so that a file that was replaced meanwhile is noticed.
            var buffer = [UInt8](repeating: 0, count: status.byteCount + 1)
            var count: Int?
            var failure: Errno?
            buffer.withUnsafeMutableBytes { bytes in
                do throws(Errno) {
                    count = try FileSystem.read(path, into: bytes)
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            guard let count else { return nil }
            if count < buffer.count { return Array(buffer.prefix(count)) }
        }
    }
}
#endif
