import HoldfastE2EE
import HoldfastWire

extension HistoryConformance {
    static let messages: [HistoryCase] = [
        HistoryCase("P1: a fresh history remembers nothing") { exam in
            let recollection = try await exam.recollection(1)
            try exam.expect(
                recollection == Recollection(known: nil, counterOwner: nil, floor: 0), "nothing")
        },
        HistoryCase("P5: a stored message is known to another process") { exam in
            let outcome = try await exam.history.commit(try exam.sample.opened(1))
            try exam.expect(outcome == .stored, "it is stored")
            try await exam.expectOpened(1, "at once")
            try await exam.expectOpened(1, "in another process", in: try await exam.reopen())
            let other = try await exam.recollection(2)
            try exam.expect(other.known == nil, "another message is not known")
        },
        HistoryCase("P2: storing a message twice stores it once") { exam in
            _ = try await exam.history.commit(try exam.sample.opened(1))
            let again = try await exam.history.commit(try exam.sample.opened(1, attempt: 1))
            try exam.expect(again == .known, "the second time it is known")
            try await exam.expectOpened(1, "as it was stored first")
        },
        HistoryCase("P2: a one-time prekey goes with the message that it opened") { exam in
            try await exam.apply(try exam.sample.adding(1...3))
            let spent = try exam.sample.prekey(2)
            let outcome = try await exam.history.commit(try exam.sample.opened(1, spent: spent))
            try exam.expect(outcome == .stored, "the message is stored")
            let other = try await exam.reopen()
            try await exam.expectOpened(1, "with its prekey", in: other)
            try await exam.expectTombstone(2, .used, "of the message's prekey", in: other)
            try exam.expect(try await other.prekeyRows().count == 2, "the others are there")
        },
        HistoryCase("P2: a one-time prekey serves one message") { exam in
            try await exam.apply(try exam.sample.adding([1]))
            let spent = try exam.sample.prekey(1)
            _ = try await exam.history.commit(try exam.sample.opened(1, spent: spent))
            let second = try await exam.history.commit(try exam.sample.opened(2, spent: spent))
            try exam.expect(second == .prekeyGone, "the second message has none")
            try exam.expect(try await exam.recollection(2).known == nil, "nor is it stored")
            let unknown = try exam.sample.prekey(9)
            let third = try await exam.history.commit(try exam.sample.opened(3, spent: unknown))
            try exam.expect(third == .prekeyGone, "as little as one whose prekey never was")
            let again = try await exam.history.commit(try exam.sample.opened(1, spent: spent))
            try exam.expect(again == .known, "the first message is known")
        },
        HistoryCase("P9: a message that cannot be opened is known, and no prekey goes") { exam in
            try await exam.apply(try exam.sample.adding([1]))
            try await exam.history.commit(try exam.sample.failed(1))
            let known = try await exam.recollection(1, in: try await exam.reopen()).known
            try exam.expect(known?.isOpened == false && known?.attempt == 0, "it is known")
            try exam.expect(try await exam.history.prekeyRows().count == 1, "the prekey stays")
            try await exam.history.commit(try exam.sample.failed(1, attempt: 1))
            try exam.expect(
                try await exam.recollection(1).known?.attempt == 1, "the newest attempt counts")
        },
        HistoryCase("P2: the attempt that opens takes the place of the one that did not") { exam in
            try await exam.history.commit(try exam.sample.failed(1))
            let outcome = try await exam.history.commit(try exam.sample.opened(1, attempt: 1))
            try exam.expect(outcome == .stored, "it is stored")
            try await exam.expectOpened(1, attempt: 1, "after the second attempt")
        },
        HistoryCase("P2: a message with its content stays when an attempt at it fails") { exam in
            _ = try await exam.history.commit(try exam.sample.opened(1))
            try await exam.history.commit(try exam.sample.failed(1, attempt: 1))
            try await exam.expectOpened(1, "after the failure")
        },
        HistoryCase("P9: a counter that serves two messages is noticed") { exam in
            _ = try await exam.history.commit(try exam.sample.opened(1, counter: 5))
            let own = try await exam.recollection(1, counter: 5)
            try exam.expect(own.counterOwner == nil, "a message is no other than itself")
            let other = try await exam.recollection(2, counter: 5)
            try exam.expect(
                other.counterOwner == (try exam.sample.message(1)), "the first has the counter")
            try exam.expect(
                try await exam.recollection(2, counter: 6).counterOwner == nil, "6 is free")
        },
        HistoryCase("P1: two devices may give their messages one name") { exam in
            let second = try HistorySample(device: 2)
            _ = try await exam.history.commit(try exam.sample.opened(1))
            _ = try await exam.history.commit(try second.opened(1))
            try await exam.expectOpened(1, "of the first device")
            let known = try await exam.history.recollection(
                of: try second.message(1), from: second.device.id, counter: 2)
            try exam.expect(known.known?.isOpened == true, "of the second device")
        },
    ]
}
