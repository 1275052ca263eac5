#if os(Linux)
import Glibc
public import HoldfastCore
public import HoldfastCrypto
import HoldfastLinux

/// The entries of `pass`, the standard Unix password manager.
///
/// Each is decrypted by GnuPG, whose agent may ask for the key's passphrase in its own way; values
/// come through a pipe, byte for byte, with all their lines. An entry is named by its path.
///
/// Removing an entry removes its file. Where the store is a git repository, that is neither
/// committed nor undone in its history.
public struct PasswordStoreSource: MigrationSource {
    private let environment: SourceEnvironment
    private let service: String
    // GnuPG may wait for a person.
    private let queue = BlockingQueue(label: "holdfast.migration.pass")

    /// Takes the place.
    ///
    /// - Parameters:
    ///   - environment: `NAME=value` each; `PASSWORD_STORE_DIR` or `HOME` says where the entries
    ///     are, `PATH` where GnuPG is, which inherits all of it.
    ///   - service: the service that items get here unless another is chosen.
    public init(environment: [[UInt8]], service: String = "pass") {
        self.environment = SourceEnvironment(entries: environment)
        self.service = service
    }

    /// The names of all entries, without decrypting one.
    ///
    /// - Returns: what can move, and what is there and cannot.
    /// - Throws: `UNSUPPORTED` if there is no password store.
    public func listing() async throws(KeychainError) -> MigrationListing {
        let (environment, service) = (environment, service)
        return try await queue.run { () throws(KeychainError) in
            try PasswordStoreFolder(environment).listing(service: service)
        }
    }

    /// Decrypts an entry.
    ///
    /// - Parameter item: as listed.
    /// - Returns: the bytes; `nil` if the entry is gone.
    /// - Throws: `AUTH_FAILED` if GnuPG does not decrypt it, `UNSUPPORTED` without GnuPG,
    ///   `INVALID_ARGUMENT` above 1 MiB.
    public func read(_ item: MigrationItem) async throws(KeychainError) -> SecretBytes? {
        let environment = environment
        return try await queue.run { () throws(KeychainError) -> SecretBytes? in
            let file = try PasswordStoreFolder(environment).file(of: item.handle)
            if access(file, F_OK) != 0 && errno == ENOENT { return nil }
            let gpg = try ChildProgram(["gpg", "gpg2"], in: environment)
            let outcome = try gpg.run(
                ["--quiet", "--batch", "--decrypt", "--", file], environment: environment,
                limit: Item.maximumByteCount)
            guard let outcome else {
                throw KeychainError(
                    .invalidArgument, "the value has more than \(Item.maximumByteCount) bytes")
            }
            // Whatever it wrote before it found the entry damaged does not count.
            guard outcome.status == 0 else { throw Self.refused(outcome.status) }
            return outcome.output.secret
        }
    }

    /// Removes an entry's file.
    ///
    /// - Parameter item: as listed.
    /// - Throws: `UNKNOWN` with the system's number; the file is still there then.
    public func remove(_ item: MigrationItem) async throws(KeychainError) {
        let environment = environment
        try await queue.run { () throws(KeychainError) in
            let file = try PasswordStoreFolder(environment).file(of: item.handle)
            guard unlink(file) != 0, errno != ENOENT else { return }
            throw KeychainError(
                .unknown, "the entry's file cannot be removed", nativeDomain: "errno",
                nativeCode: Int(errno))
        }
    }

    private static func refused(_ status: Int32) -> KeychainError {
        KeychainError(
            .authFailed, "GnuPG does not decrypt the entry", nativeDomain: "gpg",
            nativeCode: Int(status),
            advice: "find out with 'gpg --decrypt' why, or unlock its key for its agent first")
    }
}
#endif
