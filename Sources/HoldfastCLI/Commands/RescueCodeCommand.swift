import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// `holdfast rescue code`: a code on paper for the day when all else is lost.
enum RescueCodeCommand: Command {
    static let declaration = CommandDeclaration(
        "rescue code", "make a rescue code, to be kept on paper",
        discussion: [
            "The code opens the vault when its device secret is lost, when the TPM that seals it was"
                + " cleared or does not open after an update, or when the passcode is forgotten. It"
                + " is shown once, at the terminal, and counts only after it was typed back. A new"
                + " code makes the former one worthless.",
            "Whoever has the code and a copy of the vault reads everything but items of the class"
                + " whenPasscodeSetThisDeviceOnly and those that ask for the passcode: keep the"
                + " two apart.",
        ],
        examples: [.init("holdfast rescue code", "make one, or a new one")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let vault = try session.vault()
        let action = "cannot make a rescue code"
        let status = try await session.attempt(action) { () async throws(KeychainError) in
            try await vault.status()
        }
        try await session.attempt(action) { () async throws(KeychainError) in
            guard status.exists else { throw noVault }
            if case .unavailable(let error) = status.availability { throw error }
            let passcode =
                status.hasPasscode ? try session.passcode(asking: "Passcode of the vault: ") : nil
            let code = try session.newRescueCode()
            try await vault.setRescueCode(code, passcode: passcode)
        }
        session.note(
            status.rescueCodeCreated == nil
                ? "the rescue code opens the vault from now on"
                : "the new rescue code opens the vault from now on, the former one no more")
        return 0
    }

    static let noVault = KeychainError(
        .invalidArgument, "there is no vault yet", advice: "the first 'holdfast set' makes it")
}
