/// A fork of an account's log that the recovery key has ended.
public struct LogMerge: Sendable, Hashable {
    /// The entry that ended it, on the branch that goes on.
    public let entry: LogHead
    /// The newest entry of the branch that does not.
    public let other: LogHead
}

extension DeviceLog {
    /// The forks that are ended and that nobody can object to any more.
    ///
    /// A merge that waits is not among them: it can still be undone.
    public var settledMerges: [LogMerge] {
        facts.merges.filter { merge in !pending.contains { $0.entry == merge.entry } }
    }
}
