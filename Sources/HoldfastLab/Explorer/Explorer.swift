/// Looks for a loss: plays a scenario under every fault, and every pair of faults, that can strike
/// it, and checks after each play what must hold.
///
/// It is deterministic: the same scenario, store, phone and seed give the same result (P12),
/// however many cores take part.
///
/// ```swift
/// let result = try await Explorer().explore(scenario, on: .iPhone(), with: store)
/// #expect(result.findings.isEmpty, "\(result)")
/// ```
public struct Explorer: Sendable {
    /// How many faults strike one play.
    public enum Depth: String, Sendable, CaseIterable {
        /// Each fault alone.
        case singles
        /// Each fault alone, and each pair of them; at a call that only reads, a pair needs no
        /// fault after the effect, because there is none.
        case pairs
    }

    /// How many faults strike one play.
    public var depth: Depth
    /// What may happen to the phone just before a call.
    public var events: [PhoneEvent]
    /// At most so many plays, the one without faults included.
    ///
    /// Each fault alone comes first and pairs take what is left; above the bound the seed chooses
    /// among the faults and among the pairs, and the result says how many were left out. How many
    /// pairs there are is known only when each fault was played alone. Plays that make a finding
    /// shorter come on top.
    public var maximumScheduleCount: Int
    /// Every choice comes from it.
    public var seed: UInt64
    /// Whether schedules are merged; only to compare with whole plays.
    var isMerging = true

    /// What happens to phones at any time and takes no item: a lock, a restart, the home screen, an
    /// hour back on the clock.
    public static let standardEvents: [PhoneEvent] = [
        .lock, .reboot, .background, .clockSet(-3_600),
    ]

    /// Takes the bounds.
    ///
    /// - Parameters:
    ///   - depth: how many faults strike one play.
    ///   - events: what may happen to the phone just before a call.
    ///   - maximumScheduleCount: at most so many plays, the one without faults included; 1 or more.
    ///   - seed: every choice comes from it.
    public init(
        depth: Depth = .pairs, events: [PhoneEvent] = Self.standardEvents,
        maximumScheduleCount: Int = 50_000, seed: UInt64 = 1
    ) {
        self.depth = depth
        self.events = events
        self.maximumScheduleCount = max(1, maximumScheduleCount)
        self.seed = seed
    }

    /// Explores a scenario.
    ///
    /// - Parameters:
    ///   - scenario: the story.
    ///   - profile: the phone it happens on.
    ///   - store: the store that the app uses.
    ///   - progress: is told how many plays are done and how many are known to come.
    /// - Returns: what was tried and what was found.
    /// - Throws: ``ScenarioFailure`` if the scenario cannot be played there, its set-up fails, its
    ///   body throws although nothing fails, or its body makes no platform call, so that nothing
    ///   could be made to fail.
    public func explore(
        _ scenario: Scenario, on profile: PhoneProfile, with store: LabStore,
        progress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
    ) async throws(ScenarioFailure) -> Exploration {
        let player = try await ScenarioPlayer(scenario, on: profile, with: store, seed: seed)
        let undisturbed = await player.play(.none)
        try undisturbed.requireEnd(of: scenario)
        guard !undisturbed.calls.isEmpty else {
            throw ScenarioFailure(
                "\(scenario) with \(store) makes no call of the phone, so nothing can be made to fail;"
                    + " does the store reach the platform through the process that it is given?")
        }
        var search = ScheduleSearch(
            explorer: self,
            player: MergingPlayer(
                player, events: depth == .pairs ? events : [], isMerging: isMerging),
            progress: progress)
        await search.run(from: undisturbed)
        return Exploration(
            scenario: scenario.name, store: store.name, phoneSystem: profile.phoneSystem,
            seed: seed, coverage: search.coverage,
            findings: await Shrinker(player: player).findings(of: search.failures))
    }
}
