/// A message as one device gets it.
///
/// Its bytes are those of the ``Delivery`` and those of the ``SealedMessage`` behind each other, so
/// that a server keeps the message once and a part for each device.
public struct DeliveredMessage: Sendable, Hashable {
    /// What this device gets of the envelope.
    public let delivery: Delivery
    /// What all recipients get.
    public let message: SealedMessage

    /// Puts the two together, without checking them.
    ///
    /// - Parameters:
    ///   - delivery: what the device gets of the envelope.
    ///   - message: what all recipients get.
    public init(_ delivery: Delivery, of message: SealedMessage) {
        self.delivery = delivery
        self.message = message
    }

    /// The message as one device gets it.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            delivery.write(to: &writer)
            message.write(to: &writer)
        }
    }

    /// Reads a message, without checking it.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        delivery = try Delivery(from: &reader)
        message = try SealedMessage(from: &reader)
        try reader.expectEnd("DeliveredMessage")
    }

    /// Checks what takes no secret, in this order: the signature, the account with its devices, and
    /// the wrap.
    ///
    /// - Parameter sender: what the sender's account says of the device that the header names.
    /// - Throws: ``MessageFault``.
    public func check(sender: DeviceRecord) throws(MessageFault) {
        try message.check(sender: sender)
        try delivery.check(under: message.header)
    }
}
