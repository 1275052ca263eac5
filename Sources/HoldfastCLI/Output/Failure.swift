import HoldfastCore

/// Why a command ends otherwise than done: the error, what was being done, the exit status.
struct Failure: Error {
    /// The error behind it, in the words of the catalogue.
    let error: KeychainError
    /// What failed, as the end of "holdfast: …": `cannot read "NAME"`.
    let action: String?
    /// What the process exits with.
    let exitStatus: Int32
    /// Whether nothing is to be said: the reader of our output went away, which is its own affair.
    let isSilent: Bool

    /// A failure of the store or of the system.
    ///
    /// - Parameters:
    ///   - error: the error, whose status is the catalogue's.
    ///   - action: what failed.
    init(_ error: KeychainError, _ action: String? = nil) {
        self.init(error, action, exitStatus: ErrorCatalogue.exitStatus(for: error))
    }

    private init(
        _ error: KeychainError, _ action: String?, exitStatus: Int32, isSilent: Bool = false
    ) {
        self.error = error
        self.action = action
        self.exitStatus = exitStatus
        self.isSilent = isSilent
    }
}

extension Failure {
    /// The command line breaks a rule of the command's table: exit status 2.
    ///
    /// - Parameters:
    ///   - message: which.
    ///   - command: the command.
    ///   - page: the command that shows what would be right; `nil` for the command's help.
    /// - Returns: the failure.
    static func usage(
        _ message: String, of command: CommandDeclaration?, see page: String? = nil
    ) -> Failure {
        let page = page ?? command.map { "holdfast \($0.name) --help" } ?? "holdfast help"
        return Failure(
            KeychainError(.invalidArgument, message, advice: "see '\(page)'"), nil, exitStatus: 2)
    }

    /// Words that may be a recovery phrase stand in the command line: exit status 2, without them.
    static func phraseInArguments(of command: CommandDeclaration?) -> Failure {
        usage(
            "a recovery phrase is no argument, because everybody on this machine can read a command"
                + " line and the shell may keep it; type it when asked, or use --phrase-fd. If that"
                + " was your phrase, change it: 'holdfast phrase change --leaked'", of: command)
    }

    /// The store answered that there is no such item: exit status 1.
    ///
    /// - Parameters:
    ///   - action: what failed.
    ///   - advice: what to look at, if that is more than the name and the service.
    /// - Returns: the failure.
    static func noSuchItem(_ action: String, advice: String? = nil) -> Failure {
        let error = StoreConflict.notFound.error
        return Failure(
            KeychainError(
                error.code, error.message, nativeDomain: error.nativeDomain,
                nativeCode: error.nativeCode, advice: advice ?? error.advice),
            action, exitStatus: 1)
    }

    /// The TPM of a sealed vault cannot be used, and the vault's rescue code can: exit status 3.
    static func hardwareAway(_ error: KeychainError, _ action: String) -> Failure {
        Failure(error, action, exitStatus: 3)
    }

    /// The vault answered that it is no device of an account: exit status 1.
    static func noDevice(_ action: String) -> Failure {
        Failure(
            KeychainError(
                .unknown, "this vault is no device of an account",
                nativeDomain: StoreConflict.domain, nativeCode: StoreConflict.notFound.rawValue,
                advice:
                    "'holdfast device init' begins an account, 'holdfast device request' asks to"
                    + " be let into one"), action, exitStatus: 1)
    }

    /// A system call failed.
    static func system(_ action: String, _ number: Int32) -> Failure {
        Failure(KeychainError(errno: number), action)
    }

    /// Standard output has no reader any more: exit status 9 without a word.
    static func readerGone(_ number: Int32) -> Failure {
        Failure(KeychainError(errno: number), nil, exitStatus: 9, isSilent: true)
    }

    /// The program of `run` could not be started; the numbers are those of a shell.
    static func notStarted(_ error: KeychainError, _ action: String, status: Int32) -> Failure {
        Failure(error, action, exitStatus: status)
    }
}
