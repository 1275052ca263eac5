import HoldfastCrypto

/// What a wrap is bound to: its message and attempt, the sender, the recipient with its keys, the
/// prekey and the grade.
///
/// In any other place the wrap does not open.
///
/// - Note: `SHA-256("holdfast/wrap-context/v1" ‖ suite ‖ message ‖ attempt ‖ sender's account and
///   device ‖ recipient's account, device and record ‖ prekey, or 32 zeros ‖ grade)`, the numbers of
///   2, 2 and 1 bytes. Behind the label of a layer it is the `info` of HPKE.
public struct WrapContext: Sendable {
    /// What all wraps of an envelope have in common.
    private let common: [UInt8]

    /// Takes what all wraps of an envelope have in common.
    ///
    /// - Parameters:
    ///   - message: the message's name.
    ///   - attempt: the envelope's attempt.
    ///   - account: the sender's account.
    ///   - device: the device that sends.
    public init(
        message: MessageID, attempt: UInt16, account: AccountID, device: DeviceID
    ) {
        common = WireWriter.encode { writer in
            writer.put(WireLabel.wrapContext.bytes)
            writer.put(MessageHeader.suite)
            writer.put(message.bytes)
            writer.put(attempt)
            writer.put(account.bytes)
            writer.put(device.bytes)
        }
    }

    /// What all wraps of a header's envelope have in common.
    ///
    /// - Parameter header: the header.
    public init(_ header: MessageHeader) {
        self.init(
            message: header.message, attempt: header.attempt, account: header.sender.account,
            device: header.sender.device)
    }

    /// What one wrap is bound to.
    ///
    /// - Parameters:
    ///   - account: the recipient's account.
    ///   - device: the recipient.
    ///   - record: what its account says of it.
    ///   - key: the prekey with its grade, or that there is none.
    /// - Returns: 32 bytes.
    public func hash(
        account: AccountID, device: DeviceID, record: RecordHash, key: Wrap.Key
    ) -> [UInt8] {
        SHA256.hash { hash in
            hash.absorb(common)
            hash.absorb(account.bytes)
            hash.absorb(device.bytes)
            hash.absorb(record.bytes)
            hash.absorb(key.prekey?.bytes ?? Self.noPrekey)
            hash.absorb(byte: key.grade.rawValue)
        }
    }

    private static let noPrekey = [UInt8](repeating: 0, count: PrekeyID.byteCount)
}
