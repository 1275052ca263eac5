/// What kind of iPhone a simulation runs on, and what is unknown of real ones as knobs.
public struct IOSProfile: Sendable, Equatable {
    /// Takes the defaults.
    public init() {}
}
