import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLinux
import HoldfastWire

/// A vault as a device of an account: its identity, and the directory that the account's log is in.
///
/// Keys and marker are items of the vault. What an app would have in its database lies beside the
/// device secret, so that a copy of the vault alone, and one that was taken to another machine,
/// are noticed.
@MainActor
struct VaultDevice {
    let session: Session
    let vault: LinuxVault
    let parts: IdentityParts
    let directory: FileDirectory
    let identity: DeviceIdentity

    /// The device of the vault that a command line names.
    ///
    /// - Parameters:
    ///   - arguments: `--directory` and `--key-storage` are looked at.
    ///   - session: the surroundings.
    ///   - action: what fails otherwise.
    /// - Returns: the device, which nothing was asked of yet.
    /// - Throws: status 1 if the vault is no device and nothing names a directory; what kept the
    ///   vault from answering.
    static func find(
        _ arguments: ParsedArguments, in session: Session, _ action: String
    ) async throws(Failure) -> VaultDevice {
        let vault = try await session.vaultForItems()
        let path = try await session.attempt(action) {
            () async throws(KeychainError) -> String? in
            guard try await vault.status().exists else { return nil }
            if let named = try DirectoryPlace.named(by: arguments, in: session) { return named }
            return try await DirectoryPlace.remembered(in: vault)
        }
        guard let path else { throw Failure.noDevice(action) }
        return try await VaultDevice(path, vault, arguments, session, action)
    }

    /// Makes a vault ready to become a device: it has to be there, and to know its directory.
    ///
    /// - Parameters:
    ///   - arguments: `--directory` and `--key-storage` are looked at.
    ///   - session: the surroundings.
    ///   - action: what fails otherwise.
    ///   - makesDirectory: whether a directory that is not there is made.
    /// - Returns: the device.
    /// - Throws: a usage error if nothing names a directory; what kept vault or file from it.
    static func prepare(
        _ arguments: ParsedArguments, in session: Session, _ action: String, makesDirectory: Bool
    ) async throws(Failure) -> VaultDevice {
        let vault = try await session.vaultForItems()
        let known = try await session.attempt(action) { () async throws(KeychainError) in
            (
                named: try DirectoryPlace.named(by: arguments, in: session),
                remembered: try await DirectoryPlace.remembered(in: vault)
            )
        }
        guard let path = known.named ?? known.remembered else {
            throw Failure.usage(
                "no directory is named; use --directory FILE or \(DirectoryPlace.variable)",
                of: arguments.command)
        }
        let file = DirectoryFile(path: path)
        if makesDirectory { try make(file, session) }
        do {
            _ = try file.read()
        } catch {
            throw Failure(error, "cannot read the directory \(Quoted.text(path))")
        }
        // Without it there might be no vault yet, whose name the device's folder has.
        if known.remembered == nil {
            try await session.attempt(action) { () async throws(KeychainError) in
                try await DirectoryPlace.remember(path, in: vault)
            }
        }
        return try await VaultDevice(path, vault, arguments, session, action)
    }

    /// Makes the directory if there is none.
    func makeDirectory() throws(Failure) {
        try Self.make(directory.file, session)
    }

    private static func make(_ file: DirectoryFile, _ session: Session) throws(Failure) {
        do {
            guard try file.make() else { return }
        } catch {
            throw Failure(error, "cannot make the directory \(Quoted.text(file.path))")
        }
        session.note("made the directory \(Quoted.text(file.path))")
    }

    /// Has the vault use this directory from now on.
    func keepDirectory(_ action: String) async throws(Failure) {
        try await session.attempt(action) { () async throws(KeychainError) in
            guard try await DirectoryPlace.remembered(in: vault) != directory.file.path else {
                return
            }
            try await DirectoryPlace.remember(directory.file.path, in: vault)
        }
    }

    private init(
        _ path: String, _ vault: LinuxVault, _ arguments: ParsedArguments, _ session: Session,
        _ action: String
    ) async throws(Failure) {
        let storage: KeyStorage? = try arguments.choice(of: .keyStorage)
        let directory = FileDirectory(DirectoryFile(path: path))
        let parts = try await session.attempt(action) { () async throws(KeychainError) in
            try await Self.parts(
                vault, directory, try await KeyStorageChoice.settle(storage, in: vault), session)
        }
        self.session = session
        self.vault = vault
        self.parts = parts
        self.directory = directory
        identity = DeviceIdentity(parts)
    }

    private static func parts(
        _ vault: LinuxVault, _ directory: FileDirectory, _ storage: KeyStorage, _ session: Session
    ) async throws(KeychainError) -> IdentityParts {
        let status = try await vault.status()
        let container = DirectoryContainer(path: folder(status))
        return IdentityParts(
            keys: try keys(over: vault, session), store: vault,
            database: ContainerIdentityDatabase(container), directory: directory,
            container: container, keyStorage: storage,
            presence: presence(status, session), pause: pause)
    }

    /// Whether the vault was ever asked what device it is; that is known while it is locked, too.
    static func isKnown(in session: Session) async throws(Failure) -> Bool {
        let vault = try session.vault()
        return try await session.attempt("cannot look at the device") {
            () async throws(KeychainError) in
            let status = try await vault.status()
            guard status.exists else { return false }
            let journal = IdentityJournal(in: DirectoryContainer(path: folder(status)))
            return try await !journal.lines().isEmpty
        }
    }

    /// The last decisions and what they rested on, oldest first.
    func decisions(_ action: String) async throws(Failure) -> [String] {
        try await session.attempt(action) { () async throws(KeychainError) in
            try await parts.journal.lines()
        }
    }

    /// A vault's answers come from its file and not from a service that has bad moments; the TPM's do.
    private static let pause = Duration.seconds(2)

    /// Where the device's own data lies.
    ///
    /// On another machine than the vault was made on it is another folder: a copy that was brought
    /// there with all its files is told from the vault that stayed.
    private static func folder(_ status: VaultStatus) -> String {
        guard let id = status.vaultID else {
            // Nothing is kept in it before there is a vault.
            return status.location.stateDirectory + "/devices/none"
        }
        return status.location.stateDirectory + "/devices/" + id + (status.hasMoved ? "-moved" : "")
    }
}
