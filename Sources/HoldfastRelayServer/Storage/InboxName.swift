internal import HoldfastWire

/// Names a device's inbox.
struct InboxName: Sendable, Hashable {
    /// The account.
    let account: AccountID
    /// The device.
    let device: DeviceID

    // Of each a run of bytes at once, which is faster than one by one as arrays are hashed.
    func hash(into hasher: inout Hasher) {
        account.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        device.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

/// What a relay hears of others on the same storage.
enum InboxNews: Sendable, Equatable {
    /// Something came for a device.
    case inbox(InboxName)
    /// Something may have come for anybody, as after the storage was away.
    case anything
}
