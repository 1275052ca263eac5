import Glibc

/// Times of two subjects that did the same work in turns, so that the machine's noise hits both.
struct Comparison {
    /// Seconds per operation, one for each batch.
    private(set) var ours: [Double] = []
    private(set) var peer: [Double] = []

    /// Lets two subjects work in turns.
    ///
    /// Each works one batch for nothing first, and who begins changes with every round.
    ///
    /// - Parameters:
    ///   - rounds: how many batches of each are counted.
    ///   - operations: how many operations a batch of each has.
    ///   - ours: one operation of this program; told a running number.
    ///   - peer: one operation of the peer.
    /// - Returns: the times of all counted batches.
    /// - Throws: what an operation threw, or that the run was interrupted.
    static func alternating(
        rounds: Int, operations: (ours: Int, peer: Int),
        ours: (Int) throws -> Void, peer: (Int) throws -> Void
    ) throws -> Comparison {
        var comparison = Comparison()
        var numbers = (ours: 0, peer: 0)
        for round in -1..<rounds {
            try Interruption.check()
            var times = (ours: 0.0, peer: 0.0)
            for isOurs in round.isMultiple(of: 2) ? [true, false] : [false, true] {
                if isOurs {
                    times.ours = try batch(operations.ours, &numbers.ours, ours)
                } else {
                    times.peer = try batch(operations.peer, &numbers.peer, peer)
                }
            }
            if round >= 0 { comparison.add(ours: times.ours, peer: times.peer) }
        }
        return comparison
    }

    /// Lets two subjects that time themselves work in turns.
    ///
    /// Each works once for nothing first, and who begins changes with every round.
    ///
    /// - Parameters:
    ///   - rounds: how many runs of each are counted.
    ///   - ours: one run of this program; gives seconds per operation.
    ///   - peer: one run of the peer.
    /// - Returns: the times of all counted runs.
    /// - Throws: what a run threw, or that it was interrupted.
    static func turns(
        rounds: Int, ours: () throws -> Double, peer: () throws -> Double
    ) throws -> Comparison {
        var comparison = Comparison()
        for round in -1..<rounds {
            try Interruption.check()
            let isOursFirst = round.isMultiple(of: 2)
            let first = try isOursFirst ? ours() : peer()
            let second = try isOursFirst ? peer() : ours()
            guard round >= 0 else { continue }
            comparison.add(
                ours: isOursFirst ? first : second, peer: isOursFirst ? second : first)
        }
        return comparison
    }

    /// Adds the times of one round, in seconds per operation.
    mutating func add(ours: Double, peer: Double) {
        self.ours.append(ours)
        self.peer.append(peer)
    }

    private static func batch(
        _ count: Int, _ number: inout Int, _ operation: (Int) throws -> Void
    ) throws -> Double {
        let start = ContinuousClock.now
        for _ in 0..<count {
            try operation(number)
            number += 1
        }
        return (ContinuousClock.now - start).seconds / Double(count)
    }
}

extension Duration {
    /// As a number of seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}

extension [Double] {
    /// The middle one, or the mean of the two in the middle; not a number if there are none.
    var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        let middle = count / 2
        return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
