/// A device that is or was in an account.
public struct LogMember: Sendable, Hashable {
    /// What the account says of it.
    public let record: DeviceRecord
    /// The place of the entry that took it in.
    public let since: UInt64
    /// Whether it is one of the account's devices now.
    public internal(set) var standing: Standing

    /// Whether a device is one of the account's.
    public enum Standing: Sendable, Hashable {
        /// Messages are encrypted to it.
        case active
        /// It was put out by the entry at a place; what it sent counts up to its counter.
        case removed(at: UInt64, reason: RemovalReason, lastCounter: UInt64)
    }

    /// Whether messages are encrypted to it.
    public var isActive: Bool { standing == .active }
}
