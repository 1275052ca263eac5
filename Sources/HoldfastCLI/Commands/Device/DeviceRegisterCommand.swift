import HoldfastCore
import HoldfastE2EE

/// `holdfast device register`: gives a directory back what it has lost of the account.
enum DeviceRegisterCommand: Command {
    static let declaration = CommandDeclaration(
        "device register", "give the directory back what it lost of the account",
        discussion: [
            "Each device keeps the account's log as it last verified it. Where a directory does not"
                + " know the account, or has only a part of what was seen, the same entries go there"
                + " in their order; nothing new is signed and no key changes. A directory that has"
                + " other entries is left as it is."
        ],
        options: .directoryPlace,
        examples: [
            .init(
                "holdfast device register --directory ~/new/devices",
                "bring the account into another directory")
        ])

    private static let action = "cannot give the directory the account's log"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let device = try await VaultDevice.find(arguments, in: session, action)
        try device.makeDirectory()
        let opening = try await device.opened(action)
        if opening.decision == .proceed(isConfirmed: true) {
            session.note("the directory has the account's log")
        } else {
            guard opening.permitsRegisteringAgain else {
                throw try await device.failure(opening.decision, record: opening.record, action)
            }
            _ = try await device.run(action) { () async throws(IdentityError) in
                try await device.identity.registerAgain()
            }
            session.note("the directory has the account's log again")
        }
        try await device.keepDirectory(action)
        return 0
    }
}
