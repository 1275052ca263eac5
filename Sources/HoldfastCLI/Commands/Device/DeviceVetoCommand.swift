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
        options: .directoryPlace,
        examples: [.init("holdfast device veto 7", "undo what entry 7 did")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        try await WaitingChange.decide(
            arguments, in: session, action: "cannot undo the change", done: "undone"
        ) { (identity, change) async throws(IdentityError) in try await identity.veto(change) }
    }
}
