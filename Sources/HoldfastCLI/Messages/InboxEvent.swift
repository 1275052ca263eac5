import HoldfastCore
import HoldfastE2EE
import HoldfastRelayClient
import HoldfastWire

/// Something that a person should hear of and that is no message.
struct InboxEvent {
    /// A word for scripts.
    let word: String
    /// A line for people.
    let text: String
    let account: AccountID?
    let device: DeviceID?
    let message: MessageID?
    /// What the command ends with for it; 0 if it is well.
    let exitStatus: Int32

    init(
        _ word: String, _ text: String, account: AccountID? = nil, device: DeviceID? = nil,
        message: MessageID? = nil, exitStatus: Int32 = 0
    ) {
        self.word = word
        self.text = text
        self.account = account
        self.device = device
        self.message = message
        self.exitStatus = exitStatus
    }

    /// The members of its JSON object.
    func members(into json: inout JSONWriter) {
        json.member("kind", "event")
        json.member("event", word)
        json.member("text", text)
        json.member("account", account.map { Hexadecimal.text(of: $0.bytes) })
        json.member("device", device.map { Hexadecimal.text(of: $0.bytes) })
        json.member("message", message.map { Hexadecimal.text(of: $0.bytes) })
    }
}

extension InboxEvent {
    /// An event about a message; nil for what stands beside the message itself.
    init?(_ event: MessageEvent, _ header: MessageHeader?) {
        let (account, device, message) = (
            header?.sender.account, header?.sender.device, header?.message
        )
        switch event {
        case .incomplete, .apart, .notOpened: return nil
        case .equivocation(let sender, let message):
            self.init(
                "equivocation",
                "device \(sender) has given two messages one name: it is not honest",
                account: account, device: sender, message: message, exitStatus: 6)
        case .counterReused(let sender, let counter):
            self.init(
                "counterReused",
                "device \(sender) has used the number \(counter) twice: there may be a copy of it",
                account: account, device: sender, message: message)
        case .clockAhead(let seconds):
            self.init(
                "clockAhead", "the sender's clock is \(seconds) s ahead of this machine's",
                account: account, device: device, message: message)
        case .refused(let failure):
            self.init(
                "refused", "something came that is no honest message: \(Self.words(failure))",
                account: account, device: device, message: message)
        }
    }

    /// A message that waits at the relay.
    init(waiting failure: OpenFailure) {
        self.init(
            "waiting", "a message waits at the relay: \(Self.words(failure))", exitStatus: 9)
    }

    private static func words(_ failure: OpenFailure) -> String {
        switch failure {
        case .malformed(let error):
            error.reason == .newerVersion
                ? "it is of a newer version" : "it cannot be read (\(error.field))"
        case .logNeeded(let account, let head):
            "the log of account \(account) is not known up to entry \(head.sequence)"
        case .forkedLog(let account, let place):
            "its sender knows another entry \(place) of account \(account)"
        case .unknownSender(let device): "device \(device) is none of its account's"
        case .senderRemoved(let device, let place):
            "device \(device) had been removed by entry \(place)"
        case .otherRecipient: "it is for another device"
        case .fault(let fault): "it is not what its sender made (\(fault.reason.rawValue))"
        case .cannotOpen(let reason): MessageWords.words(reason)
        case .key: "this device's key does not work now"
        case .crypto: "the cryptographic library failed"
        case .history(let error): error.message
        }
    }

    /// Something that went wrong while the inbox was read.
    init(_ trouble: InboxBatch.Trouble, at relay: RelayAddress) {
        switch trouble {
        case .relay(let error): self.init("relay", KeychainError(error, at: relay))
        case .logs(let error): self.init(Self.word(error), KeychainError(error, at: relay))
        case .memory(let error): self.init("history", error)
        case .badReceipt(let error):
            self.init("badReceipt", "what came as a receipt is none (\(error.field))")
        case .badNotice(let error):
            self.init("badNotice", "what came as the relay's notice is none (\(error.field))")
        }
    }

    /// Something that failed.
    init(_ word: String, _ error: KeychainError) {
        self.init(
            word, "\(error.message); \(ToolAdvice.of(error))",
            exitStatus: ErrorCatalogue.exitStatus(for: error))
    }

    /// A word for what is wrong with a log.
    static func word(_ error: LogsError) -> String {
        switch error {
        case .directory: "relay"
        case .falseLog: "falseLog"
        case .forked: "forked"
        case .olderLog: "olderLog"
        case .memory: "history"
        }
    }

    /// What a contact's log tells.
    static func of(
        _ event: ContactEvent, _ account: AccountID, _ people: People
    ) -> [InboxEvent] {
        let (word, status): (String, Int32) =
            switch event {
            case .grew: ("devices", 0)
            case .olderLog: ("olderLog", 6)
            case .forked: ("forked", 6)
            case .merged: ("merged", 0)
            case .chainBroken: ("otherAccount", 6)
            }
        return people.lines(event, of: account).map {
            InboxEvent(word, $0, account: account, exitStatus: status)
        }
    }

    /// What was done for a device that could not open a message.
    init?(_ answer: ReceiptAnswer, _ receipt: Receipt, _ people: People) {
        let device = people.device(receipt.device, of: receipt.account)
        let what: String
        switch answer {
        case .wrappedAgain: what = "it was sent again"
        case .answeredBefore, .notOurs: return nil
        case .refused: what = "it is not sent again"
        case .unknownMessage: what = "it is not known here"
        }
        self.init(
            "couldNotOpen",
            "\(people.account(receipt.account)), \(device) could not open a message"
                + " (\(MessageWords.words(receipt.reason))): \(what)",
            account: receipt.account, device: receipt.device, message: receipt.message)
    }

    /// What was done about a message that a device had not fetched before it was out; nil if nothing
    /// had to be.
    init?(_ answer: ReceiptAnswer, _ message: MessageID, _ notice: RewrapNotice, _ people: People) {
        let what: String
        switch answer {
        case .wrappedAgain: what = "it was sent again, to the device in its place"
        case .answeredBefore, .notOurs, .unknownMessage: return nil
        case .refused: what = "no device is in its place to send it to"
        }
        self.init(
            "notFetched",
            "\(people.account(notice.account)), \(people.device(notice.device, of: notice.account))"
                + " was removed before it had fetched a message: \(what)",
            account: notice.account, device: notice.device, message: message)
    }
}
