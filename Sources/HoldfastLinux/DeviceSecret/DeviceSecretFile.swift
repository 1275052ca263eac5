#if os(Linux)
import Glibc
import HoldfastCore
import HoldfastCrypto

/// A device secret's file: read it, or make it once and for all.
///
/// The one that all vaults of the user share is `device-secret`; a vault that once had its secret
/// sealed or was rescued has its own, `device-secret-<vault id>`.
struct DeviceSecretFile: Sendable {
    let directory: String
    let name: String

    /// The file that vaults share, or that of one vault.
    init(directory: String, of vault: VaultID? = nil) {
        self.directory = directory
        name = DeviceSecret.fileName + (vault.map { "-" + $0.hex } ?? "")
    }

    private var path: String { directory + "/" + name }

    /// Reads the secret.
    ///
    /// - Parameter warn: gets a sentence if the file was open to others and no longer is.
    /// - Returns: `nil` if there is no file; nothing is made in its place.
    /// - Throws: `DATA_CORRUPTED` if the file is not such a file, `UNKNOWN` with an errno if it
    ///   cannot be read or belongs to another user.
    func read(warn: (String) -> Void) throws(KeychainError) -> DeviceSecret? {
        guard let status = try inspected() else { return nil }
        if status.isOpenToOthers {
            try close(warn)
        }
        // One byte more than a whole file, so that a longer one is seen.
        var count: Int? = 0
        var failure: Errno?
        let bytes = SecretBytes(count: DeviceSecret.byteCount + 1) { buffer in
            do throws(Errno) {
                count = try FileSystem.read(path, into: buffer)
            } catch {
                failure = error
            }
        }
        if let failure { throw KeychainError(failure, "the device secret cannot be read") }
        guard let count else { return nil }
        let secret = bytes.withUnsafeBytes {
            DeviceSecret(decoding: UnsafeRawBufferPointer(rebasing: $0[..<count]))
        }
        guard let secret else {
            throw KeychainError(
                .dataCorrupted, "the device secret's file is damaged",
                advice: "restore it from a backup; without it the vault cannot be opened")
        }
        return secret
    }

    /// Reads the secret, or makes it; whoever loses a race gets the winner's.
    ///
    /// - Returns: a secret that is on the disk.
    /// - Throws: as ``read(warn:)``, and `UNKNOWN` with an errno if it cannot be written.
    func readOrCreate(
        random: any SecureRandom, machine: [UInt8]?, warn: (String) -> Void
    ) throws(KeychainError) -> DeviceSecret {
        if let secret = try read(warn: warn) { return secret }
        let new = try DeviceSecret.make(random: random, machine: machine)
        if try create(new, random: random) { return new }
        guard let winner = try read(warn: warn) else {
            throw KeychainError(Errno(ENOENT), "the device secret was taken away while it was made")
        }
        return winner
    }

    /// Makes the file with a secret, on the disk when this returns.
    ///
    /// - Returns: whether it did; `false` if there is a file already, which is left alone.
    /// - Throws: `UNKNOWN` with an errno if it cannot be written.
    func create(
        _ secret: DeviceSecret, random: any SecureRandom
    ) throws(KeychainError) -> Bool {
        let suffix = try crypto { () throws(CryptoError) in try random.bytes(8) }.hex
        let temporary = "\(directory)/.\(name)-\(suffix)"
        do throws(Errno) {
            try FileSystem.makeDirectories(directory)
            try secret.encoded.withUnsafeBytes { (bytes) throws(Errno) in
                try FileSystem.create(temporary, bytes)
            }
            return try FileSystem.publish(temporary, as: path)
        } catch {
            throw KeychainError(error, "the device secret cannot be written")
        }
    }

    /// The secret, or `nil` if there is none or the file is no whole one.
    ///
    /// For a vault's own file, where the vault does not depend on what is in it.
    func readIfWhole(warn: (String) -> Void) throws(KeychainError) -> DeviceSecret? {
        do throws(KeychainError) {
            return try read(warn: warn)
        } catch  where error.code == .dataCorrupted {
            return nil
        }
    }

    /// Whether there is such a file, whatever is in it.
    func exists() throws(KeychainError) -> Bool {
        do throws(Errno) {
            return try FileSystem.status(path) != nil
        } catch {
            throw KeychainError(error, "the device secret cannot be looked at")
        }
    }

    /// Removes the file and overwrites what was in it, on the disk when this returns.
    ///
    /// In this order, so that nobody who is killed in between leaves half a file. The overwriting
    /// reaches plain disks only, not snapshots, journals or flash memory.
    ///
    /// - Throws: `UNKNOWN` with an errno if it cannot be removed.
    func destroy() throws(KeychainError) {
        guard try inspected() != nil else { return }
        do throws(Errno) {
            let file = try FileSystem.openRegular(path, O_WRONLY)
            defer { Glibc.close(file) }
            guard unlink(path) == 0 else { throw Errno.current }
            try FileSystem.syncDirectory(directory)
            let zeros = [UInt8](repeating: 0, count: DeviceSecret.byteCount)
            try zeros.withRawBytes { (zeros) throws(Errno) in
                try FileSystem.write(zeros, to: file, at: 0)
            }
            guard fsync(file) == 0 else { throw Errno.current }
        } catch {
            throw KeychainError(error, "the device secret's file cannot be destroyed")
        }
    }

    private func close(_ warn: (String) -> Void) throws(KeychainError) {
        if chmod(path, 0o600) == 0 {
            return warn("the device secret could be read by others; its mode is 0600 now")
        }
        let error = Errno.current
        // Where nothing can be changed, reading must go on, but not in silence.
        guard error.code == EROFS else {
            throw KeychainError(error, "the device secret is open to others and cannot be closed")
        }
        warn("the device secret can be read by others, and its file system is read-only")
    }

    private func inspected() throws(KeychainError) -> FileSystem.Status? {
        let status: FileSystem.Status?
        do throws(Errno) {
            status = try FileSystem.status(path)
        } catch {
            throw KeychainError(error, "the device secret cannot be looked at")
        }
        guard let status else { return nil }
        guard status.isRegularFile else {
            throw KeychainError(Errno(ELOOP), "the device secret is not a regular file")
        }
        guard status.owner == geteuid() else {
            throw KeychainError(Errno(EPERM), "the device secret belongs to another user")
        }
        return status
    }
}
#endif
