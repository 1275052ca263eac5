#if os(Linux)
import CLinux
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite

/// The vault's state in this process and all that is done with it, one call at a time.
///
/// Not Sendable: `LinuxVault` holds it under a lock. Calls block on the file and on other
/// processes, so they run on threads that may wait.
final class VaultCore: StoreCore {
    let configuration: VaultConfiguration
    let files: VaultFiles
    /// Keys that `unlock` was told to keep in this process alone.
    let processKeys: ProcessKeyCache
    var open: OpenVault?
    /// Keys that a passcode opened for the length of one change.
    var lent: [KeySlot: SecretBytes] = [:]
    /// A passcode that was just given, for items that accept it for a time.
    var grant: Grant?
    /// For how long the item that last asked for the passcode accepts it.
    var wantedValidity = Duration.zero
    /// When a person last showed a finger, for items that accept it for a time.
    var presenceTime: Duration?
    var isReinstallSettled: Bool
    /// The machine's TPM, once it was asked for.
    var builtInSealer: (any SecretSealer)?
    private(set) var warnings: [String] = []

    /// The passcode gate's keys, and when the person opened them.
    struct Grant {
        let gates: [UInt32: SecretBytes]
        let time: Duration
        /// How long they stay in this process's memory.
        let lifetime: Duration
    }

    init(_ configuration: VaultConfiguration) {
        self.configuration = configuration
        files = VaultFiles(directory: configuration.location.directory)
        processKeys = ProcessKeyCache(clock: configuration.clock)
        isReinstallSettled = configuration.reinstall == nil
    }

    func warn(_ text: String) {
        if !warnings.contains(text) { warnings.append(text) }
    }

    // MARK: Opening

    /// The open vault with its device secret at hand, opened if there is one.
    ///
    /// - Returns: `nil` if there is no vault; none is made.
    /// - Throws: `KEY_INVALIDATED` if the device secret is lost, `INTERACTION_NOT_ALLOWED` if the
    ///   rescue code still opens the vault then.
    func vault() throws(KeychainError) -> OpenVault? {
        guard let vault = try vaultWithoutSecret() else { return nil }
        if vault.deviceSecret == nil { try requireSecretFile(vault) }
        return vault
    }

    /// The open vault as its file alone shows it, whatever has become of the device secret.
    func vaultWithoutSecret() throws(KeychainError) -> OpenVault? {
        if let open {
            if open.isStillGood() { return open }
            // Another file has taken its place, as when a backup is restored, or an error of the
            // disk has ended the connection: begin anew.
            self.open = nil
            forgetPerson()
        }
        guard try files.inspect(warn: warn) == .present else { return nil }
        let vault = try openExisting()
        open = vault
        return vault
    }

    /// Lets go of the file and of a passcode that was just given.
    func close() {
        open = nil
        forgetPerson()
    }

    /// Forgets what a person showed.
    func forgetPerson() {
        grant = nil
        presenceTime = nil
    }

    /// The open vault, made if there is none.
    func vaultOrNew() throws(KeychainError) -> OpenVault {
        if let vault = try vault() { return vault }
        try create()
        guard let vault = try vault() else {
            throw KeychainError(Errno(ENOENT), "the vault was taken away while it was made")
        }
        return vault
    }

    private func openExisting() throws(KeychainError) -> OpenVault {
        if FileSystem.isReadOnly(files.directory) {
            let refusal = KeychainError(Errno(EROFS), "the vault lies on a read-only file system")
            guard isLogEmpty else { throw Self.unreadableLog }
            return try openExisting(refusingWrites: refusal)
        }
        do throws(KeychainError) {
            return try openExisting(refusingWrites: nil)
        } catch  where error.isLackOfIndexSpace && isLogEmpty {
            // Even a reader makes the log's index, for which a full disk has no space. Without a
            // log the file alone is the vault, and its owner can read it.
            return try openExisting(refusingWrites: error)
        } catch  where error.isLackOfRights && files.isClosedToWriting {
            // The index cannot be made here either, for want of the right to.
            guard isLogEmpty else { throw Self.closedLog }
            return try openExisting(refusingWrites: Self.closedToWriting)
        }
    }

    private func openExisting(
        refusingWrites refusal: KeychainError?
    ) throws(KeychainError) -> OpenVault {
        let options = Connection.Options(
            mode: refusal == nil ? .readWrite : .immutable, vfs: configuration.fileLayer,
            busyTimeoutMilliseconds: configuration.busyTimeout.milliseconds, cacheKiB: 65_536)
        guard let identity = FileIdentity(files, isReadOnly: refusal != nil) else {
            throw KeychainError(Errno.current, "the vault's file cannot be looked at")
        }
        let vault = try OpenVault(
            files: files, identity: identity,
            database: VaultDatabase(path: try resolvedDatabase(), options),
            refusingWrites: refusal)
        try ReleaseRules.check(vault.keybag)
        return vault
    }

    /// The file's path without links in its directories: SQLite is told to follow none, so that
    /// the file itself cannot be one, and a home directory may well be behind one.
    private func resolvedDatabase() throws(KeychainError) -> String {
        guard let directory = realpath(files.directory, nil) else {
            throw KeychainError(Errno.current, "the vault's directory cannot be found")
        }
        defer { free(directory) }
        return VaultFiles(directory: String(cString: directory)).database
    }

    /// Whether the file alone is the vault; a log that cannot be looked at is not empty.
    private var isLogEmpty: Bool {
        var info = stat()
        return stat(files.writeAheadLog, &info) == 0 ? info.st_size == 0 : errno == ENOENT
    }

    /// On a read-only file system SQLite cannot recover a log, and would answer without it.
    private static let unreadableLog = KeychainError(
        Errno(EROFS), "the vault has changes in its log that cannot be read here",
        advice: "open it once where its file system can be written")

    /// What writes to a vault get that its owner has closed to them.
    private static let closedToWriting = KeychainError(
        Errno(EACCES), "the vault's directory or a file in it cannot be written",
        advice: "chmod u+w the directory and its files to store something; reads work as it is")

    private static let closedLog = KeychainError(
        Errno(EACCES),
        "the vault's directory or a file in it cannot be written, and it has changes in its log that"
            + " only a writer can read",
        advice: "chmod u+w the directory and its files, and read once; then it may be closed again")

    private func create() throws(KeychainError) {
        try files.prepare()
        let random = configuration.random
        let secret = try sharedSecretFile.readOrCreate(
            random: random, machine: MachineID.hash(), warn: warn)
        let (keybag, metadataKey) = try Keybag.make(
            deviceSecret: secret, now: configuration.clock.now, random: random)
        let name = try crypto { () throws(CryptoError) in try random.bytes(8) }.hex
        let temporary = FileSystem.parent(of: try resolvedDatabase()) + "/.vault-\(name).new"
        do throws(KeychainError) {
            try write { () throws(Errno) in
                try FileSystem.create(temporary, UnsafeRawBufferPointer(start: nil, count: 0))
            }
            try VaultDatabase.create(
                path: temporary, keybag, metadataKey: metadataKey, vfs: configuration.fileLayer)
            // If another process was quicker, its vault is the vault, and ours is dropped.
            try write { () throws(Errno) in
                _ = try FileSystem.publish(temporary, as: files.database)
            }
        } catch {
            removeRemains(of: temporary)
            throw error
        }
        removeRemains(of: temporary)
    }

    private func removeRemains(of temporary: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(temporary + suffix) }
    }

    private func write(_ body: () throws(Errno) -> Void) throws(KeychainError) {
        do throws(Errno) {
            try body()
        } catch {
            throw KeychainError(error, "the vault's file cannot be made")
        }
    }
}

extension Duration {
    /// Whole milliseconds, bounded to what fits.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        let (product, isTooLarge) = Int(clamping: seconds).multipliedReportingOverflow(by: 1000)
        return isTooLarge ? Int.max : product + Int(attoseconds / 1_000_000_000_000_000)
    }
}
#endif
