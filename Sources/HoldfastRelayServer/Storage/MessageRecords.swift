internal import HoldfastWire

/// The rows about messages on their way.
protocol MessageRecords {
    /// What became of a message when it came before; nil if it is new.
    ///
    /// - Returns: whether it is the same one, and which devices had no room for it.
    func sent(
        _ message: MessageName, digest: [UInt8]
    ) throws(StorageError) -> (isSame: Bool, full: [DeviceID])?

    /// Notes what became of a message, so that the same one again is answered the same.
    func noteSent(
        _ message: MessageName, digest: [UInt8], full: [DeviceID], at time: Int64
    ) throws(StorageError)

    /// Puts a message into the inboxes of devices.
    ///
    /// - Returns: the devices whose inboxes have no room; nothing is put into those.
    func deliver(_ message: OutgoingMessage) throws(StorageError) -> [DeviceID]

    /// Puts something into a device's inbox.
    ///
    /// - Returns: false if the inbox has no room; nothing is put into it then.
    func deliver(
        _ item: OutgoingItem, to device: DeviceID, of account: AccountID
    ) throws(StorageError) -> Bool

    /// What waits for a device behind a place, in order.
    func inbox(
        of device: DeviceID, in account: AccountID, after position: Int64, atMost count: Int,
        byteCount: Int
    ) throws(StorageError) -> [InboxItem]

    /// The beginnings of the messages that wait for a device, up to the ends of their headers.
    func waitingFronts(
        of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> [[UInt8]]

    /// Removes from an inbox what its device has, by places.
    ///
    /// - Returns: how many were there.
    func acknowledge(
        _ positions: [Int64], of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> Int

    /// Forgets sent messages' names, and what nobody fetched, from before a time.
    func forgetMessages(before time: Int64, atMost count: Int) throws(StorageError) -> Int
}

/// Names a message: who sent it, its name there, and the try.
struct MessageName: Sendable, Equatable {
    /// The sender's account.
    let account: AccountID
    /// The sender.
    let device: DeviceID
    /// The sender's 16 bytes for it.
    let id: MessageID
    /// 0, then one more for each time it is wrapped again.
    let attempt: UInt16
}

/// A message for devices of some accounts.
struct OutgoingMessage: Sendable {
    /// The devices of one account, in the order of their names, and what each alone gets.
    struct Group: Sendable {
        /// The account.
        let account: AccountID
        /// The devices and their parts.
        let parts: [(device: DeviceID, part: [UInt8])]
    }

    /// What it is, as the wire has it.
    let kind: UInt8
    /// What all of them get, which is kept once, or once for each account.
    let shared: [UInt8]
    /// The devices, by their accounts.
    let groups: [Group]
    /// When it came, in seconds since 1970.
    let received: Int64
}

/// What is put into one inbox.
struct OutgoingItem: Sendable, Equatable {
    /// What it is, as the wire has it.
    let kind: UInt8
    /// What the device gets.
    let part: [UInt8]
    /// When it came, in seconds since 1970.
    let received: Int64
}

/// What lies in an inbox.
struct InboxItem: Sendable, Equatable {
    /// Its place, which only grows.
    let position: Int64
    /// What it is, as the wire has it.
    let kind: UInt8
    /// When it came, in seconds since 1970.
    let received: Int64
    /// What all devices of the account get; empty if nothing is kept apart.
    let shared: [UInt8]
    /// What this device alone gets.
    let part: [UInt8]
}
