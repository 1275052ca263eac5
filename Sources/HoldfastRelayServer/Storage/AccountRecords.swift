internal import HoldfastWire

/// The rows about accounts, their logs and their devices.
protocol AccountRecords {
    /// The newest entry of an account's log; nil if there is no such account.
    func head(of account: AccountID) throws(StorageError) -> LogHead?

    /// The same, for a write that adds an entry or refuses to: nobody else adds one until it ends.
    func headForChange(of account: AccountID) throws(StorageError) -> LogHead?

    /// Makes an account with its first entry.
    func makeAccount(_ genesis: StoredEntry, of account: AccountID) throws(StorageError)

    /// Adds an entry behind the newest one; the caller has compared the head in this transaction.
    func append(_ entry: StoredEntry, to account: AccountID) throws(StorageError)

    /// Entries in order, from a place on, at most so many and not many more bytes than said.
    func entries(
        of account: AccountID, from sequence: UInt64, atMost count: Int, byteCount: Int
    ) throws(StorageError) -> [StoredEntry]

    /// What the log says of a device; nil if it never was in the account.
    func standing(
        of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> DeviceStanding?

    /// The devices that messages go to, by their names.
    func activeDevices(of account: AccountID) throws(StorageError) -> [DeviceID]

    /// Notes what the log says of a device.
    func set(
        _ standing: DeviceStanding, of device: DeviceID, in account: AccountID
    ) throws(StorageError)

    /// The highest counter of the messages that were taken from a device; 0 if there was none.
    func counter(of device: DeviceID, in account: AccountID) throws(StorageError) -> UInt64

    /// Notes the counter of a message that was taken from a device, if it is the highest.
    func noteCounter(
        _ counter: UInt64, of device: DeviceID, in account: AccountID
    ) throws(StorageError)

    /// Removes what is kept for a device that is none of the account's any more.
    ///
    /// - Returns: how many messages were dropped.
    func drop(_ device: DeviceID, of account: AccountID) throws(StorageError) -> Int

    /// Devices whose removal can no longer be undone and that something is still kept for.
    func dueRemovals(
        at time: Int64, atMost count: Int
    ) throws(StorageError) -> [(account: AccountID, device: DeviceID)]

    /// Notes that a login's challenge was used; false if it was before.
    func use(
        _ challenge: [UInt8], of account: AccountID, until expires: Int64
    ) throws(StorageError) -> Bool

    /// Forgets challenges that are refused for their age.
    func forgetChallenges(before time: Int64) throws(StorageError)

    /// How many bytes an account keeps here, backups and waiting messages together.
    func storedByteCount(of account: AccountID) throws(StorageError) -> Int64

    /// Counts bytes that came or, negative, went.
    func count(_ bytes: Int64, of account: AccountID) throws(StorageError)
}

/// A signed log entry as it is kept.
struct StoredEntry: Sendable, Equatable {
    /// Its place and name.
    let head: LogHead
    /// The bytes that came.
    let bytes: [UInt8]
    /// When they came, in seconds since 1970, by the relay's clock.
    let received: Int64
}

/// What an account's log says of one of its devices.
enum DeviceStanding: Sendable, Equatable {
    /// Messages go to it.
    case active
    /// It is out, by an entry that can still be undone until a time; what waits for it is kept.
    case suspended(until: Int64)
    /// It is out for good.
    case removed
}
