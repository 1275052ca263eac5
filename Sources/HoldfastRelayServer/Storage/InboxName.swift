internal import HoldfastWire

/// Names a device's inbox.
struct InboxName: Sendable, Hashable {
    /// The account.
    let account: AccountID
    /// The device.
    let device: DeviceID
}

/// What a relay hears of others on the same storage.
enum InboxNews: Sendable, Equatable {
    /// Something came for a device.
    case inbox(InboxName)
    /// Something may have come for anybody, as after the storage was away.
    case anything
}
