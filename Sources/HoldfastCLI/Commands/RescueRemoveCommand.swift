import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// `holdfast rescue remove`: the code on paper opens nothing any more.
enum RescueRemoveCommand: Command {
    static let declaration = CommandDeclaration(
        "rescue remove", "make the rescue code worthless",
        discussion: [
            "Without a rescue code, a lost device secret or a forgotten passcode is the end of all"
                + " items that are in no export. While the device secret is sealed to registers"
                + " of the TPM, the code cannot be removed.",
            "A copy of the vault from before still opens with the code: if others have both, use"
                + " 'holdfast passcode change --leaked', and replace the secrets where they are used.",
        ],
        options: [.yes],
        examples: [.init("holdfast rescue remove", "do without one")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let vault = try session.vault()
        let action = "cannot remove the rescue code"
        let status = try await session.attempt(action) { () async throws(KeychainError) in
            try await vault.status()
        }
        try await session.attempt(action) { () async throws(KeychainError) in
            guard status.exists else { throw RescueCodeCommand.noVault }
            if status.rescueCodeCreated == nil { throw noCode }
        }
        if !arguments.has(.yes) {
            try await session.confirm(
                "If the device secret is lost, everything in the vault is then lost. Go on?", action
            )
        }
        try await session.attempt(action) { () async throws(KeychainError) in
            let passcode =
                status.hasPasscode ? try session.passcode(asking: "Passcode of the vault: ") : nil
            try await vault.removeRescueCode(passcode: passcode)
        }
        return 0
    }

    private static let noCode = KeychainError(
        .invalidArgument, "there is no rescue code", advice: "there is nothing to remove")
}
