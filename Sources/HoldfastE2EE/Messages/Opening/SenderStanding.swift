import HoldfastWire

/// What a message is worth by the standing of the device that sent it, judged by the logs and by no
/// clock.
public enum SenderStanding: Sendable, Hashable {
    /// The device is one of the sender's.
    case current
    /// The device was put out later; what it sent before counts.
    case removedSince
    /// To be shown apart from the other messages: from a device that was put out, with nothing that
    /// proves that it was sent before.
    case apart(Ground)

    /// Why a message is shown apart.
    public enum Ground: UInt8, Sendable, CaseIterable {
        /// The device was lost or its keys were taken by the platform: whoever has it can write an
        /// old place of the log into a new message.
        case lostDevice = 1
        /// The message's counter is above the last one that the account knew of the device.
        case beyondLastCounter = 2
    }

    /// Judges a device.
    ///
    /// - Parameters:
    ///   - member: what the account's log says of it.
    ///   - sender: what the message says.
    /// - Returns: the standing.
    /// - Throws: ``OpenFailure`` with `senderRemoved` for a message that names a place of the log
    ///   at which the device had been put out, `unknownSender` if it was not there yet, or is a
    ///   recovery recipient, which sends nothing.
    static func judge(
        _ member: LogMember, _ sender: MessageSender
    ) throws(OpenFailure) -> SenderStanding {
        guard member.since <= sender.head.sequence, !member.record.isRecoveryRecipient else {
            throw .unknownSender(sender.device)
        }
        guard case .removed(let place, let reason, let lastCounter) = member.standing else {
            return .current
        }
        guard sender.head.sequence < place else { throw .senderRemoved(sender.device, at: place) }
        switch reason {
        case .lost, .invalidated: return .apart(.lostDevice)
        case .retired, .replaced:
            return sender.counter > lastCounter ? .apart(.beyondLastCounter) : .removedSince
        }
    }
}
