/// What an exploration tried and found; the same for the same seed, byte for byte (P12).
public struct Exploration: Sendable, Equatable {
    /// A promise that was broken, and the shortest way to break it.
    public struct Finding: Sendable, Equatable {
        /// What was broken.
        public let violation: Violation
        /// The faults of the shortest schedule.
        public let plan: FaultPlan
        /// The shortest schedule as a story, a sentence a step.
        public let story: [String]
        /// How many plays broke this promise.
        public let playCount: Int
    }

    /// The scenario's name.
    public let scenario: String
    /// The store's name.
    public let store: String
    /// The phone's system.
    public let phoneSystem: PhoneSystem
    /// The seed.
    public let seed: UInt64
    /// What was tried.
    public let coverage: Coverage
    /// One for each promise that was broken, the worst first: a lost value before anything else.
    public let findings: [Finding]
}

extension Exploration: CustomStringConvertible {
    /// The summary and the stories, as lines.
    public var description: String {
        let summary = coverage.lines.map { "  " + $0 }
        return
            (["\(scenario) on \(phoneSystem) with \(store), seed \(seed)"] + summary
            + findings.flatMap(\.lines)).joined(separator: "\n")
    }
}

extension Exploration.Finding {
    /// The finding and its story, as lines.
    public var lines: [String] {
        let steps = story.enumerated().map { "  \($0.offset + 1). \($0.element)" }
        return ["\(violation) (\(playCount) plays; the shortest:)"] + steps
    }
}

extension Coverage {
    /// What was tried, as lines.
    public var lines: [String] {
        let made = calls.map { call in
            let count = call.failures.count
            return "\(call.count) \(call.name) (\(count) \(count == 1 ? "way" : "ways") to fail)"
        }
        return [
            "calls: " + made.joined(separator: ", "),
            "single faults: \(failureCount) failures, \(deathCount) deaths, \(eventCount) events;"
                + " played \(singles.words)",
            "pairs of faults: " + (depth == .pairs ? "played \(pairs.words)" : "not asked for"),
            "\(playCount) plays, \(failingPlayCount) broke a promise;"
                + " \(mergedCount) of them merged with others",
        ]
    }
}

extension Coverage.Share {
    fileprivate var words: String {
        if isLowerBound { return "\(explored) of at least \(all), chosen by the seed" }
        return explored == all ? "all \(all)" : "\(explored) of \(all), chosen by the seed"
    }
}
