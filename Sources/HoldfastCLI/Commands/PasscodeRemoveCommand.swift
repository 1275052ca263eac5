import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// `holdfast passcode remove`: takes the lock off.
enum PasscodeRemoveCommand: Command {
    static let declaration = CommandDeclaration(
        "passcode remove", "remove the passcode, and with it the lock",
        discussion: [
            "Items of the class whenPasscodeSetThisDeviceOnly, and those that ask for the passcode,"
                + " are lost by that: how many there are is said before. All others stay, readable"
                + " by any process of this user.",
            "The passcode is asked for, or read with --passcode-fd. If there is a rescue code, a new"
                + " one is shown and typed back, or the present one is read with --rescue-code-fd"
                + " and stays.",
        ],
        options: [.yes, .rescueCodeFD],
        examples: [.init("holdfast passcode remove", "see what would be lost, then decide")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let vault = try await session.vaultForItems()
        let action = "cannot remove the passcode"
        let codeDescriptor = try session.rescueCodeDescriptor(arguments)
        let count = try await session.attempt(action) { () async throws(KeychainError) -> Int in
            guard try await vault.status().hasPasscode else {
                throw KeychainError(.passcodeNotSet, "the vault has no passcode")
            }
            return try await vault.countOfItemsBoundToPasscode()
        }
        let loss = count == 1 ? "1 item is lost" : "\(count) items are lost"
        if !arguments.has(.yes) {
            let question = "\(loss) with the passcode, for good. Remove it?"
            try await session.confirm(question, action)
        }
        let passcode = try await session.attempt(action) {
            () async throws(KeychainError) -> SecretBytes in
            try session.passcode(asking: "Passcode of the vault: ")
        }
        let progress = Progress(on: session.streams.error, "items done")
        let lost = try await session.attempt(action) { () async throws(KeychainError) -> Int in
            let hasCode = try await vault.status().rescueCodeCreated != nil
            let code =
                hasCode ? try await session.renewedRescueCode(codeDescriptor, vault) : nil
            return try await vault.removePasscode(
                passcode, rescueCode: code, progress: progress.show)
        }
        progress.end()
        session.note("the passcode is removed; items lost with it: \(lost)")
        return 0
    }
}
