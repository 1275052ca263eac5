extension MessageHeader {
    /// What the key of a message's body is derived for: the `info` of its derivation.
    ///
    /// - Note: `"holdfast/body/v1" ‖ suite ‖ message ‖ attempt ‖ sender's account and device`, the
    ///   numbers of 2 bytes each.
    ///
    /// - Parameters:
    ///   - message: the message's name.
    ///   - attempt: the envelope's attempt.
    ///   - account: the sender's account.
    ///   - device: the device that sends.
    /// - Returns: 100 bytes.
    public static func bodyInfo(
        message: MessageID, attempt: UInt16, account: AccountID, device: DeviceID
    ) -> [UInt8] {
        WireWriter.encode { writer in
            writer.put(WireLabel.body.bytes)
            writer.put(suite)
            writer.put(message.bytes)
            writer.put(attempt)
            writer.put(account.bytes)
            writer.put(device.bytes)
        }
    }

    /// What the key of this message's body is derived for.
    public var bodyInfo: [UInt8] {
        Self.bodyInfo(
            message: message, attempt: attempt, account: sender.account, device: sender.device)
    }
}
