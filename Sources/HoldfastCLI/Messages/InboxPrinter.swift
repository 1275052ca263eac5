import HoldfastCore
import HoldfastE2EE
import HoldfastHistory
import HoldfastWire

/// Writes what came, each message once: what is written is then noted in the history.
///
/// A death between the two leads to the same line again, with the same id.
@MainActor
struct InboxPrinter {
    let history: HistoryDatabase
    let session: Session

    private static let pageCount = 50

    /// Writes all messages that were not written before.
    ///
    /// - Parameter people: names for those they come from.
    /// - Throws: what kept the history from answering; what ended the output.
    func writeNew(_ people: People) async throws(Failure) {
        let conversations = try await session.attempt("cannot read the history") {
            () async throws(KeychainError) in try await history.conversations()
        }
        for conversation in conversations.reversed() {
            try await write(conversation, people)
        }
    }

    private func write(_ conversation: Conversation, _ people: People) async throws(Failure) {
        var place = conversation.taken
        while place < conversation.placeCount {
            let entries = try await session.attempt("cannot read the history") {
                () async throws(KeychainError) in
                try await history.entries(
                    of: conversation.account, after: place, limit: Self.pageCount)
            }
            for entry in entries {
                guard case .received(let message) = entry.message else { continue }
                try write(message, people)
                try await note(conversation.account, entry.place)
            }
            place = min(place + UInt64(Self.pageCount), conversation.placeCount)
            try await note(conversation.account, place)
        }
    }

    private func note(_ account: AccountID, _ place: UInt64) async throws(Failure) {
        try await session.attempt("cannot note what was shown") { () async throws(KeychainError) in
            try await history.take(account, upTo: place)
        }
    }

    /// Writes an event.
    func write(_ event: InboxEvent) throws(Failure) {
        if session.isJSON {
            var json = JSONWriter()
            json.object { event.members(into: &$0) }
            try session.output.write(json)
        } else {
            try session.output.write(
                session.output.style.warning("* " + Quoted.lineEscaped(event.text)) + "\n")
        }
    }

    private func write(_ message: ReceivedMessage, _ people: People) throws(Failure) {
        if session.isJSON {
            var json = JSONWriter()
            json.object { Self.members(of: message, people, into: &$0) }
            try session.output.write(json)
        } else {
            try session.output.write(Self.text(message, people, session.output.style))
        }
    }

    // MARK: For people

    /// A line about the message, then its lines, each set in so that none can look like the first.
    private static func text(
        _ message: ReceivedMessage, _ people: People, _ style: Style
    ) -> String {
        let sender = message.header.sender
        var head =
            "\(UnixTime(seconds: message.header.created)) \(people.account(sender.account))"
            + " (\(people.standingWords(sender.account))),"
            + " \(people.device(sender.device, of: sender.account))"
        let names: (DeviceID) -> String = { people.device($0, of: people.own) }
        switch message.content {
        case .unopened(let reason):
            return style.warning(
                "* "
                    + Quoted.lineEscaped(
                        "\(head): a message that cannot be opened (\(MessageWords.words(reason)));"
                            + " the sender is asked to send it again")) + "\n"
        case .opened(let body, let grade, let standing, let completeness):
            head += ", grade \(grade.letter)"
            let remarks = [
                MessageWords.words(standing), MessageWords.words(completeness, names),
            ].compactMap(\.self)
            let lines =
                [style.strong(Quoted.lineEscaped(head))]
                + remarks.map {
                    style.bad("  ! " + Quoted.lineEscaped($0))
                }
            return (lines + Self.lines(body)).map { $0 + "\n" }.joined()
        }
    }

    private static func lines(_ body: MessageBody) -> [String] {
        guard let text = body.content.utf8String() else {
            return ["  (\(body.content.count) bytes that are no text; see --json)"]
        }
        // A newline at the end ends a line and begins none.
        let shown = text.hasSuffix("\n") ? text.dropLast() : text[...]
        return shown.split(separator: "\n", omittingEmptySubsequences: false).map {
            "  " + Quoted.lineEscaped(String($0))
        }
    }

    // MARK: For scripts

    private static func members(
        of message: ReceivedMessage, _ people: People, into json: inout JSONWriter
    ) {
        let header = message.header
        let (account, device) = (header.sender.account, header.sender.device)
        json.member("kind", message.isOpened ? "message" : "unopened")
        json.member("message", Hexadecimal.text(of: header.message.bytes))
        json.member("attempt", Int(header.attempt))
        json.member("account", Hexadecimal.text(of: account.bytes))
        json.member("contact", people.contactName(account))
        json.member("contactStanding", people.standing(account))
        json.member("device", Hexadecimal.text(of: device.bytes))
        json.member("deviceName", people.deviceName(device, of: account))
        json.member("created", UnixTime(seconds: header.created).description)
        json.member("received", UnixTime(seconds: message.received).description)
        switch message.content {
        case .unopened(let reason): json.member("reason", MessageWords.word(reason))
        case .opened(let body, let grade, let standing, let completeness):
            json.member("grade", grade.letter)
            json.member("senderStanding", MessageWords.word(standing))
            json.member("completeness", MessageWords.word(completeness))
            json.name("devices")
            json.array { json in
                for device in MessageWords.devices(completeness) {
                    json.element(Hexadecimal.text(of: device.bytes))
                }
            }
            json.member("text", body.content.utf8String())
            json.member("value", base64: body.content)
        }
    }
}
