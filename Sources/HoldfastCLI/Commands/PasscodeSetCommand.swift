import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// `holdfast passcode set`: gives the vault a lock.
enum PasscodeSetCommand: Command {
    static let declaration = CommandDeclaration(
        "passcode set", "give the vault a passcode, and with it a lock",
        discussion: [
            "Without a passcode the vault is opened by the device secret alone. With one, items are"
                + " readable only after 'holdfast unlock'. There is no way around a forgotten"
                + " passcode.",
            "The passcode is asked for twice at the terminal, or read with --passcode-fd.",
        ],
        examples: [.init("holdfast passcode set", "set a passcode")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let vault = try session.vault()
        let action = "cannot set a passcode"
        let passcode = try await session.attempt(action) {
            () async throws(KeychainError) -> SecretBytes in
            if let supplied = session.suppliedPasscode { return supplied }
            if try await vault.status().hasPasscode {
                throw KeychainError(
                    .invalidArgument, "the vault has a passcode already",
                    advice: "run 'holdfast passcode change'")
            }
            return try session.terminal.askHiddenTwice(
                "New passcode of the vault: ", "The same again: ")
        }
        try await session.attempt(action) { () async throws(KeychainError) in
            try await vault.setPasscode(passcode)
        }
        return 0
    }
}
