import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// How a rescue code comes into a command: never as an argument.
extension Session {
    /// Shows a new code to the person and has it typed back.
    ///
    /// - Returns: a code that a person has written down.
    /// - Throws: `NO_ACTIVITY` without a terminal, `USER_CANCELED`, `INVALID_ARGUMENT` if it was not
    ///   typed back; nothing depends on the code then.
    func newRescueCode() throws(KeychainError) -> RescueCode {
        guard terminal.keepsWhatIsShown else {
            throw KeychainError(
                .noActivity, "there is no terminal to show a rescue code at",
                advice: "run it in a terminal, or give the present code with --rescue-code-fd")
        }
        let code = try RescueCode.make()
        try terminal.show(
            "The vault's rescue code, which opens it when all else is lost:\n\n    ", code.text,
            "\n\nWrite it on paper and keep it away from this machine. It is shown only now.\n")
        for _ in 0..<Self.typingTries where try isTypedBack(code) { return code }
        throw KeychainError(
            .invalidArgument, "the rescue code was not typed back; nothing was changed",
            advice: "try again; a new code will be shown")
    }

    /// A code that the person has: from the descriptor, else typed.
    ///
    /// - Parameter descriptor: the descriptor; `nil` to ask at the terminal.
    /// - Returns: a code that is well formed.
    /// - Throws: `INVALID_ARGUMENT` for a slip, `NO_ACTIVITY` or `USER_CANCELED` at the terminal.
    func rescueCode(from descriptor: Int32?) throws(KeychainError) -> RescueCode {
        if let descriptor {
            return try RescueCode(try SuppliedSecret.secret(descriptor, "the rescue code"))
        }
        return try RescueCode(try terminal.askHidden("Rescue code of the vault: "))
    }

    /// The code that new keys are wrapped under: the present one from a descriptor, else a new one.
    ///
    /// - Parameters:
    ///   - descriptor: where the present code comes from; `nil` shows a new one.
    ///   - vault: the vault, which has to know the present one.
    /// - Returns: a code that a person has.
    /// - Throws: `AUTH_FAILED` if it is not the vault's, else as ``newRescueCode()``.
    func renewedRescueCode(
        _ descriptor: Int32?, _ vault: LinuxVault
    ) async throws(KeychainError) -> RescueCode {
        guard let descriptor else { return try newRescueCode() }
        let code = try rescueCode(from: descriptor)
        try await vault.checkRescueCode(code)
        return code
    }

    /// The descriptor of `--rescue-code-fd`.
    func rescueCodeDescriptor(_ arguments: ParsedArguments) throws(Failure) -> Int32? {
        let number = try arguments.number(of: .rescueCodeFD, in: 0...1_048_576)
        guard let number else { return nil }
        if passcodeDescriptor.map(Int.init) == number {
            throw Failure.usage(
                "the passcode and the rescue code cannot come through one descriptor",
                of: arguments.command)
        }
        return Int32(number)
    }

    private static let typingTries = 3

    private func isTypedBack(_ code: RescueCode) throws(KeychainError) -> Bool {
        do throws(KeychainError) {
            let typed = try RescueCode(try terminal.askHidden("Type the rescue code back: "))
            if typed == code { return true }
            note("that is another code")
        } catch {
            guard error.code == .invalidArgument else { throw error }
            note(error.message)
        }
        return false
    }
}
