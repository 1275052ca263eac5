#if os(Linux)
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite

/// The history's state in this process and all that is done with it, one call at a time.
///
/// Not Sendable: ``HistoryDatabase`` holds it under a lock. Calls block on the file and on other
/// processes, so they run on a thread that may wait.
final class HistoryCore {
    /// After so many changes the item store is told anew how far the history has come.
    static let changesPerNote: UInt64 = 64

    let configuration: HistoryConfiguration
    private let slots: StorageSlots
    private var open: OpenHistory?
    private(set) var warnings: [String] = []

    init(_ configuration: HistoryConfiguration) {
        self.configuration = configuration
        slots = StorageSlots(store: configuration.store)
    }

    private var path: String { configuration.folder + "/history.db" }
    private var markPath: String { configuration.folder + "/sequence" }

    func close() { open = nil }

    // MARK: Transactions

    /// Runs a body on the verified rows of one consistent state.
    ///
    /// - Returns: `nil` if there is no history.
    func reading<R>(
        _ body: (HistoryRows) throws(KeychainError) -> R
    ) throws(KeychainError) -> R? {
        guard let history = try opened() else { return nil }
        try requireCurrent(history)
        return try history.file.connection.transaction(
            .deferred, mapping: { KeychainError($0) }
        ) { () throws(KeychainError) in try body(try history.rows(configuration.random)) }
    }

    /// Runs a body that changes rows; the change is durable when this returns, or did not happen.
    func changing<R>(
        _ body: (HistoryRows) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard let history = try opened() else { throw Self.noHistory }
        try requireCurrent(history)
        return try change(history, body)
    }

    /// Begins to read one state of the history, which stays the same until ``close()``, whatever
    /// others change; nothing else may be done with this object meanwhile.
    ///
    /// - Returns: the rows; `nil` if there is no history.
    func hold() throws(KeychainError) -> HistoryRows? {
        guard let history = try opened() else { return nil }
        try requireCurrent(history)
        // The first statement that reads, in the next line, settles which state it is.
        try sqlite { () throws(SQLiteError) in try history.file.connection.execute("BEGIN") }
        return try history.rows(configuration.random)
    }

    private func change<R>(
        _ history: OpenHistory, _ body: (HistoryRows) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let (result, sequence) = try history.file.connection.transaction(
            .immediate, mapping: { KeychainError($0) }
        ) { () throws(KeychainError) in
            let rows = try history.rows(configuration.random)
            let result = try body(rows)
            try rows.finish()
            return (result, rows.isChanged ? rows.root.sequence : nil)
        }
        if let sequence { committed(history, sequence) }
        return result
    }

    /// Empties the log, so that what was removed is in none of its old pages.
    ///
    /// A reader that holds an old state, or a full disk, puts it off until the next time.
    func emptyLog() {
        warningly("the history's log could not be emptied") { () throws(KeychainError) in
            try opened()?.file.emptyLog()
        }
    }

    /// Notes a sequence that is durable; the change itself stands whatever comes of the notes.
    private func committed(_ history: OpenHistory, _ sequence: UInt64) {
        history.lowest = max(history.lowest, sequence)
        warningly("the history's mark could not be written") { () throws(KeychainError) in
            try history.mark.write(sequence)
        }
        guard sequence >= history.noted + Self.changesPerNote else { return }
        warningly("the history's place could not be noted") { () throws(KeychainError) in
            try note(history, sequence)
        }
    }

    /// Without these notes only a later loss would go unnoticed: a warning and no failure.
    private func warningly(_ text: String, _ body: () throws(KeychainError) -> Void) {
        do throws(KeychainError) {
            try body()
        } catch {
            let line = "\(text) (\(error.message))"
            if !warnings.contains(line) { warnings.append(line) }
        }
    }

    private func note(_ history: OpenHistory, _ sequence: UInt64) throws(KeychainError) {
        let database = history.keys.database
        if let place = try slots.place(), place.database == database, place.sequence >= sequence {
            history.noted = place.sequence
            return
        }
        try slots.write(StorageSlots.Place(database: database, sequence: sequence))
        history.noted = sequence
    }

    // MARK: Standing

    func standing() throws(KeychainError) -> HistoryStanding {
        try opened()?.standing ?? .missing
    }

    /// Whether the item store knows a history that was used, and the folder has none.
    func isLost() throws(KeychainError) -> Bool {
        guard try opened() == nil, let place = try slots.place() else { return false }
        // A death while it was made leaves the first place: nothing was in it.
        return place.sequence > 1
    }

    /// Goes on with a history that is older than it was, or another one: a person has said so.
    ///
    /// The prekeys are given up, since some of them may have been used already.
    func accept() throws(KeychainError) {
        guard let history = try opened() else { throw Self.noHistory }
        guard history.standing != .current else { return }
        history.lowest = 0
        let now = configuration.wallClock.now.seconds
        try change(history) { (rows) throws(KeychainError) in
            try rows.loseAllPrekeys(at: now)
            // At least one change, so that the sequence differs from that of the copy.
            rows.touch()
        }
        let sequence = history.lowest
        try history.mark.write(sequence)
        try slots.write(
            StorageSlots.Place(database: history.keys.database, sequence: sequence))
        history.noted = sequence
        history.standing = .current
        emptyLog()
    }

    private func requireCurrent(_ history: OpenHistory) throws(KeychainError) {
        let message: String
        switch history.standing {
        case .current, .missing: return
        case .older: message = "the history is older than it was"
        case .other: message = "the history is not the one that this device used last"
        }
        throw KeychainError(
            .dataCorrupted, message,
            advice: "put the newest files back, or tell the person what is missing and accept it")
    }

    // MARK: Opening

    /// The open history; `nil` if the folder answered that there is none.
    private func opened() throws(KeychainError) -> OpenHistory? {
        let identity = try identityOnDisk()
        if let open, open.identity == identity, open.file.connection.isOpen,
            open.standing == .current
        {
            return open
        }
        // Another file has taken its place, an error of the disk has ended the connection, or
        // another process may have accepted what was found.
        open = nil
        guard let identity else { return nil }
        guard let key = try slots.key() else {
            throw KeychainError(
                .keyInvalidated, "the history is there and its key is gone",
                advice: "keep the files: they open again if the key's store comes back")
        }
        let history = try openExisting(identity, key)
        open = history
        return history
    }

    private func identityOnDisk() throws(KeychainError) -> FileCalls.Identity? {
        if let identity = try FileCalls.identity(path) { return identity }
        guard try FileCalls.isFolder(configuration.folder) else { return nil }
        for rest in [path + "-wal", markPath] where try FileCalls.identity(rest) != nil {
            throw KeychainError(
                .dataCorrupted, "the history's file is missing and other files of it are there",
                advice: "put back the whole folder from a backup")
        }
        return nil
    }

    private func openExisting(
        _ identity: FileCalls.Identity, _ key: SecretBytes
    ) throws(KeychainError) -> OpenHistory {
        let file = try HistoryFile(
            path: try FileCalls.resolved(configuration.folder) + "/history.db",
            Connection.Options(
                mode: .readWrite, vfs: configuration.fileLayer,
                busyTimeoutMilliseconds: configuration.busyTimeout.milliseconds,
                cacheKiB: 8_192))
        let keys = try HistoryKeys(storageKey: key, database: try file.root().database)
        let mark = SequenceMark(path: markPath, database: keys.database)
        // Read before the root: what was durable then must be in the root that is read next.
        let marked = try mark.read()
        let place = try slots.place()
        let history = OpenHistory(identity: identity, file: file, keys: keys, mark: mark)
        let root = try file.connection.transaction(
            .deferred, mapping: { KeychainError($0) }
        ) { () throws(KeychainError) in try history.rows(configuration.random).root }
        history.standing = Self.standing(root, keys.database, marked: marked, place: place)
        guard history.standing == .current else { return history }
        history.lowest = root.sequence
        history.noted = place?.sequence ?? 0
        if root.sequence > history.noted {
            warningly("the history's place could not be noted") { () throws(KeychainError) in
                try note(history, root.sequence)
            }
        }
        return history
    }

    private static func standing(
        _ root: HistoryRoot, _ database: DatabaseID, marked: UInt64, place: StorageSlots.Place?
    ) -> HistoryStanding {
        guard let place, place.database == database else { return .other }
        let known = max(marked, place.sequence)
        return root.sequence < known ? .older(by: known - root.sequence) : .current
    }

    // MARK: Making

    /// Makes the history if the folder answered that there is none.
    func make() throws(KeychainError) {
        if try opened() != nil { return }
        let folder = configuration.folder
        try FileCalls.makeFolder(folder)
        try FileCalls.locked(folder + "/lock") { () throws(KeychainError) in
            if try opened() != nil { return }
            let key = try slots.keyOrNew(configuration.random)
            let drawn = try crypto { () throws(CryptoError) in
                try configuration.random.bytes(DatabaseID.byteCount)
            }
            guard let database = DatabaseID(drawn) else { throw .damagedHistory }
            let keys = try HistoryKeys(storageKey: key, database: database)
            // What a dead process left under this name is nobody's: we hold the lock.
            let temporary = try FileCalls.resolved(folder) + "/new.db"
            for suffix in ["", "-wal", "-shm", "-journal"] {
                try FileCalls.remove(temporary + suffix)
            }
            try FileCalls.create(temporary)
            try HistoryFile.create(path: temporary, keys, vfs: configuration.fileLayer)
            // The place first: a history that the item store does not know would not be believed.
            try slots.write(StorageSlots.Place(database: database, sequence: 1))
            try FileCalls.publish(temporary, as: path)
        }
    }

    static let noHistory = KeychainError(
        .unknown, "there is no history: it is made when an identity is written",
        nativeDomain: "holdfast.history", nativeCode: 1, advice: "open the identity first")
}

/// A history whose file is open.
final class OpenHistory {
    let identity: FileCalls.Identity
    let file: HistoryFile
    let keys: HistoryKeys
    let mark: SequenceMark
    var standing = HistoryStanding.current
    /// The highest sequence that was seen; an older state is damage.
    var lowest: UInt64 = 0
    /// The sequence that the item store knows.
    var noted: UInt64 = 0

    init(
        identity: FileCalls.Identity, file: HistoryFile, keys: HistoryKeys, mark: SequenceMark
    ) {
        self.identity = identity
        self.file = file
        self.keys = keys
        self.mark = mark
    }

    /// The rows of the state that the running transaction sees.
    func rows(_ random: any SecureRandom) throws(KeychainError) -> HistoryRows {
        let rows = try HistoryRows(file, keys, random: random)
        guard rows.root.sequence >= lowest else { throw .damagedHistory }
        lowest = rows.root.sequence
        return rows
    }
}

extension Duration {
    /// Whole milliseconds, bounded to what fits.
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        let (product, isTooLarge) = Int(clamping: seconds).multipliedReportingOverflow(by: 1000)
        return isTooLarge ? Int.max : product + Int(attoseconds / 1_000_000_000_000_000)
    }
}
#endif
