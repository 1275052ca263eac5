internal import HoldfastWire

/// The rows about prekeys.
protocol PrekeyRecords {
    /// Keeps a prekey.
    ///
    /// - Returns: whether it is new, was there already, or another one has its name.
    func keep(
        _ prekey: StoredPrekey, of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> KeepResult

    /// Hands out a prekey: one that can be used once if there is one, else one that can be used
    /// again, else none. The same claim gets the same key again.
    func claim(
        _ claim: [UInt8], from device: DeviceID, of account: AccountID, at time: Int64
    ) throws(StorageError) -> StoredPrekey?

    /// How many prekeys of a device can still be handed out once.
    func oneTimePrekeyCount(
        of device: DeviceID, in account: AccountID, at time: Int64
    ) throws(StorageError) -> Int

    /// Forgets prekeys that are over, of all devices.
    func forgetPrekeys(before time: Int64) throws(StorageError)
}

/// A prekey as it is kept.
struct StoredPrekey: Sendable, Equatable {
    /// Its name, which its device gave it.
    let id: [UInt8]
    /// Whether it is handed out once.
    let isOneTime: Bool
    /// When it ends, in seconds since 1970.
    let notAfter: Int64
    /// The signed prekey as it came.
    let bytes: [UInt8]
}

/// What became of something that was to be kept under a name.
enum KeepResult: UInt8, Sendable {
    /// It is kept now.
    case kept = 1
    /// The same was there already.
    case known = 2
    /// Something else is there under that name, and stays.
    case conflict = 3
}
