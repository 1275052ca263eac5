public import HoldfastCrypto

/// One entry of an account's device log, before its signatures.
public struct LogEntry: Sendable, Hashable {
    /// The account; `nil` in the first entry, whose hash the account's id is.
    public let account: AccountID?
    /// The place in the log; 0 for the first entry.
    public let sequence: UInt64
    /// The entry before this one; ``EntryHash/none`` in the first.
    public let previous: EntryHash
    /// When the author says that it was made, in seconds since 1970; nothing is ordered by it.
    public let created: Int64
    /// Who signs it.
    public let author: Author
    /// What it does.
    public let action: LogAction

    /// Who an entry is signed by.
    public enum Author: Sendable, Hashable {
        /// A device of the account.
        case device(DeviceID)
        /// The account's recovery key, which the person's phrase gives.
        case recovery
    }

    /// Makes the first entry of a new log.
    ///
    /// - Parameters:
    ///   - device: the account's first device, which signs it.
    ///   - recovery: the account's recovery key, if it has one.
    ///   - created: seconds since 1970.
    public init(genesis device: DeviceRecord, recovery: P256PublicKey?, created: Int64) {
        account = nil
        sequence = 0
        previous = .none
        self.created = created
        author = .device(device.id)
        action = .genesis(device, recovery: recovery)
    }

    /// Makes an entry that follows another.
    ///
    /// - Parameters:
    ///   - head: the account's newest entry.
    ///   - account: the account.
    ///   - created: seconds since 1970.
    ///   - author: who signs it.
    ///   - action: what it does; not `genesis`.
    public init(
        after head: LogHead, of account: AccountID, created: Int64, author: Author,
        action: LogAction
    ) {
        self.account = account
        sequence = head.sequence + 1
        previous = head.hash
        self.created = created
        self.author = author
        self.action = action
    }

    /// Takes the parts that were read.
    init(
        account: AccountID?, sequence: UInt64, previous: EntryHash, created: Int64,
        author: Author, action: LogAction
    ) {
        self.account = account
        self.sequence = sequence
        self.previous = previous
        self.created = created
        self.author = author
        self.action = action
    }
}

/// A place in an account's log.
public struct LogHead: Sendable, Hashable {
    /// The entry's place.
    public let sequence: UInt64
    /// The entry's name.
    public let hash: EntryHash

    /// Makes a place.
    ///
    /// - Parameters:
    ///   - sequence: the entry's place; 0 is the first.
    ///   - hash: the entry's name.
    public init(sequence: UInt64, hash: EntryHash) {
        self.sequence = sequence
        self.hash = hash
    }
}
