#if os(Linux)
internal import Glibc
internal import HoldfastCrypto

/// The file in which the relay's key lies: 32 bytes, readable for its owner alone.
enum RelayKeyFile {
    /// Reads the key, or makes one where there is none.
    ///
    /// - Throws: ``RelayFailure`` if the file cannot be read or made, holds something else, or is
    ///   open to others.
    static func open(
        _ path: String, random: any SecureRandom
    ) throws(RelayFailure) -> P256PrivateKey {
        if let key = try read(path) { return key }
        let key: P256PrivateKey
        do throws(CryptoError) {
            key = try P256PrivateKey(random: random)
        } catch {
            throw RelayFailure("cannot make the relay's key: \(error)")
        }
        if try write(key.scalar, path) { return key }
        // Another process has made one in the meantime.
        guard let other = try read(path) else {
            throw RelayFailure("the relay's key is there and not there")
        }
        return other
    }

    private static func read(_ path: String) throws(RelayFailure) -> P256PrivateKey? {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("open")
        }
        defer { close(file) }
        var info = stat()
        guard fstat(file, &info) == 0 else { throw failure("look at") }
        guard info.st_mode & 0o077 == 0 else {
            throw RelayFailure("the relay's key can be read by others: make its mode 0600")
        }
        guard info.st_size == P256PrivateKey.scalarByteCount else {
            throw RelayFailure("the relay's key file does not hold a key", exitStatus: 5)
        }
        var count = 0
        let scalar = SecretBytes(count: P256PrivateKey.scalarByteCount) { buffer in
            count = Glibc.read(file, buffer.baseAddress, buffer.count)
        }
        guard count == scalar.count else { throw failure("read") }
        do throws(CryptoError) {
            return try P256PrivateKey(scalar: scalar)
        } catch {
            throw RelayFailure("the relay's key file does not hold a key", exitStatus: 5)
        }
    }

    /// Makes the file as a whole or not at all; false if there is one already.
    private static func write(
        _ scalar: SecretBytes, _ path: String
    ) throws(RelayFailure) -> Bool {
        let draft = "\(path).\(getpid())"
        let file = Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("make") }
        defer { unlink(draft) }
        let count = scalar.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        let isSynced = fsync(file) == 0
        guard close(file) == 0, isSynced, count == scalar.count else { throw failure("write") }
        guard link(draft, path) == 0 else {
            if errno == EEXIST { return false }
            throw failure("name")
        }
        try syncFolder(of: path)
        return true
    }

    private static func syncFolder(of path: String) throws(RelayFailure) {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        let name = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
        let file = Glibc.open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw failure("open the folder of") }
        defer { close(file) }
        guard fsync(file) == 0 else { throw failure("sync the folder of") }
    }

    private static func failure(_ verb: String) -> RelayFailure {
        RelayFailure("cannot \(verb) the relay's key: \(String(cString: strerror(errno)))")
    }
}
#endif
