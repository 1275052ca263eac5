import HoldfastCore
import HoldfastE2EE
import HoldfastWire

/// `holdfast device list`: the devices of the account.
enum DeviceListCommand: Command {
    static let declaration = CommandDeclaration(
        "device list", "list the devices of the account",
        discussion: [
            "The account's device log is read from the directory and verified from its first entry;"
                + " each line is a device that is or was in the account, who let it in and when, by"
                + " that one's own clock. Changes that can still be undone follow, with the commands"
                + " that confirm and undo them. A log that was cut, forked or changed is not shown:"
                + " the error says what is wrong with it, with exit status 6."
        ],
        options: .directoryPlace,
        examples: [
            .init("holdfast device list", "the devices, removed ones too"),
            .init("holdfast device list --json", "the same for scripts"),
        ])

    private static let action = "cannot list the devices"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let device = try await VaultDevice.find(arguments, in: session, action)
        let (record, account) = try await device.read(action)
        let table = DeviceTable(account, own: record.device.id)
        if session.isJSON {
            try session.output.write(table.json)
        } else {
            try session.output.write(table.text)
        }
        return 0
    }
}
