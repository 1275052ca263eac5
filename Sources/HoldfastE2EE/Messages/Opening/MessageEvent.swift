public import HoldfastWire

/// What an app shows about a message, or about what came instead of one (P9).
public enum MessageEvent: Sendable, Equatable {
    /// A device has given two texts one name: it, or its software, is not honest.
    case equivocation(sender: DeviceID, message: MessageID)
    /// A device has used a counter twice: there may be a copy of it.
    case counterReused(sender: DeviceID, counter: UInt64)
    /// Not all of this account's devices get the message, or others do.
    case incomplete(Completeness)
    /// The message is shown apart.
    case apart(SenderStanding.Ground)
    /// The sender's clock is so many seconds ahead of this device's.
    case clockAhead(seconds: Int64)
    /// A message came that cannot be opened; its sender is asked to wrap it again.
    case notOpened(Receipt.Reason)
    /// What came is no message that an honest sender made for this device.
    case refused(OpenFailure)
}

extension MessageEvent {
    /// More than an hour is worth telling.
    private static let clockTolerance: Int64 = 3600

    /// What there is to tell of a judged message.
    static func of(
        _ judged: JudgedMessage, _ recollection: Recollection, now: Int64
    ) -> [MessageEvent] {
        var events: [MessageEvent] = []
        let sender = judged.header.sender
        if let owner = recollection.counterOwner, owner != judged.header.message {
            events.append(.counterReused(sender: sender.device, counter: sender.counter))
        }
        if judged.completeness != .complete { events.append(.incomplete(judged.completeness)) }
        if case .apart(let ground) = judged.standing { events.append(.apart(ground)) }
        let ahead = judged.header.created.secondsSince(now)
        if ahead > clockTolerance { events.append(.clockAhead(seconds: ahead)) }
        return events
    }
}
