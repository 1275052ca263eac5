import HoldfastCore
import HoldfastE2EE
import HoldfastHistory
import HoldfastRelayClient
import HoldfastWire

/// What came of sending, for people and for scripts.
struct SendReport {
    let round: Correspondence.Round
    let people: People
    let relay: RelayAddress

    /// 0 if the relay has all of it; else by what kept the first message back.
    var exitStatus: Int32 {
        for message in round.messages {
            switch message.state {
            case .sent, .dropped: continue
            case .stopped: return error(of: message).map(ErrorCatalogue.exitStatus) ?? 6
            case .waiting: return error(of: message).map(ErrorCatalogue.exitStatus) ?? 9
            }
        }
        return 0
    }

    /// Why messages were not sent, each reason once.
    var reasons: [KeychainError] {
        round.messages.compactMap(error).reduce(into: []) { reasons, error in
            if !reasons.contains(error) { reasons.append(error) }
        }
    }

    private func error(of message: OutgoingMessage) -> KeychainError? {
        if Self.isSent(message) { return nil }
        return round.failures[message.id].map { KeychainError($0, at: relay) }
    }

    private static func isSent(_ message: OutgoingMessage) -> Bool {
        if case .sent = message.state { true } else { false }
    }

    /// Writes it in the form that was asked for.
    @MainActor
    func write(in session: Session) throws(Failure) {
        if session.isJSON {
            try session.output.write(json)
        } else {
            try session.output.write(text(session.output.style))
        }
    }

    // MARK: For people

    /// A line for each message, and one for each device that gets it.
    func text(_ style: Style) -> String {
        round.messages.map { lines(of: $0, style).map { $0 + "\n" }.joined() }.joined()
    }

    /// The line about one message.
    func line(of message: OutgoingMessage, _ style: Style? = nil) -> String {
        let word = Self.word(message.state)
        var shown = word
        if let style {
            shown = Self.isSent(message) ? style.good(word) : style.warning(word)
        }
        let contacts = message.entry.contacts.map(people.account).joined(separator: ", ")
        let reason = error(of: message).map { " (\(Quoted.lineEscaped($0.message)))" } ?? ""
        return "message \(Hexadecimal.text(of: message.id.bytes)) to \(contacts): \(shown)" + reason
    }

    private func lines(of message: OutgoingMessage, _ style: Style) -> [String] {
        var lines = [line(of: message, style)]
        guard let posted = round.posted[message.id] else { return lines }
        for recipient in posted.recipients {
            let device = people.device(recipient.device, of: recipient.account)
            let fate =
                recipient.isFull
                ? style.bad("its inbox is full, it does not get it")
                : "grade \(recipient.grade.letter)"
            lines.append("  \(people.account(recipient.account)), \(device): \(fate)")
        }
        lines += news(posted).map { "  new: " + $0 }
        return lines + refused(posted).map { "  prekey of \($0.device) not used: \($0.reason)" }
    }

    private func news(_ posted: PostedMessage) -> [String] {
        posted.events.sorted { $0.key < $1.key }.flatMap { account, events in
            events.flatMap { people.lines($0, of: account) }
        }
    }

    private func refused(_ posted: PostedMessage) -> [(device: DeviceID, reason: String)] {
        posted.refusedPrekeys.sorted { $0.key < $1.key }.map { device, refusal in
            switch refusal {
            case .notYet(let seconds): (device, "its time begins in \(seconds) s")
            case .expired(let seconds): (device, "its time ended \(seconds) s ago")
            case .fault: (device, "the device did not offer it")
            }
        }
    }

    // MARK: For scripts

    /// One object.
    var json: JSONWriter {
        var json = JSONWriter()
        json.object { json in
            json.name("messages")
            json.array { json in
                for message in round.messages { json.object { members(of: message, into: &$0) } }
            }
        }
        return json
    }

    private func members(of message: OutgoingMessage, into json: inout JSONWriter) {
        let posted = round.posted[message.id]
        json.member("message", Hexadecimal.text(of: message.id.bytes))
        json.name("to")
        json.array { json in
            for account in message.entry.contacts {
                json.element(Hexadecimal.text(of: account.bytes))
            }
        }
        json.member("state", Self.word(message.state))
        json.member("cause", Self.cause(message.state))
        json.member("reason", error(of: message)?.message)
        json.member("attempt", posted.map { Int($0.attempt) })
        json.name("recipients")
        json.array { json in
            for recipient in posted?.recipients ?? [] {
                json.object { members(of: recipient, into: &$0) }
            }
        }
        json.name("news")
        json.array { json in for line in posted.map(news) ?? [] { json.element(line) } }
        json.name("refusedPrekeys")
        json.array { json in
            for prekey in posted.map(refused) ?? [] {
                json.object { json in
                    json.member("device", Hexadecimal.text(of: prekey.device.bytes))
                    json.member("reason", prekey.reason)
                }
            }
        }
    }

    private func members(of recipient: PostedMessage.Recipient, into json: inout JSONWriter) {
        json.member("account", Hexadecimal.text(of: recipient.account.bytes))
        json.member("contact", people.contactName(recipient.account))
        json.member("device", Hexadecimal.text(of: recipient.device.bytes))
        json.member("deviceName", people.deviceName(recipient.device, of: recipient.account))
        json.member("grade", recipient.grade.letter)
        json.member("isFull", recipient.isFull)
    }

    private static func word(_ state: OutgoingMessage.State) -> String {
        switch state {
        case .sent: "sent"
        case .waiting: "waiting"
        case .stopped: "stopped"
        case .dropped: "dropped"
        }
    }

    private static func cause(_ state: OutgoingMessage.State) -> String? {
        guard case .stopped(let cause) = state else { return nil }
        return switch cause {
        case .tooLarge: "tooLarge"
        case .forkedLog: "forkedLog"
        case .falseLog: "falseLog"
        case .refusedTooOften: "refusedTooOften"
        case .needsPerson: "needsPerson"
        }
    }
}
