import HoldfastCore
import HoldfastE2EE
import HoldfastWire

/// What entries of a device log do, in words for people.
enum LogText {
    /// Half a sentence about one entry.
    ///
    /// - Parameters:
    ///   - action: what the entry does.
    ///   - facts: what the log says of the devices; names come from it.
    /// - Returns: no capital, no full stop; names are quoted.
    static func what(_ action: LogAction, _ facts: LogFacts) -> String {
        switch action {
        case .genesis(let record, _): "account begun by device \(Quoted.text(record.name))"
        case .add(let record): "device \(Quoted.text(record.name)) let in"
        case .revoke(let id, let reason, _):
            "device \(name(id, facts)) removed (\(word(reason)))"
        case .replace(let id, let reason, _, let record):
            "device \(name(id, facts)) replaced by \(Quoted.text(record.name)) (\(word(reason)))"
        case .setRecovery(let key): key == nil ? "recovery removed" : "recovery phrase set"
        case .checkpoint: "backup made"
        case .veto: "change undone"
        case .confirm: "change confirmed"
        case .merge: "two versions of the devices put together"
        }
    }

    /// What follows a change that nobody but the recovery phrase vouches for.
    static func suffix(_ author: LogEntry.Author) -> String {
        author == .recovery ? ", by the recovery phrase" : ""
    }

    /// A device's name in quotation marks; its id where the log never had it.
    static func name(_ id: DeviceID, _ facts: LogFacts) -> String {
        facts.members[id].map { Quoted.text($0.record.name) } ?? "\(id)"
    }

    /// An author's name.
    static func name(_ author: LogEntry.Author, _ facts: LogFacts) -> String {
        guard case .device(let id) = author else { return "recovery phrase" }
        return name(id, facts)
    }

    /// Who put a device out, when by the author's own words, and why.
    static func words(_ removal: IdentityRemoval) -> String {
        let author = removal.authorName.map(Quoted.text) ?? "recovery phrase"
        return "by \(author) at \(UnixTime(seconds: removal.created)) (\(word(removal.reason)))"
    }

    /// A reason as the command line has it.
    static func word(_ reason: RemovalReason) -> String {
        switch reason {
        case .lost: "lost"
        case .retired: "retired"
        case .invalidated: "invalidated"
        case .replaced: "replaced"
        }
    }
}
