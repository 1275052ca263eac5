import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastHistory
import HoldfastRelayClient
import HoldfastWire

/// `holdfast send`: a message to all devices of an account.
enum SendCommand: Command {
    static let declaration = CommandDeclaration(
        "send", "send a message to all devices of a contact",
        discussion: [
            "The message is standard input, byte for byte. It goes to every device of the contact and"
                + " to your own other ones, sealed for each of them; the relay can read none of it."
                + " CONTACT is the name that 'holdfast device verify' gave it, or an account's id. For"
                + " each device it is said how secret the message stays there: grade A for a key that"
                + " is used once, B for one that is replaced each week, C for the device's own key,"
                + " which is used only with --accept-grade-c.",
            "The message is stored first. If the relay is not heard it waits, the exit status is 9,"
                + " and the next 'send' or 'inbox' sends it. --waiting sends what waits and reads"
                + " nothing; --again sends a message that was stopped until you have looked.",
            "--list shows what waits or was stopped, and sends nothing. --drop gives such a message up:"
                + " no command sends it any more. What the relay has taken before stays taken.",
            "The exit status is 0 if the relay has all that waited, 9 if it is to be tried later, 6 if"
                + " something is wrong with an account's devices, 7 if this device was removed.",
        ],
        arguments: [
            .init(
                "CONTACT", "a contact's name, or an account's id of 64 characters", isOptional: true
            )
        ],
        options: [waiting, again, list, drop, acceptGradeC, .stripNewline] + .ofMessages,
        examples: [
            .init("echo 'ten, gate B' | holdfast send bob", "send a line to Bob's devices"),
            .init("holdfast send --waiting", "try again what waits"),
            .init("holdfast send --drop 78512f6d…", "give up a message that cannot be sent"),
        ])

    private static let waiting = OptionDeclaration(
        "waiting", "send only what waits already")
    private static let again = OptionDeclaration(
        "again", value: "MESSAGE", "send the stopped message of this id again")
    static let list = OptionDeclaration(
        "list", "show what waits or was stopped, and send nothing")
    static let drop = OptionDeclaration(
        "drop", value: "MESSAGE", "give up the message of this id that waits or was stopped")
    private static let acceptGradeC = OptionDeclaration(
        "accept-grade-c", "agree to devices that have no prekey: who takes their key reads it")

    private static let action = "cannot send the message"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let modes = [waiting, again, list, drop].filter { arguments.has($0) }
        guard modes.count + arguments.words.count == 1 else {
            throw Failure.usage(
                modes.isEmpty
                    ? "CONTACT is missing"
                    : "CONTACT, --waiting, --again, --list and --drop exclude each other",
                of: declaration)
        }
        let here = try await Correspondence.open(arguments, in: session, action)
        if arguments.has(list) { return try await writeUnsent(here, session) }
        if let id = arguments.value(of: drop) { return try await drop(id, here, session) }
        if let word = arguments.words.first {
            try await write(to: word, arguments, here, session)
        } else if let id = arguments.value(of: again) {
            try await resume(id, here, session)
        }
        return try await send(arguments, here, session)
    }

    /// Puts the message into the outbox, before anything is asked of the network.
    private static func write(
        to word: String, _ arguments: ParsedArguments, _ here: Correspondence, _ session: Session
    ) async throws(Failure) {
        let account = try await account(word, here, session)
        let source = ValueSource(session: session)
        let content = try source.message(stripsNewline: arguments.has(.stripNewline))
        let draft: MessageDraft
        do throws(SealError) {
            draft = try MessageDraft(
                content, created: session.wallClock.now, random: SystemRandom())
        } catch {
            throw Failure(KeychainError(.seal(error), at: here.relay.address), action)
        }
        try await session.attempt(action) { () async throws(KeychainError) in
            try await here.history.enqueue(draft, to: [account])
        }
    }

    private static func account(
        _ word: String, _ here: Correspondence, _ session: Session
    ) async throws(Failure) -> AccountID {
        let pin = try await session.attempt(action) { () async throws(KeychainError) in
            try await ContactBook(here.device.vault).pin(of: word)
        }
        if let pin { return pin.account }
        guard let account = Hexadecimal.bytes(word.lowercased()).flatMap(AccountID.init) else {
            throw Failure(
                KeychainError(
                    .invalidArgument, "there is no contact \(Quoted.text(word))",
                    advice: "'holdfast device verify NAME --account ID' makes one"), action)
        }
        return account
    }

    private static func resume(
        _ word: String, _ here: Correspondence, _ session: Session
    ) async throws(Failure) {
        let id = try message(word, action)
        try await session.attempt(action) { () async throws(KeychainError) in
            try await here.history.resume(id)
        }
    }

    private static func send(
        _ arguments: ParsedArguments, _ here: Correspondence, _ session: Session
    ) async throws(Failure) -> Int32 {
        let policy = GradePolicy(consent: arguments.has(acceptGradeC) ? .thisMessage : .none)
        let trouble = await here.keepUp()
        let report = try await session.attempt(action) { () async throws(KeychainError) in
            let round = try await here.pump(policy)
            return SendReport(
                round: round, people: try await here.people(), relay: here.relay.address)
        }
        try report.write(in: session)
        let reasons = report.reasons
        for error in reasons { session.note("\(error.message); \(ToolAdvice.of(error))") }
        if let trouble, !reasons.contains(trouble), report.exitStatus == 0 {
            session.note("warning: \(trouble.message); \(ToolAdvice.of(trouble))")
        }
        guard report.round.mustReopen else { return report.exitStatus }
        return try await here.reopened(action) ?? report.exitStatus
    }
}

extension Correspondence {
    /// Looks whether this device is still one of its account's, by the account's own log.
    ///
    /// - Returns: the status to end with; nil if the device is in order.
    func reopened(_ action: String) async throws(Failure) -> Int32? {
        let opening = try await device.opened(action)
        if case .proceed = opening.decision { return nil }
        throw try await device.failure(opening.decision, record: opening.record, action)
    }
}
