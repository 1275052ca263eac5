/// What a write gate did so far.
public struct GateCounts: Sendable, Equatable {
    /// Writes that were refused because the item could not be read.
    public var refusals = 0
    /// Writes that went through after the store had answered.
    public var guardedWrites = 0
    /// Writes that went through unguarded because the remote switch was off.
    public var unguardedWrites = 0

    /// Nothing yet.
    public init() {}
}
