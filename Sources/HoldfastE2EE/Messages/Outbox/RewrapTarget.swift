public import HoldfastWire

/// A device that a message may be wrapped again for; only ``OutboxPlanner`` makes one.
public struct RewrapTarget: Sendable, Hashable {
    /// The device's account.
    public let account: AccountID
    /// The device: the one that asked, or the one that has its place now.
    public let device: DeviceRecord
    /// The lowest grade that the new wrap may have: the one that the old wrap had.
    public let lowest: SecrecyGrade
}

/// Why a message is not wrapped again, whoever asks.
public enum RewrapRefusal: Error, Sendable, Hashable {
    /// The receipt is about another message, or of a device that the message was not wrapped for.
    case notAddressed
    /// The receipt is not signed by the device.
    case fault(MessageFault)
    /// The device is none of its account's now, and no other has its place.
    case deviceGone
    /// The device is there and has its message; the server asks without a reason.
    case notNeeded
    /// It was done three times for this place.
    case tooOften
}
