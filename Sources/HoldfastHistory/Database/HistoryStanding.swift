#if os(Linux)
/// What has become of a history, as its file, its mark and the item store tell it.
public enum HistoryStanding: Sendable, Hashable {
    /// The folder answered that there is no history in it.
    case missing
    /// It is this device's, and whole.
    case current
    /// It is this device's and older than it was: a copy was put back, or its log was lost. So many
    /// changes are missing.
    case older(by: UInt64)
    /// It was sealed with this device's key, and is not the history that this device used last.
    case other
}
#endif
