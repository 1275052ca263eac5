import HoldfastCore
import HoldfastE2EE
import HoldfastWire

/// `holdfast account join`: asks to be let into an account at a relay.
enum AccountJoinCommand: Command {
    static let declaration = CommandDeclaration(
        "account join", "ask to be let into an account at a relay",
        discussion: [
            "Writes a request, as 'holdfast device request' does: a text for 'holdfast device approve' on"
                + " a device of the account, drawn as a code to scan where the tool was built with the"
                + " trait QRCode, and thirty digits that have to be the same there."
                + " --wait stays until it is approved, then offers this device's prekeys at once;"
                + " without it the next 'holdfast inbox' does that, and until then nobody can write"
                + " to the account at grade A or B.",
            "The exit status is 0; with --wait 1 if nobody has approved it by then. The request stays"
                + " good.",
        ],
        options: [
            .account, .deviceName, DeviceRequestCommand.replace, .reason,
            DeviceRequestCommand.approver, .keyStorage, .invert, .wait,
        ] + .ofMessages,
        examples: [
            .init(
                "holdfast account join --relay https://relay.example --account 5f3c… --wait 300",
                "ask, and wait five minutes for the answer")
        ])

    private static let action = "cannot join the account"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let seconds: Int64 = try arguments.number(of: .wait, in: 0...86_400) ?? 0
        // First of all, since the other program goes on with all that was given.
        _ = try session.connector(action)
        let (device, known, request) = try await DeviceRequestCommand.ask(
            arguments, in: session, needsRelay: true)
        if let known {
            return try await finish(device, known, arguments)
        }
        guard seconds > 0, let request else { return 0 }
        let record = try await approved(request, device, within: .seconds(seconds))
        guard let record else {
            session.note("nobody has approved the request yet; it stays good")
            return 1
        }
        try DeviceReport.write(record, in: session)
        return try await finish(device, record, arguments)
    }

    private static func finish(
        _ device: VaultDevice, _ record: IdentityRecord, _ arguments: ParsedArguments
    ) async throws(Failure) -> Int32 {
        let here = try await Correspondence(device, record, arguments, action)
        here.noteTrouble(await here.keepUp())
        return 0
    }

    /// The identity once it is in the account; nil if that takes too long.
    private static func approved(
        _ request: JoinRequest, _ device: VaultDevice, within time: Duration
    ) async throws(Failure) -> IdentityRecord? {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {
            do {
                try await Task.sleep(for: .seconds(1))
            } catch {
                throw Failure(KeychainError(.userCanceled, "it was interrupted"), action)
            }
            let log = try await device.session.attempt(action) { () async throws(KeychainError) in
                try await AccountLog.read(request.account, from: device.directory)
            }
            guard log.log.facts.members[request.device.id]?.isActive == true else { continue }
            let opening = try await device.run(action) { () async throws(IdentityError) in
                try await device.identity.open(.foreground)
            }
            if case .proceed = opening.decision, let record = opening.record { return record }
        }
        return nil
    }
}
