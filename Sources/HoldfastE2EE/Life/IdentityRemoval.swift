public import HoldfastWire

/// How a device was put out of its account.
public struct IdentityRemoval: Sendable, Hashable {
    /// Who did it.
    public let author: LogEntry.Author
    /// What the author's device is called; `nil` for the recovery phrase.
    public let authorName: String?
    /// Why.
    public let reason: RemovalReason
    /// The entry's place in the account's log.
    public let sequence: UInt64
    /// When, in seconds since 1970, as the author says.
    public let created: Int64

    /// Looks in a log; `nil` unless the device is out.
    init?(of device: DeviceID, in known: VerifiedLog) {
        let members = known.log.facts.members
        guard case .removed(let place, let reason, _)? = members[device]?.standing,
            place < known.entries.count
        else { return nil }
        let entry = known.entries[Int(place)].entry
        author = entry.author
        authorName = if case .device(let id) = author { members[id]?.record.name } else { nil }
        self.reason = reason
        sequence = place
        created = entry.created
    }
}
