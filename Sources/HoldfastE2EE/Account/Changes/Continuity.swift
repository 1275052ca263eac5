public import HoldfastWire

/// Who vouches for a device's key: what an account's log says of how it came in.
///
/// Contacts keep what they have verified in all cases but the last.
public enum Continuity: Sendable, Hashable {
    /// The device's own key before.
    case ownKey
    /// Another device of the account; the name is the one that the log has of it.
    case ownDevice(DeviceID, name: String?)
    /// The recovery phrase alone: the account's devices can object for 72 hours.
    case recoveryPhrase
    /// Nobody: the device has begun the account. Whoever knew the person under another one sees a
    /// chain break, and is asked before anything is sent.
    case nobody

    /// Looks in a log; `nil` if the device was never in it.
    init?(of device: DeviceID, in known: VerifiedLog) {
        guard let member = known.log.facts.members[device], member.since < known.entries.count
        else { return nil }
        self.init(known.entries[Int(member.since)].entry, known.log.facts)
    }

    /// Who vouches for what an entry does.
    init(_ entry: LogEntry, _ facts: LogFacts) {
        switch (entry.author, entry.action) {
        case (_, .genesis): self = .nobody
        case (.recovery, _): self = .recoveryPhrase
        case (.device(let author), .replace(let old, _, _, _)) where author == old:
            self = .ownKey
        case (.device(let author), .revoke(let device, _, _)) where author == device:
            self = .ownKey
        case (.device(let author), _):
            self = .ownDevice(author, name: facts.members[author]?.record.name)
        }
    }
}
