public import HoldfastCrypto

/// How a persistor reads, waits and reports.
public struct PersistorOptions: Sendable {
    /// How long changes are collected before one save.
    public var throttle: Duration = .milliseconds(200)
    /// How often a load repeats a read that the device does not allow.
    public var retries: RetryBudget = .standard
    /// The words to show if a part's protection asks for a person.
    public var prompt: Prompt = .standard
    /// Measures throttle and retries; tests bring their own (P12).
    public var clock: any Clock<Duration> = ContinuousClock()
    /// What the generations that tie parts are drawn from; tests bring their own (P12).
    public var random: any SecureRandom = SystemRandom()
    /// What kind of item the state is, for reports.
    public var category: ItemCategory = "state"
    /// Told what went wrong.
    public var telemetry: any PersistenceTelemetry = NoTelemetry()

    /// The defaults of each.
    public init() {}
}
