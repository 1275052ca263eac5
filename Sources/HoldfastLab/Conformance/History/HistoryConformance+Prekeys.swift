import HoldfastE2EE
import HoldfastWire

extension HistoryConformance {
    static let prekeys: [HistoryCase] = [
        HistoryCase("P1: a fresh history answers that there are no prekeys") { exam in
            try exam.expect(try await exam.history.prekeyState() == nil, "no state")
            try exam.expect(try await exam.history.prekeyRows().isEmpty, "no rows")
            try exam.expect(
                try await exam.history.prekey(try exam.sample.prekey(1)) == nil, "no prekey")
        },
        HistoryCase("P5: a change of prekeys is there for another process") { exam in
            let change = try exam.sample.adding(1...20)
            try await exam.apply(change)
            let other = try await exam.reopen()
            try exam.expect(try await other.prekeyState() == change.state, "the state")
            try exam.expect(
                Set(try await other.prekeyRows()) == Set(change.rows), "all rows, and no other")
            try exam.expect(
                try await other.prekey(try exam.sample.prekey(7))
                    == .row(try exam.sample.row(7)), "one row")
        },
        HistoryCase("P2: a change takes the place of the rows with the same ids") { exam in
            try await exam.apply(try exam.sample.adding(1...3))
            let next = try exam.sample.adding(2...4, epoch: 2)
            try await exam.apply(next)
            let wanted = [try exam.sample.row(1)] + next.rows
            try exam.expect(
                Set(try await exam.history.prekeyRows()) == Set(wanted), "the new rows")
            try exam.expect(try await exam.history.prekeyState() == next.state, "the new state")
        },
        HistoryCase("P2: making a change twice is the same as once") { exam in
            try await exam.apply(try exam.sample.adding(1...3))
            try await exam.bury(1, .retired)
            try await exam.bury(1, .retired)
            let change = try exam.sample.adding(3...4, epoch: 2)
            try await exam.apply(change)
            try await exam.apply(change)
            let wanted = [try exam.sample.row(2)] + change.rows
            try exam.expect(
                Set(try await exam.history.prekeyRows()) == Set(wanted), "rows 2 to 4")
            try await exam.expectTombstone(1, .retired, "after the second time")
        },
        HistoryCase("P1: a prekey that was given up is told from one that never was") { exam in
            try await exam.apply(try exam.sample.adding([1]))
            try await exam.bury(1, .retired)
            try await exam.bury(2, .lost)
        },
        HistoryCase("P2: a row whose prekey was used meanwhile stays away") { exam in
            let change = try exam.sample.adding(1...2)
            try await exam.apply(change)
            let spent = try exam.sample.prekey(1)
            _ = try await exam.history.commit(try exam.sample.opened(1, spent: spent))
            try await exam.apply(try exam.sample.adding(1...2, epoch: 2))
            try await exam.expectTombstone(1, .used, "after the change that was late")
        },
    ]
}
