public import HoldfastWire

/// A message that is its sender's and for this device, and is not open yet.
///
/// Only ``MessageOpener`` makes one.
public struct JudgedMessage: Sendable {
    /// The message.
    public let message: DeliveredMessage
    /// What it is worth by its sender's standing.
    public let standing: SenderStanding
    /// Whether it was wrapped for all of this account's devices.
    public let completeness: Completeness

    init(
        _ message: DeliveredMessage, standing: SenderStanding, completeness: Completeness
    ) {
        self.message = message
        self.standing = standing
        self.completeness = completeness
    }

    /// What the message says of itself.
    public var header: MessageHeader { message.message.header }
    /// What this device's wrap is sealed to.
    public var wrapKey: Wrap.Key { message.delivery.wrap.key }
}
