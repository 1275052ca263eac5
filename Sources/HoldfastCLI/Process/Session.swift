import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// One run of one command: what it was given, and the store that it works on.
@MainActor
final class Session {
    let environment: Environment
    let streams: StandardStreams
    /// Who is asked: the terminal, or a pinentry.
    private(set) var terminal: any Terminal
    let start: StartState?
    /// Which program this process is.
    let program: ToolProgram
    /// The words that it was started with.
    let commandLine: [[UInt8]]
    /// This machine's clock.
    let wallClock: any WallClock
    let output: StandardOutput
    /// Whether results are to be JSON.
    private(set) var isJSON = false
    /// The passcode that came through a descriptor or from the service manager.
    private(set) var suppliedPasscode: SecretBytes?
    /// The descriptor it came through, which no other program is to inherit.
    private(set) var passcodeDescriptor: Int32?
    private var vaultDirectory: String?
    private var openedVault: LinuxVault?
    private var isPasscodeChecked = false
    private var storeChoice = StoreChoice.vault
    private var openedKeyring: OpenedKeyring?

    init(
        environment: Environment, streams: StandardStreams, terminal: any Terminal,
        start: StartState?, program: ToolProgram = .main, commandLine: [[UInt8]] = [],
        wallClock: any WallClock = SystemWallClock()
    ) {
        self.environment = environment
        self.streams = streams
        self.terminal = terminal
        self.start = start
        self.program = program
        self.commandLine = commandLine
        self.wallClock = wallClock
        output = StandardOutput(streams.output, environment: environment)
    }

    /// Takes the options that all commands share.
    func take(_ arguments: ParsedArguments) throws(Failure) {
        isJSON = arguments.has(.json)
        vaultDirectory = try absolute(arguments.value(of: .vault))
        storeChoice = try storeChoice(arguments)
        terminal = Self.terminal(
            terminal, isPinentryWanted: arguments.has(.pinentry), environment: environment)
        passcodeDescriptor = try arguments.number(of: .passcodeFD, in: 0...1_048_576)
            .map(Int32.init)
        do {
            suppliedPasscode = try SuppliedSecret.passcode(
                descriptor: passcodeDescriptor, environment: environment)
        } catch {
            throw Failure(error, "cannot read the passcode")
        }
    }

    /// The vault, locked or not.
    func vault() throws(Failure) -> LinuxVault {
        if let openedVault { return openedVault }
        guard storeChoice == .vault else {
            throw Failure(
                KeychainError(
                    .invalidArgument, "this command works on the vault alone",
                    advice: "unset \(StoreChoice.variable)"))
        }
        do {
            var configuration = VaultConfiguration(location: try location())
            configuration.passcodeSource = AskedPasscode(
                supplied: suppliedPasscode, terminal: terminal)
            configuration.presenceVerifier = presenceVerifier
            let vault = LinuxVault(configuration)
            openedVault = vault
            return vault
        } catch {
            throw Failure(error, "cannot find the vault")
        }
    }

    /// The vault, unlocked for this process where a passcode was supplied.
    ///
    /// The passcode has to be right also where the vault is open anyway: whoever gives one wants to
    /// know today that it is wrong, and not at the first start after the machine's next one.
    func vaultForItems() async throws(Failure) -> LinuxVault {
        let vault = try vault()
        guard let suppliedPasscode, !isPasscodeChecked else { return vault }
        try await attempt("cannot unlock the vault") { () async throws(KeychainError) in
            let status = try await vault.status()
            guard status.exists, status.hasPasscode else { return }
            try await vault.unlock(with: suppliedPasscode, keeping: .process)
        }
        isPasscodeChecked = true
        return vault
    }

    /// The store that the command line or the environment names, ready for its items.
    func storeForItems() async throws(Failure) -> any ItemStore {
        if storeChoice == .vault { return try await vaultForItems() }
        if let openedKeyring { return openedKeyring.store }
        do {
            let keyring = try OpenedKeyring.open(storeChoice, environment: environment)
            openedKeyring = keyring
            return keyring.store
        } catch {
            throw Failure(error, "cannot use the desktop's keyring")
        }
    }

    /// That there is no such item; where there is not even a vault, it says so, since the place is
    /// then more likely wrong than the name.
    func noSuchItem(_ action: String) async -> Failure {
        if storeChoice != .vault { return .noSuchItem(action) }
        do {
            let status = try await vault().status()
            if !status.exists {
                return .noSuchItem(
                    action,
                    advice: "there is no vault in \(Quoted.text(status.location.directory)); check"
                        + " --vault, HOLDFAST_HOME and HOME")
            }
        } catch {
            // The store has answered already; what keeps its status from us changes nothing.
        }
        return .noSuchItem(action)
    }

    /// Closes the vault, so that its file is whole by itself when the process is gone.
    func close() {
        openedVault?.close()
    }

    /// Does something to the vault; what it throws then says what was being done.
    func attempt<R>(
        _ action: @autoclosure () -> String,
        _ body: () async throws(KeychainError) -> R
    ) async throws(Failure) -> R {
        defer { sayWarnings() }
        do {
            return try await body()
        } catch {
            throw await failure(error, action())
        }
    }

    /// What keeps a sealed vault from its TPM is only for now while a rescue code opens it.
    private func failure(_ error: KeychainError, _ action: String) async -> Failure {
        guard error.code == .hardwareUnavailable, let openedVault else {
            return Failure(error, action)
        }
        do throws(KeychainError) {
            let status = try await openedVault.status()
            let isRescuable = status.deviceSecret == .sealed && status.rescueCodeCreated != nil
            return isRescuable ? .hardwareAway(error, action) : Failure(error, action)
        } catch {
            // Why the status cannot be told is no better answer than the first error.
            return Failure(error, action)
        }
    }

    /// Writes a line for people to standard error.
    func note(_ text: String) {
        Self.say("holdfast: \(Quoted.lineEscaped(text))\n", to: streams.error)
    }

    /// Writes to standard error; if that is not possible there is nobody left to be told.
    nonisolated static func say(_ text: String, to descriptor: Int32) {
        Array(text.utf8).withRawBytes { bytes in
            do {
                try Descriptor.write(bytes, to: descriptor)
            } catch {
                // The exit status still says it.
            }
        }
    }

    private func sayWarnings() {
        let warnings = openedVault?.warnings ?? openedKeyring?.warnings() ?? []
        for warning in warnings[min(warningCount, warnings.count)...] {
            note("warning: \(warning)")
        }
        warningCount = warnings.count
    }

    private var warningCount = 0

    /// Where the vault lies, by option, environment or standard.
    private func location() throws(KeychainError) -> VaultLocation {
        var variables: [String: String] = [:]
        for name in VaultLocation.variables {
            if let value = try environment.text(name) { variables[name] = value }
        }
        return try VaultLocation.standard(environment: variables, directory: vaultDirectory)
    }

    private func storeChoice(_ arguments: ParsedArguments) throws(Failure) -> StoreChoice {
        if let choice: StoreChoice = try arguments.choice(of: .backend) { return choice }
        do {
            guard let word = try environment.text(StoreChoice.variable), !word.isEmpty else {
                return .vault
            }
            if let choice = StoreChoice(rawValue: word) { return choice }
        } catch {
            throw Failure(error)
        }
        throw Failure(
            KeychainError(
                .invalidArgument, "the variable \(StoreChoice.variable) names no store",
                advice: "set it to one of "
                    + StoreChoice.allCases.map(\.rawValue).joined(separator: ", ")))
    }

    private func absolute(_ directory: String?) throws(Failure) -> String? {
        guard let directory else { return nil }
        if directory.isEmpty {
            throw Failure(KeychainError(.invalidArgument, "--vault has an empty path"))
        }
        do {
            return try AbsolutePath.of(directory)
        } catch {
            throw Failure(error, "cannot find the present directory")
        }
    }
}
