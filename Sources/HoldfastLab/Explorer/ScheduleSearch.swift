/// Plays every schedule there is, or as many as the bound allows, and keeps those that broke
/// something.
struct ScheduleSearch {
    let explorer: Explorer
    let player: MergingPlayer
    let progress: (@Sendable (Int, Int) -> Void)?

    private(set) var coverage = Coverage()
    /// What broke something: the plans with their violations, in the order of the schedules.
    private(set) var failures: [(plan: FaultPlan, violations: [Violation])] = []
    private var doneCount = 0

    init(
        explorer: Explorer, player: MergingPlayer, progress: (@Sendable (Int, Int) -> Void)?
    ) {
        self.explorer = explorer
        self.player = player
        self.progress = progress
    }

    /// Searches from a play in which nothing failed.
    mutating func run(from undisturbed: Play) async {
        note(undisturbed.violations, FaultPlan.none)
        coverage.playCount = 1
        coverage.depth = explorer.depth
        let menu = FaultMenu(events: explorer.events)
        coverage.count(undisturbed.calls)
        let singles = undisturbed.calls.flatMap { menu.faults($0.number, $0.call) }
        coverage.count(singles)
        let chosen = sample(singles.count, upTo: explorer.maximumScheduleCount - 1)
        coverage.singles = Coverage.Share(explored: chosen.count, all: singles.count)
        var pairs = PairList(singles)
        let isPairwise = explorer.depth == .pairs
        await play(chosen, keepingCalls: isPairwise, as: { FaultPlan([singles[$0]]) }) {
            if isPairwise { pairs.add($0, $1, menu) }
        }
        if isPairwise { await play(pairs, besides: chosen.count, of: singles.count) }
        coverage.mergedCount = coverage.playCount - 1 - player.playCount
    }

    private mutating func play(
        _ pairs: PairList, besides singleCount: Int, of allSingleCount: Int
    ) async {
        let rest = explorer.maximumScheduleCount - 1 - singleCount
        let chosenPairs = sample(pairs.count, upTo: rest)
        coverage.pairs = Coverage.Share(
            explored: chosenPairs.count, all: pairs.count,
            isLowerBound: singleCount < allSingleCount)
        await play(chosenPairs, keepingCalls: false, as: { pairs[$0] }) { _, _ in }
    }

    private mutating func note(_ violations: [Violation], _ plan: FaultPlan) {
        guard !violations.isEmpty else { return }
        failures.append((plan, violations))
        coverage.failingPlayCount += 1
    }

    /// Plays schedules on all cores; what comes of them is taken in their order.
    private mutating func play(
        _ chosen: [Int], keepingCalls keepsCalls: Bool,
        as plan: @escaping @Sendable (Int) -> FaultPlan,
        _ take: (Int, [NumberedCall]) -> Void
    ) async {
        let player = player
        let all = doneCount + chosen.count
        let chunks = stride(from: 0, to: chosen.count, by: Self.chunkSize).map {
            chosen[$0..<min($0 + Self.chunkSize, chosen.count)]
        }
        var results: [[Result]] = Array(repeating: [], count: chunks.count)
        await withTaskGroup(of: (Int, [Result]).self) { group in
            for (number, chunk) in chunks.enumerated() {
                group.addTask {
                    var results: [Result] = []
                    for index in chunk {
                        let outcome = await player.outcome(
                            of: plan(index), keepingCalls: keepsCalls)
                        // Of millions that broke nothing and tell nothing the number is enough.
                        guard keepsCalls || !outcome.violations.isEmpty else { continue }
                        results.append(
                            Result(
                                index: index, calls: keepsCalls ? outcome.calls : [],
                                violations: outcome.violations))
                    }
                    return (number, results)
                }
            }
            for await (number, chunk) in group {
                results[number] = chunk
                doneCount += chunks[number].count
                progress?(doneCount, all)
            }
        }
        coverage.playCount += chosen.count
        for result in results.joined() {
            note(result.violations, plan(result.index))
            take(result.index, result.calls)
        }
    }

    private struct Result: Sendable {
        let index: Int
        let calls: [NumberedCall]
        let violations: [Violation]
    }

    private static let chunkSize = 64

    /// All indices, or as many as are allowed, chosen by the seed, in order.
    private func sample(_ count: Int, upTo limit: Int) -> [Int] {
        guard count > limit else { return Array(0..<count) }
        var random = SplitMixRandom(seed: explorer.seed)
        var indices = Array(0..<count)
        for position in 0..<limit {
            indices.swapAt(position, Int.random(in: position..<count, using: &random))
        }
        return indices[..<limit].sorted()
    }
}
