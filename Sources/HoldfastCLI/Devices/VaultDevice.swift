import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLinux
import HoldfastRelayClient
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
    let directory: any AccountDirectory
    let identity: DeviceIdentity

    /// The device of the vault that a command line names.
    ///
    /// - Parameters:
    ///   - arguments: `--directory`, `--relay` and `--key-storage` are looked at.
    ///   - session: the surroundings.
    ///   - action: what fails otherwise.
    /// - Returns: the device, which nothing was asked of yet.
    /// - Throws: status 1 if the vault is no device and nothing names a directory; what kept the
    ///   vault from answering.
    static func find(
        _ arguments: ParsedArguments, in session: Session, _ action: String
    ) async throws(Failure) -> VaultDevice {
        let vault = try await session.vaultForItems()
        let named = try DirectoryPlace.named(by: arguments, in: session)
        if case .relay = named { _ = try session.connector(action) }
        let known = try await session.attempt(action) {
            () async throws(KeychainError) -> DirectoryPlace? in
            guard try await vault.status().exists else { return nil }
            // Not looked at where it is not needed: it may be locked, or what cannot be read.
            if case .file = named { return named }
            let remembered = try await DirectoryPlace.remembered(in: vault)
            return named?.filled(from: remembered) ?? remembered
        }
        guard let known else { throw Failure.noDevice(action) }
        return try await VaultDevice(known, vault, arguments, session, action)
    }

    /// Makes a vault ready to become a device: it has to be there, and to know its directory.
    ///
    /// - Parameters:
    ///   - arguments: `--directory`, `--relay` and `--key-storage` are looked at.
    ///   - session: the surroundings.
    ///   - action: what fails otherwise.
    ///   - makesDirectory: whether a directory that is not there is made.
    ///   - needsRelay: whether the directory has to be a relay.
    /// - Returns: the device.
    /// - Throws: a usage error if nothing names a directory; what kept vault or file from it.
    static func prepare(
        _ arguments: ParsedArguments, in session: Session, _ action: String, makesDirectory: Bool,
        needsRelay: Bool = false
    ) async throws(Failure) -> VaultDevice {
        let vault = try await session.vaultForItems()
        let named = try DirectoryPlace.named(by: arguments, in: session)
        if case .relay = named { _ = try session.connector(action) }
        let remembered = try await session.attempt(action) { () async throws(KeychainError) in
            try await DirectoryPlace.remembered(in: vault)
        }
        guard let place = named?.filled(from: remembered) ?? remembered else {
            throw Failure.usage(
                "no directory is named; use --relay URL, --directory FILE,"
                    + " \(DirectoryPlace.relayVariable) or \(DirectoryPlace.variable)",
                of: arguments.command)
        }
        switch place {
        case .relay: _ = try session.connector(action)
        case .file:
            guard !needsRelay else {
                throw Failure.usage("--relay is missing", of: arguments.command)
            }
        }
        try ready(place, session, makesDirectory: makesDirectory)
        // Without it there might be no vault yet, whose name the device's folder has.
        if remembered == nil {
            try await session.attempt(action) { () async throws(KeychainError) in
                try await DirectoryPlace.remember(place, in: vault)
            }
        }
        return try await VaultDevice(place, vault, arguments, session, action)
    }

    /// Sees to it that a directory in a file is there and can be read.
    private static func ready(
        _ place: DirectoryPlace, _ session: Session, makesDirectory: Bool
    ) throws(Failure) {
        guard case .file(let path) = place else { return }
        if makesDirectory { try make(place, session) }
        do {
            _ = try DirectoryFile(path: path).read()
        } catch {
            throw Failure(error, "cannot read the directory \(Quoted.text(path))")
        }
    }

    /// Makes the directory if it is a file and there is none.
    func makeDirectory() throws(Failure) {
        try Self.make(directory.place, session)
    }

    private static func make(_ place: DirectoryPlace, _ session: Session) throws(Failure) {
        guard case .file(let path) = place else { return }
        let file = DirectoryFile(path: path)
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
            guard try await DirectoryPlace.remembered(in: vault) != directory.place else { return }
            try await DirectoryPlace.remember(directory.place, in: vault)
        }
    }

    private init(
        _ place: DirectoryPlace, _ vault: LinuxVault, _ arguments: ParsedArguments,
        _ session: Session, _ action: String
    ) async throws(Failure) {
        let storage: KeyStorage? = try arguments.choice(of: .keyStorage)
        let directory = try Self.directory(place, session, action)
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

    /// The directory at a place.
    static func directory(
        _ place: DirectoryPlace, _ session: Session, _ action: String
    ) throws(Failure) -> any AccountDirectory {
        switch place {
        case .file(let path): return FileDirectory(DirectoryFile(path: path))
        case .relay(let relay):
            let connector = try session.connector(action)
            do throws(TransportFailure) {
                return RelayAccountDirectory(
                    relay, over: try connector.connect(relay.address, relay.authorities))
            } catch {
                throw Failure(KeychainError(.transport(error), at: relay.address), action)
            }
        }
    }

    private static func parts(
        _ vault: LinuxVault, _ directory: any AccountDirectory, _ storage: KeyStorage,
        _ session: Session
    ) async throws(KeychainError) -> IdentityParts {
        let status = try await vault.status()
        let container = DirectoryContainer(path: folder(status))
        return IdentityParts(
            keys: try keys(over: vault, session), store: vault,
            database: ContainerIdentityDatabase(container), directory: directory,
            container: container, keyStorage: storage,
            presence: presence(status, session), wallClock: session.wallClock, pause: pause)
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
    static func folder(_ status: VaultStatus) -> String {
        guard let id = status.vaultID else {
            // Nothing is kept in it before there is a vault.
            return status.location.stateDirectory + "/devices/none"
        }
        return status.location.stateDirectory + "/devices/" + id + (status.hasMoved ? "-moved" : "")
    }
}
