/// What an exploration tried.
public struct Coverage: Sendable, Equatable {
    /// One of the platform's calls, and how often the story made it.
    public struct Call: Sendable, Equatable {
        /// The platform's name of the call.
        public let name: String
        /// How often it was made when nothing failed.
        public internal(set) var count: Int
        /// The ways in which it was made to fail.
        public internal(set) var failures: [NativeFailure]
    }

    /// How many of the schedules that there are were played.
    public struct Share: Sendable, Equatable {
        /// Played.
        public let explored: Int
        /// There are, as far as is known.
        public let all: Int
        /// Whether there may be more: the pairs that begin with a fault are known once it was
        /// played alone.
        public let isLowerBound: Bool

        init(explored: Int, all: Int, isLowerBound: Bool = false) {
            self.explored = explored
            self.all = all
            self.isLowerBound = isLowerBound
        }
    }

    /// The calls of the story, by name.
    public internal(set) var calls: [Call] = []
    /// How many single faults are failures of a call.
    public internal(set) var failureCount = 0
    /// How many single faults are deaths of the process.
    public internal(set) var deathCount = 0
    /// How many single faults are something that happens to the phone.
    public internal(set) var eventCount = 0
    /// The single faults.
    public internal(set) var singles = Share(explored: 0, all: 0)
    /// How many faults were to strike one play; of ``Explorer/Depth/singles`` no pair is known.
    public internal(set) var depth = Explorer.Depth.pairs
    /// The pairs of faults.
    public internal(set) var pairs = Share(explored: 0, all: 0)
    /// How many plays there were, the one without faults included; those that only made a finding
    /// shorter do not count.
    public internal(set) var playCount = 0
    /// How many of them were decided without playing them again, because they come to a state of phone
    /// and app from which the same was played before.
    public internal(set) var mergedCount = 0
    /// How many of them broke a promise.
    public internal(set) var failingPlayCount = 0

    /// Whether something was left out because of the bound.
    public var isSampled: Bool {
        singles.explored < singles.all || pairs.explored < pairs.all || pairs.isLowerBound
    }

    mutating func count(_ calls: [NumberedCall]) {
        for (_, call) in calls {
            guard let index = self.calls.firstIndex(where: { $0.name == call.name }) else {
                self.calls.append(Call(name: call.name, count: 1, failures: call.failures))
                continue
            }
            self.calls[index].count += 1
            for failure in call.failures where !self.calls[index].failures.contains(failure) {
                self.calls[index].failures.append(failure)
            }
        }
        self.calls.sort { $0.name < $1.name }
    }

    mutating func count(_ faults: [Fault]) {
        for fault in faults {
            switch fault.kind {
            case .failure: failureCount += 1
            case .death: deathCount += 1
            case .event: eventCount += 1
            }
        }
    }
}
