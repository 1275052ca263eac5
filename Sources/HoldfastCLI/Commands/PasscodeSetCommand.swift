import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// `holdfast passcode set`: gives the vault a lock.
enum PasscodeSetCommand: Command {
    static let declaration = CommandDeclaration(
        "passcode set", "give the vault a passcode, and with it a lock",
        discussion: [
            "Without a passcode the vault is opened by the device secret alone. With one, items are"
                + " readable only after 'holdfast unlock'. The only way around a forgotten"
                + " passcode is a rescue code on paper, which is offered then.",
            "The passcode is asked for twice at the terminal, or read with --passcode-fd. If there is"
                + " a rescue code already, a new one is shown and typed back, or the present one is"
                + " read with --rescue-code-fd and stays.",
        ],
        options: [.rescueCodeFD],
        examples: [.init("holdfast passcode set", "set a passcode")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let vault = try session.vault()
        let action = "cannot set a passcode"
        let codeDescriptor = try session.rescueCodeDescriptor(arguments)
        let passcode = try await session.attempt(action) {
            () async throws(KeychainError) -> SecretBytes in
            // Before anybody is asked for anything.
            if try await vault.status().hasPasscode {
                throw KeychainError(
                    .invalidArgument, "the vault has a passcode already",
                    advice: "run 'holdfast passcode change'")
            }
            if let supplied = session.suppliedPasscode { return supplied }
            return try session.terminal.askHiddenTwice(
                "New passcode of the vault: ", "The same again: ")
        }
        let hasCode = try await session.attempt(action) { () async throws(KeychainError) in
            let hasCode = try await vault.status().rescueCodeCreated != nil
            let code = hasCode ? try await session.renewedRescueCode(codeDescriptor, vault) : nil
            try await vault.setPasscode(passcode, rescueCode: code)
            return hasCode
        }
        if !hasCode { await offerRescueCode(passcode, vault, session) }
        return 0
    }

    /// The passcode is set, whatever becomes of the offer.
    private static func offerRescueCode(
        _ passcode: SecretBytes, _ vault: LinuxVault, _ session: Session
    ) async {
        do throws(KeychainError) {
            // A script that brought the passcode along has nobody to write a code down.
            guard session.suppliedPasscode == nil, session.terminal.isThere else { return }
            guard session.terminal.keepsWhatIsShown else {
                return session.note(
                    "there is no rescue code; 'holdfast rescue code' makes one at a terminal")
            }
            if try session.terminal.confirm("Make a rescue code, to be kept on paper?") {
                try await vault.setRescueCode(try session.newRescueCode(), passcode: passcode)
                return
            }
            session.note("there is no rescue code; 'holdfast rescue code' makes one")
        } catch {
            session.note(
                "the passcode is set, but no rescue code was made: \(error.message); 'holdfast"
                    + " rescue code' makes one")
        }
    }
}
