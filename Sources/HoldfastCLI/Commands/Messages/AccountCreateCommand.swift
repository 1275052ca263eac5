import HoldfastCore
import HoldfastE2EE

/// `holdfast account create`: a new account at a relay, with this vault as its first device.
enum AccountCreateCommand: Command {
    static let declaration = CommandDeclaration(
        "account create", "begin an account at a relay, with this vault in it",
        discussion: [
            "The vault gets keys of its own, as by 'holdfast device init', and the account's device log"
                + " begins at the relay, which forwards messages and can read none. The vault"
                + " remembers the relay, its authority and its key, so that no other command needs"
                + " them again. Prekeys are made and offered, with which others can write to this"
                + " device while it is away.",
            "The relay is spoken to by TLS; --ca names the file of an authority of its own, and then no"
                + " other is believed. A proxy is used where the environment names one (https_proxy,"
                + " no_proxy). What needs a network library is in the program holdfast-network, which"
                + " takes the place of this one; where it is not installed the exit status is 8.",
        ],
        options: [.deviceName, .keyStorage, .startAnew] + .ofMessages,
        examples: [
            .init(
                "holdfast account create --relay https://relay.example --name laptop",
                "begin an account")
        ])

    private static let action = "cannot begin an account"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        // First of all, since the other program goes on with all that was given.
        _ = try session.connector(action)
        let device = try await VaultDevice.prepare(
            arguments, in: session, action, makesDirectory: false, needsRelay: true)
        let record = try await DeviceInitCommand.begin(device, arguments, action)
        let here = try await Correspondence(device, record, arguments, action)
        let trouble = await here.keepUp()
        try DeviceReport.write(record, in: session)
        here.noteTrouble(trouble)
        DeviceInitCommand.noteRecovery(in: session)
        return 0
    }
}

extension Correspondence {
    /// Says what kept the prekeys from being offered; the next command offers them.
    func noteTrouble(_ trouble: KeychainError?) {
        guard let trouble else { return }
        device.session.note(
            "warning: no prekeys were offered: \(trouble.message); \(ToolAdvice.of(trouble))")
    }
}
