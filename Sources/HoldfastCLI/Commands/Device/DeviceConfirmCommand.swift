import HoldfastCore
import HoldfastE2EE
import HoldfastWire

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
        options: .directoryPlace,
        examples: [.init("holdfast device confirm 7", "agree to what entry 7 did")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        try await WaitingChange.decide(
            arguments, in: session, action: "cannot confirm the change", done: "confirmed"
        ) { (identity, change) async throws(IdentityError) in try await identity.confirm(change) }
    }
}
