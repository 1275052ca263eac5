import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// `holdfast vault seal`: the device secret out of its file and into the TPM.
enum VaultSealCommand: Command {
    static let declaration = CommandDeclaration(
        "vault seal", "seal the device secret in this machine's TPM",
        discussion: [
            "A disk, or a copy of all files, then opens nothing without this very machine; with a"
                + " passcode, each guess costs a try that the TPM counts. Every item is encrypted"
                + " again under new keys. A new rescue code is shown first and has to be typed back,"
                + " because a TPM can be cleared or break; with --rescue-code-fd the present code"
                + " is read and stays.",
            "Without a passcode, programs read items as before, as long as they may use the TPM"
                + " (on most systems by the group tss). With one, 'holdfast unlock' asks the TPM and"
                + " what it opened is then used without it.",
            "--pcr binds the secret to what the machine was started with, by registers of the TPM:"
                + " 0 and 2 are the firmware, 7 is Secure Boot. After an update of these the vault"
                + " opens only with the rescue code, so 'holdfast vault unseal' before one.",
            "The file with the former device secret opens old copies of this vault, and other vaults"
                + " of this user. Whether to destroy it is asked; --discard-file asks before"
                + " anything else, or not at all with --yes. For a vault that is sealed already,"
                + " that is all that --discard-file does. The TPM has to open the vault first, so"
                + " that the file goes only when it is no longer needed.",
        ],
        options: [pcr, discardFile, .yes, .rescueCodeFD],
        examples: [
            .init("holdfast vault seal", "seal it, whatever is started"),
            .init("holdfast vault seal --pcr 7", "and only while Secure Boot is as it is now"),
        ])

    private static let pcr = OptionDeclaration(
        "pcr", value: "LIST", "registers of the TPM, 0 to 23, with commas between them")
    private static let discardFile = OptionDeclaration(
        "discard-file", "destroy the file with the former device secret")

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let vault = try session.vault()
        let action = "cannot seal the device secret"
        let registers = try registers(arguments)
        let descriptor = try session.rescueCodeDescriptor(arguments)
        let status = try await session.attempt(action) { () async throws(KeychainError) in
            try await vault.status()
        }
        if status.deviceSecret == .sealed, arguments.has(discardFile) {
            try await discardLater(vault, status, arguments, session)
            return 0
        }
        try await session.attempt(action) { () async throws(KeychainError) in
            guard status.exists else { throw RescueCodeCommand.noVault }
            // Nobody should write a code down that cannot be of use.
            try await vault.checkSealing(toRegisters: registers)
        }
        if arguments.has(discardFile) { try await confirmDiscarding(arguments, session) }
        let passcode = try await seal(vault, status, registers, descriptor, action, session)
        try await decideOnFile(
            vault, passcode, isDecided: arguments.has(discardFile), session)
        return 0
    }

    private static func seal(
        _ vault: LinuxVault, _ status: VaultStatus, _ registers: Set<Int>, _ descriptor: Int32?,
        _ action: String, _ session: Session
    ) async throws(Failure) -> SecretBytes? {
        let progress = Progress(on: session.streams.error, "items encrypted again")
        let passcode = try await session.attempt(action) {
            () async throws(KeychainError) -> SecretBytes? in
            let passcode =
                status.hasPasscode ? try session.passcode(asking: "Passcode of the vault: ") : nil
            let code = try await session.renewedRescueCode(descriptor, vault)
            try await vault.sealDeviceSecret(
                toRegisters: registers, rescueCode: code, passcode: passcode,
                progress: progress.show)
            return passcode
        }
        progress.end()
        session.note("the device secret is sealed in the TPM")
        return passcode
    }

    private static func decideOnFile(
        _ vault: LinuxVault, _ passcode: SecretBytes?, isDecided: Bool, _ session: Session
    ) async throws(Failure) {
        guard try await isFileThere(vault, session) else { return }
        if isDecided { return try await discard(vault, passcode, session) }
        let isWanted = try await session.attempt(discarding) { () async throws(KeychainError) in
            guard session.terminal.isThere else { return false }
            return try session.terminal.confirm(
                "Its former file opens old copies of this vault, and any other vault of yours that"
                    + " is not sealed. Is there no other, and is it to be destroyed?")
        }
        if isWanted { return try await discard(vault, passcode, session) }
        session.note(
            "the former file is still there; 'holdfast vault seal --discard-file' destroys it")
    }

    /// Destroys the file of a vault that was sealed earlier.
    private static func discardLater(
        _ vault: LinuxVault, _ status: VaultStatus, _ arguments: ParsedArguments,
        _ session: Session
    ) async throws(Failure) {
        guard try await isFileThere(vault, session) else {
            return session.note("there is no file with a former device secret")
        }
        try await confirmDiscarding(arguments, session)
        let passcode = try await session.attempt(discarding) {
            () async throws(KeychainError) -> SecretBytes? in
            status.hasPasscode ? try session.passcode(asking: "Passcode of the vault: ") : nil
        }
        try await discard(vault, passcode, session)
    }

    private static func confirmDiscarding(
        _ arguments: ParsedArguments, _ session: Session
    ) async throws(Failure) {
        guard !arguments.has(.yes) else { return }
        try await session.confirm(
            "Any other vault of yours that is not sealed opens with that file, and is lost"
                + " without it. Go on?", discarding)
    }

    private static func isFileThere(
        _ vault: LinuxVault, _ session: Session
    ) async throws(Failure) -> Bool {
        try await session.attempt(discarding) { () async throws(KeychainError) in
            try await vault.hasUnsealedSecrets()
        }
    }

    private static let discarding = "cannot destroy the former device secret"

    private static func discard(
        _ vault: LinuxVault, _ passcode: SecretBytes?, _ session: Session
    ) async throws(Failure) {
        try await session.attempt(discarding) { () async throws(KeychainError) in
            try await vault.destroyUnsealedSecrets(passcode: passcode)
        }
        session.note("the file with the former device secret is destroyed")
    }

    private static func registers(_ arguments: ParsedArguments) throws(Failure) -> Set<Int> {
        guard let list = arguments.value(of: pcr) else { return [] }
        var registers: Set<Int> = []
        for word in list.split(separator: ",", omittingEmptySubsequences: false) {
            // Only digits: Int.init also takes a sign.
            guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(word),
                (0...23).contains(number)
            else {
                throw Failure.usage(
                    "--pcr takes numbers from 0 to 23 with commas between them", of: declaration)
            }
            registers.insert(number)
        }
        return registers
    }
}
