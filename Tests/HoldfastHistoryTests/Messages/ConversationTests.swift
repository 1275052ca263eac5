import HoldfastCore
import HoldfastE2EE
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastHistory

@Suite("Conversations")
struct ConversationTests {
    private func places(_ entries: [ConversationEntry]) -> [UInt64] { entries.map(\.place) }

    @Test("messages stand in the order in which they came, and pages fit together")
    func pages() async throws {
        let test = try HistoryTest()
        let history = try await test.made()
        for number in 0..<7 { _ = try await history.commit(try test.sample.opened(UInt64(number))) }
        try await history.enqueue(try test.draft(7), to: [test.sample.account])
        let account = test.sample.account
        #expect(places(try await history.entries(of: account, limit: 3)) == [6, 7, 8])
        #expect(places(try await history.entries(of: account, before: 6, limit: 3)) == [3, 4, 5])
        #expect(places(try await history.entries(of: account, before: 3, limit: 3)) == [1, 2])
        #expect(try await history.entries(of: account, before: 1).isEmpty)
        #expect(places(try await history.entries(of: account, after: 5, limit: 2)) == [6, 7])
        #expect(try await history.entries(of: account, after: 8).isEmpty)
        let last = try #require(try await history.entries(of: account, limit: 1).first)
        guard case .sent(let sent) = last.message else {
            Issue.record("the newest entry is not what was sent")
            return
        }
        #expect(sent.draft.body.content == (try test.sample.body(7).content))
    }

    @Test("what is read counts down, and what was sent never counted")
    func unread() async throws {
        let test = try HistoryTest()
        let history = try await test.made()
        let account = test.sample.account
        _ = try await history.commit(try test.sample.opened(1))
        try await history.enqueue(try test.draft(2), to: [account])
        _ = try await history.commit(try test.sample.opened(3))
        #expect(try await history.conversations().map(\.unreadCount) == [2])
        try await history.take(account, upTo: 2)
        let one = try #require(try await test.open().conversations().first)
        #expect(one.unreadCount == 1 && one.taken == 2)
        try await history.take(account, upTo: 1)
        #expect(try await history.conversations().first == one)
        try await history.take(account, upTo: .max)
        #expect(try await history.conversations().map(\.unreadCount) == [0])
    }

    @Test("P2: each message gets to the person once, whenever its content comes")
    func once() async throws {
        let test = try HistoryTest()
        let history = try await test.made()
        let account = test.sample.account
        try await history.commit(try test.sample.failed(1))
        try await history.commit(try test.sample.failed(2))
        try await history.commit(try test.sample.failed(2, attempt: 1))
        #expect(try await history.conversations().map(\.unreadCount) == [2])
        // The app has shown that two messages are missing; then one of them opens.
        try await history.take(account, upTo: 2)
        _ = try await history.commit(try test.sample.opened(1, attempt: 1))
        let behind = try await history.entries(of: account, after: 2)
        #expect(places(behind) == [3])
        guard case .received(let message) = behind[0].message, message.isOpened else {
            Issue.record("what comes behind is not the message")
            return
        }
        // The place that the message left has no entry any more.
        #expect(places(try await history.entries(of: account)) == [2, 3])
        #expect(try await history.conversations().map(\.unreadCount) == [1])
        // One that was not shown yet moves with its count.
        _ = try await history.commit(try test.sample.opened(2, attempt: 2))
        #expect(try await history.conversations().map(\.unreadCount) == [2])
    }

    @Test("P9: a receipt waits until it is known to be sent, or is needed no more")
    func receipts() async throws {
        let test = try HistoryTest()
        let history = try await test.made()
        let (first, second) = (try test.sample.failed(1), try test.sample.failed(1, attempt: 1))
        try await history.commit(first)
        #expect(try await test.open().waitingReceipts() == [first.receipt])
        try await history.commit(second)
        try await history.receiptWasSent(first.receipt)
        #expect(try await history.waitingReceipts() == [second.receipt])
        try await history.receiptWasSent(second.receipt)
        #expect(try await history.waitingReceipts().isEmpty)
        try await history.commit(try test.sample.failed(2))
        _ = try await history.commit(try test.sample.opened(2, attempt: 1))
        #expect(try await history.waitingReceipts().isEmpty)
    }

    @Test(
        "P2: what a message says comes back whole, from nothing to the most",
        arguments: [
            0, 1, 255, 70_000, (1 << 20) + 1, MessageBody.maximumContentByteCount,
        ])
    func lengths(byteCount: Int) async throws {
        let test = try HistoryTest()
        let history = try await test.made()
        _ = try await history.commit(try test.sample.opened(1, byteCount: byteCount))
        try await history.enqueue(
            try test.draft(2, byteCount: byteCount), to: [test.sample.account])
        let entries = try await test.open().entries(of: test.sample.account)
        #expect(entries.count == 2)
        for entry in entries {
            let number: UInt64 = entry.place
            let body = try test.sample.body(number, byteCount: byteCount)
            switch entry.message {
            case .received(let message):
                guard case .opened(let found, .identity, .current, .complete) = message.content
                else { throw KeychainError(.unknown, "not opened") }
                #expect(found.content == body.content)
            case .sent(let message): #expect(message.draft.body.content == body.content)
            }
        }
    }

    @Test("P9: standing, grade and completeness are kept with the message")
    func judgement() async throws {
        let test = try HistoryTest()
        let history = try await test.made()
        let device = test.sample.device.id
        let standings: [SenderStanding] = [
            .current, .removedSince, .apart(.lostDevice), .apart(.beyondLastCounter),
        ]
        let completenesses: [Completeness] = [
            .complete, .beforeAdded([device]), .leftOut([device, device]), .again(notFor: []),
            .surplus([device]), .unknownPlace, .forked,
        ]
        var number: UInt64 = 0
        for standing in standings {
            for completeness in completenesses {
                let body = try test.sample.body(number)
                _ = try await history.commit(
                    OpenedMessage(
                        examining: try test.sample.header(number, body), body: body,
                        grade: .signed, standing: standing, completeness: completeness,
                        spent: nil))
                let entry = try await history.entries(of: test.sample.account, limit: 1).first
                guard case .received(let message) = entry?.message,
                    case .opened(_, .signed, standing, completeness) = message.content
                else {
                    Issue.record("not as it was: \(standing) \(completeness)")
                    return
                }
                number += 1
            }
        }
    }
}
