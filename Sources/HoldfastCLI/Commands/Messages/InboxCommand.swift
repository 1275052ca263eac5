import HoldfastCore
import HoldfastE2EE

/// `holdfast inbox`: what others have sent to this device.
enum InboxCommand: Command {
    static let declaration = CommandDeclaration(
        "inbox", "fetch and show what was sent to this device",
        discussion: [
            "Each message is stored here before the relay may forget it, and shown once. With it stands"
                + " who sent it and how sure you can be of them, how secret it stays (grade A, B or"
                + " C), and whether all of your devices got it. What else there is to know stands on"
                + " lines with a star: a contact's new or removed device, a message that cannot be"
                + " opened, a relay that shows less than before.",
            "What waits in the outbox is sent too, and prekeys are offered anew. --follow stays and"
                + " shows what comes; an interrupt or SIGTERM ends it with status 0. A run that is"
                + " killed after it wrote a message and before it noted that writes it again the next"
                + " time; its id is the same.",
            "The exit status is 0, 9 if the relay is not heard, 6 if something was shown that should"
                + " not be, 7 if this device was removed.",
        ],
        options: [follow] + .ofMessages,
        examples: [
            .init("holdfast inbox", "what came since the last time"),
            .init("holdfast inbox --follow --json", "a line of JSON for each thing that comes"),
        ])

    private static let follow = OptionDeclaration("follow", "stay, and show what comes")
    private static let action = "cannot read the inbox"
    /// How long the relay holds a request for which there is nothing.
    private static let longPoll = 50

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let here = try await Correspondence.open(arguments, in: session, action)
        let lock = try await session.attempt(action) { () async throws(KeychainError) in
            try await here.lock("inbox.lock", whileBusy: "shows this vault's inbox")
        }
        defer { withExtendedLifetime(lock) {} }
        let reception = Reception(here)
        try await reception.writeStored()
        if let error = await here.keepUp() {
            guard arguments.has(follow) else { throw Failure(error, action) }
            session.note("\(error.message); it is tried again")
        }
        try await send(here, session)
        guard arguments.has(follow) else { return try await readAll(reception, here) }
        return try await interruptibly(here) { () async throws(Failure) in
            try await stay(reception, here)
        }
    }

    private static func readAll(
        _ reception: Reception, _ here: Correspondence
    ) async throws(Failure) -> Int32 {
        while true {
            switch try await reception.look(waiting: 0) {
            case .failed(let error):
                throw try await failure(error, here)
            case .read(isLast: true):
                if reception.hasReceived { here.noteTrouble(await here.keepUp()) }
                return reception.exitStatus
            case .read: continue
            }
        }
    }

    /// What the relay refuses, this device's own log may explain.
    private static func failure(
        _ error: KeychainError, _ here: Correspondence
    ) async throws(Failure) -> Failure {
        if error.code == .keyInvalidated { _ = try await here.reopened(action) }
        return Failure(error, action)
    }

    private static func stay(
        _ reception: Reception, _ here: Correspondence
    ) async throws(Failure) {
        var failures = 0
        while !Task.isCancelled {
            switch try await reception.look(waiting: longPoll) {
            case .failed(let error) where error.code == .keyInvalidated:
                throw try await failure(error, here)
            case .failed(let error):
                if Task.isCancelled { return }
                if failures == 0 { here.device.session.note("\(error.message); it is tried again") }
                failures += 1
                try await pause(failures)
            case .read:
                failures = 0
                guard reception.hasReceived else { continue }
                reception.hasReceived = false
                here.noteTrouble(await here.keepUp())
            }
        }
    }

    /// Waits longer and longer, up to half a minute.
    private static func pause(_ failures: Int) async throws(Failure) {
        do {
            try await Task.sleep(for: .seconds(min(30, 1 << min(failures, 5))))
        } catch {
            // It was interrupted: the caller's loop ends.
        }
    }

    private static func send(_ here: Correspondence, _ session: Session) async throws(Failure) {
        let report = try await session.attempt(action) { () async throws(KeychainError) in
            SendReport(
                round: try await here.pump(GradePolicy()), people: try await here.people(),
                relay: here.relay.address)
        }
        for message in report.round.messages {
            session.note(report.line(of: message))
        }
        if report.round.mustReopen { _ = try await here.reopened(action) }
    }
}
