import HoldfastCore
import HoldfastE2EE
import HoldfastWire

/// `holdfast device veto`: undoes a change of the account that waits.
enum DeviceVetoCommand: Command {
    static let declaration = CommandDeclaration(
        "device veto", "undo a change of the account that waits",
        discussion: [
            "What the recovery phrase alone did, what one device did to another one's place, and a"
                + " new recovery phrase hold at once and can be undone for some days by a device that"
                + " was there before; also by the one that the change has put out. 'holdfast device"
                + " list' shows what waits and its number."
        ],
        arguments: [.waitingChange],
        options: [.directory],
        examples: [.init("holdfast device veto 7", "undo what entry 7 did")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        try await WaitingChange.decide(
            arguments, in: session, action: "cannot undo the change", done: "undone"
        ) { (identity, change) async throws(IdentityError) in try await identity.veto(change) }
    }
}

/// `holdfast device confirm`: says that a change of the account that waits is right.
enum DeviceConfirmCommand: Command {
    static let declaration = CommandDeclaration(
        "device confirm", "say that a change of the account that waits is right",
        discussion: [
            "Once it is confirmed the change cannot be undone any more, and a device that came in by"
                + " it may do what others may. The device that made the change can confirm it only when"
                + " the time to object is over."
        ],
        arguments: [.waitingChange],
        options: [.directory],
        examples: [.init("holdfast device confirm 7", "agree to what entry 7 did")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        try await WaitingChange.decide(
            arguments, in: session, action: "cannot confirm the change", done: "confirmed"
        ) { (identity, change) async throws(IdentityError) in try await identity.confirm(change) }
    }
}

extension CommandDeclaration.Argument {
    fileprivate static let waitingChange = Self(
        "ENTRY", "the change's number, as 'holdfast device list' has it")
}

/// A change that can still be undone, named by the place of its entry.
@MainActor
private enum WaitingChange {
    /// Says yes or no to the change that a command line names.
    static func decide(
        _ arguments: ParsedArguments, in session: Session, action: String, done: String,
        _ decision: (DeviceIdentity, PendingChange) async throws(IdentityError) -> LogHead
    ) async throws(Failure) -> Int32 {
        let device = try await VaultDevice.find(arguments, in: session, action)
        let opening = try await device.opened(action)
        if case .proceed = opening.decision, let record = opening.record {
            _ = try await device.inOrder(action)
            try await device.takeCounter(record, action)
        }
        let log = try await device.run(action) { () async throws(IdentityError) in
            try await device.identity.accountLog()
        }
        let number = UInt64(arguments.words[0])
        guard let change = log.pending.first(where: { $0.entry.sequence == number }) else {
            throw Failure(
                KeychainError(
                    .invalidArgument, "no change of that number waits",
                    advice: "see 'holdfast device list'"), action)
        }
        _ = try await device.run(action) { () async throws(IdentityError) in
            try await decision(device.identity, change)
        }
        session.note("entry \(change.entry.sequence) is \(done)")
        return 0
    }
}
