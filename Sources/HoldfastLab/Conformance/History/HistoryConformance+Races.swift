import HoldfastE2EE
import HoldfastWire

extension HistoryConformance {
    static let races: [HistoryCase] = [
        HistoryCase("P2: of eight who store one message, one stores it") { exam in
            let outcomes = try await outcomes(in: exam) { _ in try exam.sample.opened(1) }
            try exam.expect(
                outcomes.count { $0 == .stored } == 1 && outcomes.count { $0 == .known } == 7,
                "one stores it and seven are told")
        },
        HistoryCase("P2: of eight messages to one prekey, one is stored") { exam in
            try await exam.apply(try exam.sample.adding([1]))
            let spent = try exam.sample.prekey(1)
            let outcomes = try await outcomes(in: exam) { try exam.sample.opened($0, spent: spent) }
            try exam.expect(
                outcomes.count { $0 == .stored } == 1
                    && outcomes.count { $0 == .prekeyGone } == 7, "one is stored")
            var known = 0
            for number in 0..<8 {
                let recollection = try await exam.recollection(UInt64(number))
                if recollection.known != nil { known += 1 }
            }
            try exam.expect(known == 1, "and one is known")
        },
    ]

    private static func outcomes(
        in exam: HistoryExamination,
        _ message: @escaping @Sendable (UInt64) throws -> OpenedMessage
    ) async throws -> [CommitOutcome] {
        let histories = [exam.history, try await exam.reopen()]
        return try await withThrowingTaskGroup(of: CommitOutcome.self) { group in
            for number in 0..<8 {
                let history = histories[number % 2]
                group.addTask { try await history.commit(try message(UInt64(number))) }
            }
            var outcomes: [CommitOutcome] = []
            for try await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
    }
}
