/// What kind of Android phone a simulation runs on, and what is unknown of real ones as knobs.
public struct AndroidProfile: Sendable, Equatable {
    /// Takes the defaults.
    public init() {}
}
