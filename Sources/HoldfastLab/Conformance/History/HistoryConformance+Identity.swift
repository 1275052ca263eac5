import HoldfastE2EE

extension HistoryConformance {
    static let identity: [HistoryCase] = [
        HistoryCase("P1: a fresh history answers that it holds no identity") { exam in
            try exam.expect(try await exam.history.readIdentity() == nil, "no identity")
        },
        HistoryCase("P2: the identity's entry is replaced whole") { exam in
            try await exam.expectIdentity([1])
            try await exam.expectIdentity([])
            try await exam.expectIdentity([UInt8](repeating: 2, count: 3000))
        },
        HistoryCase("P5: the identity's entry is there for another process") { exam in
            try await exam.history.writeIdentity([1, 2, 3])
            try exam.expect(
                try await exam.reopen().readIdentity() == [1, 2, 3], "the entry is there")
        },
    ]
}
