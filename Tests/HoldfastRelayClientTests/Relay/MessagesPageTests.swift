#if Network && Server
import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastRelayClient
import HoldfastWire
import Testing

@Suite("The page on messages")
struct MessagesPageTests {
    @Test("The page's example is compiled, and does what it says")
    func example() async throws {
        let relay = try RelayProcess()
        let (phone, bo) = (try Phone(relay.address), try Phone(relay.address))
        try await phone.begin("phone")
        try await bo.begin("bo")
        try await bo.running.desk.maintain()
        try await phone.running.desk.maintain()
        try await bo.send("from Bo", to: [phone])
        let app = try phone.running
        let (account, store, address) = (app.record.account, phone.store, phone.address)
        let (transport, ledger, history) = (phone.transport, phone.ledger, phone.history)
        let identity = phone.identity
        let software = SoftwareKeyStore(over: store)
        let keys = IdentityKeys(app.record, keys: software, agreementKeys: software)
        let knownKey: P256PublicKey? = nil
        let message = try await phone.write("to Bo", to: [bo])
        var shown: [String] = []
        func show(_ text: String) { shown.append(text) }

        // region: messages
        let session = RelaySession(keys, at: address, over: transport, knownKey: knownKey)
        let logs = AccountLogs(RelayDirectory(over: transport), memory: ledger)
        let keeper = PrekeyKeeper(keys, database: history, store: store)
        try await PrekeyDesk(session, keeper: keeper).maintain()

        let post = MessagePost(
            keys, session: session, logs: logs, ledger: ledger, counter: identity)
        let posted = try await post.send(message)
        for recipient in posted.recipients {
            show("\(recipient.device): grade \(recipient.grade.letter)")
        }

        let inbox = MessageInbox(
            keys, log: try await logs.log(of: account), history: history, prekeys: keeper)
        let reader = InboxReader(
            session, into: inbox, logs: logs, receipts: ledger, account: account)
        let batch = try await reader.fetch(waiting: 50)
        for outcome in batch.messages {
            for event in outcome.events { show("\(event)") }
            guard case .stored(let opened) = outcome.verdict else { continue }
            show(opened.body.content.utf8String() ?? "no text")
        }
        for receipt in batch.receipts { _ = try await post.answer(receipt.signed) }
        try await reader.acknowledge(batch.receipts)
        // endregion

        #expect(shown == ["\(try bo.id): grade A", "from Bo"])
        let page = try PageExample(
            of: "docs/messages.md", region: "messages",
            in: "Tests/HoldfastRelayClientTests/Relay/MessagesPageTests.swift")
        let compiled = page.compiled.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("        ") ? $0.dropFirst(8) : $0 }.joined(separator: "\n")
        #expect(compiled.trimmingSuffix(while: { $0 == " " }) == page.shown)
    }
}

extension StringProtocol {
    /// Without what it ends in.
    fileprivate func trimmingSuffix(while isLast: (Character) -> Bool) -> String {
        var text = String(self)
        while let last = text.last, isLast(last) { text.removeLast() }
        return text
    }
}
#endif
