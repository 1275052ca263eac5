public import HoldfastCrypto

/// What an entry of a device log does.
public enum LogAction: Sendable, Hashable {
    /// Begins the log with the account's first device.
    case genesis(DeviceRecord, recovery: P256PublicKey?)
    /// Takes a device in.
    case add(DeviceRecord)
    /// Puts a device out. What it sent counts up to `lastCounter`, its counter of messages.
    case revoke(DeviceID, reason: RemovalReason, lastCounter: UInt64)
    /// Gives a device's place to another key, with all that hangs on the place.
    case replace(DeviceID, reason: RemovalReason, lastCounter: UInt64, by: DeviceRecord)
    /// Changes the recovery key, or removes it.
    case setRecovery(P256PublicKey?)
    /// Names the newest state of a backup, so that an old one is noticed.
    case checkpoint(lineage: SlotID, generation: UInt64, manifest: EntryHash)
    /// Undoes an entry that waits, and what hangs on it.
    case veto(EntryHash)
    /// Says that an entry that waits is right.
    case confirm(EntryHash)
    /// Ends a fork: this branch goes on with exactly these devices.
    case merge(other: LogHead, survivors: [DeviceRecord])

    /// The device that comes in and has to agree to it.
    var newcomer: DeviceRecord? {
        switch self {
        case .add(let record), .replace(_, _, _, let record): record
        case .genesis, .revoke, .setRecovery, .checkpoint, .veto, .confirm, .merge: nil
        }
    }
}

/// Why a device is no longer one of the account's.
public enum RemovalReason: UInt8, Sendable, CaseIterable {
    /// Somebody else may have it.
    case lost = 1
    /// The person gave it up.
    case retired = 2
    /// The platform destroyed its keys, as for a new fingerprint.
    case invalidated = 3
    /// A successor has its place.
    case replaced = 4
}
