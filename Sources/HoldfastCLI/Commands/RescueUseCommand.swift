import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// `holdfast rescue use`: opens a vault with the code from paper.
enum RescueUseCommand: Command {
    static let declaration = CommandDeclaration(
        "rescue use", "open the vault with its rescue code",
        discussion: [
            "The vault gets new keys and a new device secret, in a file; 'holdfast vault seal' seals"
                + " it in the TPM again. If it has a passcode, that is asked for too: with it"
                + " everything is kept. If it is forgotten (an empty answer), items of the class"
                + " whenPasscodeSetThisDeviceOnly and those that ask for the passcode are lost, and"
                + " a new passcode is asked for.",
            "The code is asked for, and a new one is then shown and typed back, since a used paper"
                + " may have been seen. With --rescue-code-fd the code is read, and stays. The"
                + " passcode can come through --passcode-fd, a new one through --new-passcode-fd.",
        ],
        options: [.rescueCodeFD, .newPasscodeFD, .yes],
        examples: [
            .init("holdfast rescue use", "after a change of firmware, or on another machine")
        ])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let vault = try session.vault()
        let action = "cannot open the vault with a rescue code"
        let codeDescriptor = try session.rescueCodeDescriptor(arguments)
        let newDescriptor = try newPasscodeDescriptor(arguments, session, codeDescriptor)
        let code = try await session.attempt(action) {
            () async throws(KeychainError) -> RescueCode in
            guard try await vault.status().exists else { throw RescueCodeCommand.noVault }
            let code = try session.rescueCode(from: codeDescriptor)
            try await vault.checkRescueCode(code)
            return code
        }
        let passcodes = try await passcodes(
            vault, newDescriptor, isSure: arguments.has(.yes), action, session)
        let progress = Progress(on: session.streams.error, "items encrypted again")
        let lost = try await session.attempt(action) { () async throws(KeychainError) -> Int in
            let newCode = codeDescriptor == nil ? try session.newRescueCode() : code
            return try await vault.rescue(
                with: code, passcode: passcodes.old, newPasscode: passcodes.new, newCode: newCode,
                progress: progress.show)
        }
        progress.end()
        session.note("the vault is open again; items lost: \(lost)")
        return 0
    }

    /// The passcode so far, or the one to come.
    private static func passcodes(
        _ vault: LinuxVault, _ newDescriptor: Int32?, isSure: Bool, _ action: String,
        _ session: Session
    ) async throws(Failure) -> (old: SecretBytes?, new: SecretBytes?) {
        let old = try await session.attempt(action) {
            () async throws(KeychainError) -> SecretBytes? in
            guard try await vault.status().hasPasscode else { return nil }
            if newDescriptor != nil { return session.suppliedPasscode }
            return try session.passcode(
                asking: "Passcode of the vault (nothing if it is forgotten): ")
        }
        guard let old, old.count > 0 || newDescriptor != nil else {
            return try await forgotten(vault, newDescriptor, isSure: isSure, action, session)
        }
        return (old, nil)
    }

    private static func forgotten(
        _ vault: LinuxVault, _ newDescriptor: Int32?, isSure: Bool, _ action: String,
        _ session: Session
    ) async throws(Failure) -> (old: SecretBytes?, new: SecretBytes?) {
        let hasPasscode = try await session.attempt(action) { () async throws(KeychainError) in
            try await vault.status().hasPasscode
        }
        guard hasPasscode else { return (nil, nil) }
        if !isSure {
            try await session.confirm(
                "Items that need the forgotten passcode are then lost, for good. Go on?", action)
        }
        let new = try await session.attempt(action) { () async throws(KeychainError) in
            if let newDescriptor {
                return try SuppliedSecret.secret(newDescriptor, "the new passcode")
            }
            return try session.terminal.askHiddenTwice("New passcode: ", "The same again: ")
        }
        return (nil, new)
    }

    private static func newPasscodeDescriptor(
        _ arguments: ParsedArguments, _ session: Session, _ other: Int32?
    ) throws(Failure) -> Int32? {
        let number = try arguments.number(of: .newPasscodeFD, in: 0...1_048_576).map(Int32.init)
        guard let number else { return nil }
        if number == other || session.passcodeDescriptor != nil {
            throw Failure.usage(
                "--new-passcode-fd is for a forgotten passcode, and has a descriptor of its own",
                of: declaration)
        }
        return number
    }
}
