import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// `holdfast unlock`: opens the class keys with the passcode.
enum UnlockCommand: Command {
    static let declaration = CommandDeclaration(
        "unlock", "unlock the vault with its passcode",
        discussion: [
            "The keys go to the kernel's keyring of this user: those of the afterFirstUnlock classes"
                + " until the machine is started again, the others until 'holdfast lock' or for 15"
                + " minutes; under 'holdfast agent' until the screen is locked. Where the kernel's keyring is refused, as in some containers, each"
                + " command takes the passcode with --passcode-fd instead, or from"
                + " $CREDENTIALS_DIRECTORY/holdfast.passcode.",
            "The passcode is asked for at the terminal, or read with --passcode-fd. After several"
                + " wrong ones the next try is accepted only after a time, which is said.",
        ],
        examples: [.init("holdfast unlock", "unlock for this user")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let vault = try session.vault()
        let action = "cannot unlock the vault"
        let passcode = try await session.attempt(action) {
            () async throws(KeychainError) -> SecretBytes in
            if let supplied = session.suppliedPasscode { return supplied }
            // Nobody should type a passcode that cannot be of use.
            let status = try await vault.status()
            guard status.exists, status.hasPasscode else {
                throw KeychainError(
                    .passcodeNotSet, "this vault has no passcode, so it is never locked",
                    advice: "run 'holdfast passcode set' to have a lock")
            }
            return try session.terminal.askHidden("Passcode of the vault: ")
        }
        try await session.attempt(action) { () async throws(KeychainError) in
            try await vault.unlock(with: passcode, keeping: .kernelKeyring)
        }
        return 0
    }
}
