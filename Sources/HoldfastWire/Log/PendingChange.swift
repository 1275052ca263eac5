/// A change that holds already and that the account's devices can still undo.
///
/// A phrase or a device in the wrong hands can make one; the person's other devices are told and
/// have this long to object. The log has no clock: who verifies it says which changes are settled.
public struct PendingChange: Sendable, Hashable {
    /// How long the devices can object, in seconds, by the clock of whoever verifies.
    public enum Delay: UInt64, Sendable, CaseIterable {
        /// 72 hours: done by the recovery key alone, or by one device to another one's place.
        case change = 259_200
        /// 7 days: another recovery key, set by a device alone.
        case recoveryKey = 604_800
    }

    /// The entry that made it.
    public let entry: LogHead
    /// Who made it.
    public let author: LogEntry.Author
    /// When the author says that it was made, in seconds since 1970.
    public let created: Int64
    /// How long it can be undone.
    public let delay: Delay
    /// The device that it brought in, whose own entries hang on it.
    public let newcomers: Set<DeviceID>
    /// What held before it.
    let before: LogFacts
}
