#if os(Linux)
import CLinux
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite

/// What tells the file that was opened from another of the same name.
///
/// A read-only vault is opened as one that nobody changes. It may be a read-only mount of a vault
/// that others write elsewhere, so there its size and time, and its log's, are part of it.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let inode: ino_t
    private var changes: [Int] = []

    /// Looks at the vault's file.
    ///
    /// - Returns: `nil` if there is none, with `errno`.
    init?(_ files: VaultFiles, isReadOnly: Bool) {
        var info = stat()
        // withCString, as it alone passes the path on without copying it first.
        guard files.database.withCString({ lstat($0, &info) }) == 0 else { return nil }
        device = info.st_dev
        inode = info.st_ino
        guard isReadOnly else { return }
        changes = [Int(info.st_size), Int(holdfast_modified_nanoseconds(&info))]
        var log = stat()
        if lstat(files.writeAheadLog, &log) == 0 { changes.append(Int(log.st_size)) }
    }
}

/// A vault whose file is open: its keybag, and as much of its tree as has been verified.
final class OpenVault {
    let files: VaultFiles
    let database: VaultDatabase
    /// What a write is refused with; `nil` if the vault can be written.
    let refusal: KeychainError?
    var isReadOnly: Bool { refusal != nil }
    let floor: SequenceFloor
    private(set) var keybag: Keybag {
        didSet { slots = SlotsInUse(keybag) }
    }
    /// What every call asks of the keybag, found out once for each keybag.
    private(set) var slots: SlotsInUse
    /// The device secret once it was read; never one that needs the passcode each time.
    private(set) var deviceSecret: DeviceSecret?
    /// What hardware said that did not open its seal, and when.
    var refusalOfSeal: (error: KeychainError, time: Duration)?
    /// The keys of the metadata class that were verified last.
    var index: IndexKeys?
    /// The part of the tree that was verified last.
    var tree: VerifiedTree?
    /// What was verified below the root.
    let treeCache = TreeCache()
    /// What is known of items, for those that replace them.
    let itemFacts = ItemFactsCache()
    /// Keys of a vault without a passcode, which are always in reach.
    var openKeys = SlotTable<SecretBytes>()
    /// Keys from a cache that were checked, so that the same bytes need no second check.
    var checkedKeys = SlotTable<SecretBytes>()
    /// Class keys that HMAC has absorbed, each beside the key that it was made from.
    private var absorbedKeys = SlotTable<(key: SecretBytes, absorbed: HMACSHA256Key)>()
    private var lowestSequence: UInt64
    private let identity: FileIdentity

    /// Takes an opened file.
    ///
    /// - Parameters:
    ///   - files: where it is.
    ///   - identity: what the path named before it was opened, so that a file put in its place in
    ///     the meantime is noticed at the next call.
    ///   - database: the opened file.
    ///   - refusal: what writes are refused with, if the file can only be read.
    /// - Throws: `DATA_CORRUPTED` if the keybag is damaged.
    init(
        files: VaultFiles, identity: FileIdentity, database: VaultDatabase,
        refusingWrites refusal: KeychainError?
    ) throws(KeychainError) {
        self.files = files
        self.identity = identity
        self.database = database
        self.refusal = refusal
        // One state of the file: it takes several statements.
        let keybag = try database.connection.transaction(
            .deferred, mapping: { KeychainError($0) }
        ) { () throws(KeychainError) in try database.keybag() }
        self.keybag = keybag
        slots = SlotsInUse(keybag)
        floor = SequenceFloor(path: files.sequence, vaultID: keybag.vaultID)
        // Read before the tree: what was durable then must be in the tree that is read next.
        lowestSequence = try floor.read() ?? 0
    }

    func take(_ secret: DeviceSecret) {
        deviceSecret = secret
    }

    /// Whether the path still names the file that is open, and the file can still be used.
    func isStillGood() -> Bool {
        // There may be space again, or the right to write.
        guard refusal?.isLackOfIndexSpace != true else { return false }
        if refusal?.nativeCode == Int(EACCES), !files.isClosedToWriting { return false }
        return database.connection.isOpen
            && FileIdentity(files, isReadOnly: isReadOnly) == identity
    }

    // MARK: Transactions

    /// Runs a body on one consistent state of the file.
    func snapshot<R>(_ body: () throws(KeychainError) -> R) throws(KeychainError) -> R {
        try database.connection.transaction(.deferred, mapping: { KeychainError($0) }, body)
    }

    /// Runs a body that changes the file; the change is durable when this returns, or did not
    /// happen.
    func change<R>(_ body: () throws(KeychainError) -> R) throws(KeychainError) -> R {
        if let refusal { throw refusal }
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
        if fresh.deviceSecretID != keybag.deviceSecretID
            || fresh.sealedSecret != keybag.sealedSecret
        {
            (deviceSecret, refusalOfSeal) = (nil, nil)
        }
        keybag = fresh
        index = nil
        tree = nil
        treeCache.removeAll()
        itemFacts.removeAll()
        openKeys = SlotTable()
        checkedKeys = SlotTable()
        absorbedKeys = SlotTable()
    }

    /// A class key that is in reach, absorbed by HMAC; kept for the next time.
    func absorbed(_ key: SecretBytes, of slot: KeySlot) -> HMACSHA256Key {
        if let known = absorbedKeys[slot], known.key == key { return known.absorbed }
        let absorbed = HMACSHA256Key(key)
        absorbedKeys[slot] = (key, absorbed)
        return absorbed
    }

    /// Forgets what was kept of a class key that is no longer in reach.
    func forget(_ slot: KeySlot) {
        checkedKeys[slot] = nil
        absorbedKeys[slot] = nil
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

/// In which slots new items are written, and whether older ones are on their way out.
struct SlotsInUse {
    let isRetiring: Bool
    private let current: [KeySlot]

    init(_ keybag: Keybag) {
        current = KeyClass.allCases.compactMap { keybag.current($0) }
        isRetiring = !keybag.retiring.isEmpty
    }

    /// The slot of a class's new items; `nil` if the vault has no key of that class.
    func current(_ keyClass: KeyClass) -> KeySlot? {
        for slot in current where slot.keyClass == keyClass { return slot }
        return nil
    }
}

/// A state of the tree's root that was verified.
struct VerifiedTree {
    var stamp: VaultDatabase.RootStamp
    var root: TreeRoot
    /// The connection's count of changes when it was read or written.
    var fileVersion: UInt32?
}
#endif
