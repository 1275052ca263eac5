import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// `holdfast passcode change`: another passcode for the same keys, or for new ones.
enum PasscodeChangeCommand: Command {
    static let declaration = CommandDeclaration(
        "passcode change", "change the passcode",
        discussion: [
            "The keys are wrapped anew, the items stay as they are. If somebody else may know the old"
                + " passcode, use --leaked: new keys are made and every item is encrypted again,"
                + " because whoever has an old copy of the vault and its device secret could"
                + " otherwise open later ones too.",
            "The old passcode is asked for, or read with --passcode-fd; the new one is asked for"
                + " twice, or read with --new-passcode-fd.",
            "A rescue code stays; with --leaked a new one is shown and typed back, or the present"
                + " one is read with --rescue-code-fd and stays.",
        ],
        options: [.leaked, .newPasscodeFD, .rescueCodeFD],
        examples: [
            .init("holdfast passcode change", "change it"),
            .init("holdfast passcode change --leaked", "change it and all keys"),
        ])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let vault = try session.vault()
        let action = "cannot change the passcode"
        let newDescriptor = try arguments.number(of: .newPasscodeFD, in: 0...1_048_576)
        if let newDescriptor, session.passcodeDescriptor.map(Int.init) == newDescriptor {
            throw Failure.usage(
                "the old and the new passcode cannot come through one descriptor", of: declaration)
        }
        let codeDescriptor = try session.rescueCodeDescriptor(arguments)
        if let newDescriptor, codeDescriptor.map(Int.init) == newDescriptor {
            throw Failure.usage(
                "the new passcode and the rescue code cannot come through one descriptor",
                of: declaration)
        }
        let (old, new) = try await session.attempt(action) {
            () async throws(KeychainError) -> (SecretBytes, SecretBytes) in
            guard try await vault.status().hasPasscode else {
                throw KeychainError(
                    .passcodeNotSet, "the vault has no passcode",
                    advice: "run 'holdfast passcode set'")
            }
            let old = try session.passcode(asking: "Old passcode of the vault: ")
            if let newDescriptor {
                let new = try SuppliedSecret.secret(Int32(newDescriptor), "the new passcode")
                return (old, new)
            }
            let new = try session.terminal.askHiddenTwice("New passcode: ", "The same again: ")
            return (old, new)
        }
        let progress = Progress(on: session.streams.error, "items encrypted again")
        try await session.attempt(action) { () async throws(KeychainError) in
            var code: RescueCode?
            if arguments.has(.leaked), try await vault.status().rescueCodeCreated != nil {
                code = try await session.renewedRescueCode(codeDescriptor, vault)
            }
            try await vault.changePasscode(
                from: old, to: new, isLeaked: arguments.has(.leaked), rescueCode: code,
                progress: progress.show)
        }
        progress.end()
        return 0
    }
}
