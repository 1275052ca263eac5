#if Network && Server
import HoldfastCore
import HoldfastRelayClient
import HoldfastWire
import Testing

@testable import HoldfastE2EE

/// Three people with three devices each, at one relay.
private struct Town {
    let relay: RelayProcess
    let ada: [Phone]
    let bo: [Phone]
    let cy: [Phone]

    var all: [Phone] { ada + bo + cy }

    init() async throws {
        relay = try RelayProcess()
        ada = try await Self.household(relay, "ada")
        bo = try await Self.household(relay, "bo")
        cy = try await Self.household(relay, "cy")
    }

    private static func household(_ relay: RelayProcess, _ name: String) async throws -> [Phone] {
        let phones = try (0..<3).map { _ in try Phone(relay.address) }
        try await phones[0].begin("\(name)'s phone")
        try await phones[1].join(phones[0], "\(name)'s laptop")
        try await phones[2].join(phones[0], "\(name)'s tablet")
        for phone in phones { try await phone.running.desk.maintain() }
        return phones
    }
}

@Suite("Messages through a real relay")
struct ConversationTests {
    @Test("P5: A message reaches each device of three people once, at grade A")
    func everybody() async throws {
        let town = try await Town()
        let posted = try await town.ada[0].send("ten, gate B", to: [town.bo[0], town.cy[0]])
        #expect(posted.attempt == 0)
        #expect(
            Set(posted.recipients.map(\.device))
                == Set(try town.all.filter { $0 !== town.ada[0] }.map { try $0.id }))
        #expect(posted.recipients.allSatisfy { $0.grade == .oneTime && !$0.isFull })
        for phone in town.all where phone !== town.ada[0] {
            let (texts, batches) = try await phone.receive()
            #expect(texts == ["ten, gate B"])
            #expect(batches.flatMap(\.troubles).isEmpty && batches.flatMap(\.failures).isEmpty)
            #expect(batches.flatMap(\.messages).flatMap(\.events).isEmpty)
            #expect(try await phone.receive().texts.isEmpty)
        }
        #expect(try await town.ada[0].receive().texts.isEmpty)
        let answer = try await town.bo[2].send("seen", to: [town.ada[0], town.cy[0]])
        #expect(answer.recipients.count == 8)
        #expect(try await town.ada[1].receive().texts == ["seen"])
    }

    @Test("A device that came or went since the last fetch: wrapped again by verified entries")
    func changed() async throws {
        let town = try await Town()
        // Everybody's log is known here now.
        try await town.ada[0].send("one", to: [town.bo[0], town.cy[0]])
        let fourth = try Phone(town.relay.address)
        try await fourth.join(town.bo[0], "bo's watch")
        #expect(try await fourth.running.desk.maintain().counts == [.stored: 9])
        _ = try await town.cy[0].identity.open(.foreground)
        _ = try await town.cy[0].identity.revoke(
            try town.cy[2].id, reason: .lost, prompt: Prompt(title: "Remove it?"))
        let posted = try await town.ada[0].send("two", to: [town.bo[0], town.cy[0]])
        #expect(posted.attempt > 0, "the first envelope was refused")
        let devices = Set(posted.recipients.map(\.device))
        #expect(try devices.contains(fourth.id))
        #expect(try !devices.contains(town.cy[2].id))
        #expect(posted.events.count == 2, "both changes are told")
        #expect(try await fourth.receive().texts == ["two"])
        #expect(try await town.bo[1].receive().texts == ["one", "two"])
        #expect(try await town.cy[1].receive().texts == ["one", "two"])
        await #expect(throws: (any Error).self) { try await town.cy[2].receive() }
    }

    @Test("A device that was put out sends nothing, and is told by its own log and not by a word")
    func removed() async throws {
        let town = try await Town()
        _ = try await town.ada[0].identity.open(.foreground)
        _ = try await town.ada[1].running.session.inbox()
        let message = try await town.ada[1].write("too late", to: [town.bo[0]])
        // The relay lies first.
        town.ada[1].transport.standIn { request in
            request.description == "POST /v1/messages"
                ? RelayHTTPAnswer(status: 410, body: RelayRefusal(.removed, now: 0).bytes) : nil
        }
        await #expect(throws: PostError.deviceRemoved(isProven: false)) {
            try await town.ada[1].running.post.send(message)
        }
        town.ada[1].transport.standIn(nil)
        _ = try await town.ada[0].identity.revoke(
            try town.ada[1].id, reason: .lost, prompt: Prompt(title: "Remove it?"))
        let error = await #expect(throws: PostError.self) {
            try await town.ada[1].running.post.send(message)
        }
        switch error {
        case .deviceRemoved(isProven: true), .relay(.refused), .seal(.senderNotInAccount): break
        default: Issue.record("\(String(describing: error))")
        }
        #expect(try await town.bo[0].receive().texts.isEmpty)
        #expect(try await town.ada[1].history.readIdentity() != nil, "nothing was wiped")
    }

    @Test("Without prekeys nothing is sent unless a person agrees, and then it says grade C")
    func grades() async throws {
        let relay = try RelayProcess()
        let (ada, bo) = (try Phone(relay.address), try Phone(relay.address))
        try await ada.begin("ada")
        try await bo.begin("bo")
        let message = try await ada.write("hello", to: [bo])
        await #expect(throws: PostError.gradeTooLow([try bo.id: .identity], refused: [:])) {
            try await ada.running.post.send(message)
        }
        #expect(ada.transport.count("POST /v1/messages") == 0)
        let account = try #require(bo.account)
        let posted = try await ada.running.post.send(
            message, policies: [account: GradePolicy(consent: .firstContact)])
        #expect(posted.recipients.map(\.grade) == [.identity])
        #expect(try await bo.receive().texts == ["hello"])
    }

    @Test("P2: A device that cannot open is answered, and gets the message under the same name")
    func receipts() async throws {
        let relay = try RelayProcess()
        let (ada, bo) = (try Phone(relay.address), try Phone(relay.address))
        try await ada.begin("ada")
        try await bo.begin("bo")
        try await bo.running.desk.maintain()
        let posted = try await ada.send("hello", to: [bo])
        // The private halves are lost.
        let state = try #require(try await bo.history.prekeyState())
        let lost = try await bo.history.prekeyRows().map {
            PrekeyTombstone($0.id, .lost, removed: 0)
        }
        try await bo.history.apply(PrekeyChange(state: state, rows: [], removed: lost))
        let (texts, batches) = try await bo.receive()
        #expect(texts.isEmpty && batches.flatMap(\.troubles).isEmpty)
        #expect(try await bo.ledger.waitingReceipts().isEmpty, "the sender was told")
        try await bo.running.desk.maintain()
        let told = try await ada.receive().batches.flatMap(\.receipts)
        let receipt = try #require(told.first)
        let post = try ada.running.post
        guard case .wrappedAgain(let again) = try await post.answer(receipt.signed) else {
            Issue.record("not wrapped again")
            return
        }
        #expect(again.message == posted.message && again.attempt == 1)
        #expect(try await post.answer(receipt.signed) == .answeredBefore)
        try await ada.reader().acknowledge([receipt])
        #expect(try await ada.receive().batches.flatMap(\.receipts).isEmpty)
        #expect(try await bo.receive().texts == ["hello"])
    }

    @Test("A long poll answers when a message comes, and not before")
    func longPoll() async throws {
        let relay = try RelayProcess()
        let (ada, bo) = (try Phone(relay.address), try Phone(relay.address))
        try await ada.begin("ada")
        try await bo.begin("bo")
        try await bo.running.desk.maintain()
        let reader = try await bo.reader()
        async let batch = reader.fetch(waiting: 50)
        try await Task.sleep(for: .milliseconds(300))
        try await ada.send("now", to: [bo])
        #expect(try await batch.messages.count == 1)
    }
}
#endif
