import HoldfastCore
import HoldfastE2EE

/// `holdfast device rename`: another name for this device.
enum DeviceRenameCommand: Command {
    static let declaration = CommandDeclaration(
        "device rename", "give this device another name",
        discussion: [
            "The account's log names a device together with its keys, so new keys come with it, in"
                + " the old place and signed in by the old ones. Contacts see the new name and nothing"
                + " else."
        ],
        arguments: [.init("NAME", "1 to 64 characters, none of which breaks a line")],
        options: [.keyStorage] + .directoryPlace,
        examples: [.init("holdfast device rename desk", "call this device desk")])

    private static let action = "cannot rename the device"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let name = try DeviceName.checked(arguments.words[0], action)
        let device = try await VaultDevice.find(arguments, in: session, action)
        _ = try await device.inOrder(action)
        let renamed = try await device.run(action) { () async throws(IdentityError) in
            try await device.identity.rename(to: name)
        }
        try DeviceReport.write(renamed, in: session)
        return 0
    }
}
