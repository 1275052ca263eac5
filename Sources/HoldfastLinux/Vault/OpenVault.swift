#if os(Linux)
import CLinux
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite

/// A vault whose file is open: its keybag, and as much of its tree as has been verified.
final class OpenVault {
    let files: VaultFiles
    let database: VaultDatabase
    let isReadOnly: Bool
    let floor: SequenceFloor
    private(set) var keybag: Keybag
    private(set) var deviceSecret: DeviceSecret?
    /// The keys of the metadata class that were verified last.
    var index: IndexKeys?
    /// The part of the tree that was verified last.
    var tree: VerifiedTree?
    /// Keys of a vault without a passcode, which are always in reach.
    var openKeys: [KeySlot: SecretBytes] = [:]
    /// Keys from a cache that were checked, so that the same bytes need no second check.
    var checkedKeys: [KeySlot: SecretBytes] = [:]
    private var lowestSequence: UInt64
    private let identity: FileIdentity

    private struct FileIdentity: Equatable {
        let device: dev_t
        let inode: ino_t
    }

    init(
        files: VaultFiles, database: VaultDatabase, isReadOnly: Bool
    ) throws(KeychainError) {
        self.files = files
        self.database = database
        self.isReadOnly = isReadOnly
        guard let identity = Self.identity(files.database) else {
            throw KeychainError(Errno.current, "the vault's file cannot be looked at")
        }
        self.identity = identity
        keybag = try database.keybag()
        floor = SequenceFloor(path: files.sequence, vaultID: keybag.vaultID)
        // Read before the tree: what was durable then must be in the tree that is read next.
        lowestSequence = try floor.read() ?? 0
    }

    func take(_ secret: DeviceSecret) {
        deviceSecret = secret
    }

    /// Whether the path still names the file that is open.
    func isStillInPlace() throws(KeychainError) -> Bool {
        Self.identity(files.database) == identity
    }

    private static func identity(_ path: String) -> FileIdentity? {
        var info = stat()
        guard lstat(path, &info) == 0 else { return nil }
        return FileIdentity(device: info.st_dev, inode: info.st_ino)
    }

    // MARK: Transactions

    /// Runs a body on one consistent state of the file.
    func snapshot<R>(_ body: () throws(KeychainError) -> R) throws(KeychainError) -> R {
        try database.connection.transaction(.deferred, mapping: { KeychainError($0) }, body)
    }

    /// Runs a body that changes the file; the change is durable when this returns, or did not
    /// happen.
    func change<R>(_ body: () throws(KeychainError) -> R) throws(KeychainError) -> R {
        guard !isReadOnly else {
            throw KeychainError(Errno(EROFS), "the vault lies on a read-only file system")
        }
        return try database.connection.transaction(
            .immediate, mapping: { KeychainError($0) }, body)
    }

    /// Reads the keybag again if another process changed it; inside a transaction.
    func refreshKeybag() throws(KeychainError) {
        let fresh = try database.keybag()
        guard fresh != keybag else { return }
        adopt(fresh)
    }

    /// Takes a keybag that is in the file now, and forgets what hung on the old one.
    func adopt(_ fresh: Keybag) {
        keybag = fresh
        index = nil
        tree = nil
        openKeys = [:]
        checkedKeys = [:]
    }

    /// Refuses a tree that is older than what this vault is known to have been.
    func check(_ root: TreeRoot) throws(KeychainError) {
        guard root.sequence >= lowestSequence else {
            throw KeychainError(
                .dataCorrupted,
                "the vault is older than it was: \(lowestSequence - root.sequence) changes are"
                    + " missing",
                advice: "restore the whole directory, with vault.db-wal, from a backup; if the loss"
                    + " is known and accepted, remove the file `sequence` in the vault's directory")
        }
        lowestSequence = root.sequence
    }
}

/// A state of the tree that was verified up to its root, and the nodes read so far.
struct VerifiedTree {
    var stamp: VaultDatabase.RootStamp
    var root: TreeRoot
    var nodes: [Int: [UInt8]]
}
#endif
