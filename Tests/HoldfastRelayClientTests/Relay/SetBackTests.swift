#if Network && Server
import HoldfastCore
import HoldfastRelayClient
import HoldfastWire
import Testing

@testable import HoldfastE2EE

@Suite("Devices that were set back or replaced, at a real relay")
struct SetBackTests {
    @Test("A device whose data came back from before it sent is told so, and sends nothing more")
    func setBack() async throws {
        let relay = try RelayProcess()
        let (ada, bo) = (try Phone(relay.address), try Phone(relay.address))
        for (phone, name) in [(ada, "ada"), (bo, "bo")] {
            try await phone.begin(name)
            try await phone.running.desk.maintain()
        }
        try await ada.send("one", to: [bo])
        let before = try #require(try await ada.history.readIdentity())
        try await ada.send("two", to: [bo])
        #expect(try await ada.running.session.messageCounter() == 2)
        try await ada.history.writeIdentity(before)
        try ada.restart()
        await #expect(throws: PostError.counterBehind(relay: 2)) {
            try await ada.send("three", to: [bo])
        }
        #expect(try await bo.receive().texts == ["one", "two"])
        // The identity finds the same, where its directory asks by the session.
        try await ada.history.writeIdentity(before)
        let state = try await ada.identity(asking: try ada.running.session).open(.foreground)
        #expect(state.decision == .rolledBack)
        #expect(try await ada.identity.open(.foreground).decision == .proceed(isConfirmed: true))
    }

    @Test(
        "P9: A message that a device had not fetched when it was replaced is wrapped for the new one"
    )
    func replaced() async throws {
        let relay = try RelayProcess()
        let (ada, bo) = (try Phone(relay.address), try Phone(relay.address))
        for (phone, name) in [(ada, "ada"), (bo, "bo")] {
            try await phone.begin(name)
            try await phone.running.desk.maintain()
        }
        let posted = try await ada.send("not yet fetched", to: [bo])
        let old = try bo.id
        try await bo.renew()
        #expect(try bo.id != old)
        try await bo.running.desk.maintain()
        #expect(try await bo.receive().texts.isEmpty)
        let reader = try await ada.reader()
        let batch = try await reader.fetch()
        let rewrap = try #require(batch.rewraps.first)
        #expect(batch.rewraps.count == 1 && batch.troubles.isEmpty)
        #expect(rewrap.notice.device == old)
        let answers = try await ada.running.post.answer(rewrap.notice)
        #expect(answers.count == 1)
        guard case .wrappedAgain(let again)? = answers[posted.message] else {
            Issue.record("not wrapped again")
            return
        }
        #expect(try again.recipients.map(\.device) == [bo.id])
        #expect(
            try await ada.running.post.answer(rewrap.notice)[posted.message] == .answeredBefore)
        try await reader.acknowledge(batch.rewraps)
        #expect(try await reader.fetch().rewraps.isEmpty)
        #expect(try await bo.receive().texts == ["not yet fetched"])
    }
}
#endif
