import HoldfastCore
import HoldfastE2EE

/// `holdfast device replace`: a new key in this device's place.
enum DeviceReplaceCommand: Command {
    static let declaration = CommandDeclaration(
        "device replace", "give this device a new key in its old place",
        discussion: [
            "The old key signs the new one in and is then removed: name, place and contacts'"
                + " verification stay. It is for a vault that is a copy or came back from a backup, for"
                + " one whose data beside it is gone, and for a change of keys at any time. Of two"
                + " copies of a vault the first that does it goes on, and the other one is out.",
            "--keep-key goes on with the old key where only the data beside the vault is gone."
                + " --new-presence-key makes the key that needs the person anew, or makes one where"
                + " there was none: the vault needs a passcode for it.",
        ],
        options: [keepKey, newPresenceKey, .keyStorage] + .directoryPlace,
        examples: [
            .init("holdfast device replace", "new keys for this device"),
            .init(
                "holdfast device replace --new-presence-key",
                "and one that can remove other devices"),
        ])

    private static let keepKey = OptionDeclaration("keep-key", "go on with the key that is there")
    private static let newPresenceKey = OptionDeclaration(
        "new-presence-key", "make the key that needs the person anew too")

    private static let action = "cannot give the device a new key"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        guard !arguments.has(keepKey) || !arguments.has(newPresenceKey) else {
            throw Failure.usage(
                "--keep-key and --new-presence-key exclude each other", of: declaration)
        }
        let device = try await VaultDevice.find(arguments, in: session, action)
        let opening = try await device.opened(action)
        switch opening.decision {
        case .reinstalled, .rolledBack, .proceed(isConfirmed: true): break
        case .proceed:
            // Whatever is wrong with the log is said first.
            _ = try await device.inOrder(action)
            throw Failure(DecisionText.error(.notYet(.serverNotHeard)), action)
        case let other: throw try await device.failure(other, record: opening.record, action)
        }
        let keepsKey = arguments.has(keepKey)
        let isPresenceNew = arguments.has(newPresenceKey)
        let record = try await device.run(action) { () async throws(IdentityError) in
            keepsKey
                ? try await device.identity.reuse()
                : try await device.identity.renew(withNewPresenceKey: isPresenceNew)
        }
        try DeviceReport.write(record, in: session)
        return 0
    }
}
