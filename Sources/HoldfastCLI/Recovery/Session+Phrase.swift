import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import HoldfastRecovery

/// How a recovery phrase comes into a command: typed or through a descriptor, never as an argument.
extension Session {
    /// A phrase that the person has.
    ///
    /// At a terminal a slip is explained, with words that may have been meant, and the phrase is
    /// asked for again; nothing is ever corrected.
    ///
    /// - Parameters:
    ///   - arguments: `--phrase-fd` is looked at, or another option that names a descriptor.
    ///   - option: that option.
    ///   - question: what is asked at the terminal.
    ///   - action: what fails otherwise.
    /// - Returns: the phrase.
    /// - Throws: `AUTH_FAILED` for what is no phrase, by what is wrong with it; `NO_ACTIVITY` or
    ///   `USER_CANCELED` at the terminal.
    func phrase(
        _ arguments: ParsedArguments, from option: OptionDeclaration = .phraseFD,
        asking question: String = "Recovery phrase", _ action: String
    ) throws(Failure) -> RecoveryPhrase {
        if let descriptor = try phraseDescriptor(arguments, option) {
            return try parsed(try suppliedPhrase(descriptor, action), action)
        }
        for _ in 1..<Self.phraseTries {
            let typed = try typedPhrase(question, action)
            do throws(PhraseError) {
                return try RecoveryPhrase(reading: typed)
            } catch {
                try explain(error, action)
            }
        }
        return try parsed(try typedPhrase(question, action), action)
    }

    /// A phrase that the person may have lost.
    ///
    /// - Parameters:
    ///   - arguments: `--phrase-fd` is looked at.
    ///   - question: what is asked at the terminal.
    ///   - action: what fails otherwise.
    /// - Returns: the phrase; `nil` if nothing was typed.
    /// - Throws: as ``phrase(_:from:asking:_:)``; what is no phrase is not asked for again.
    func phraseUnlessLost(
        _ arguments: ParsedArguments, asking question: String, _ action: String
    ) throws(Failure) -> RecoveryPhrase? {
        if try phraseDescriptor(arguments, .phraseFD) != nil {
            return try phrase(arguments, action)
        }
        let typed = try typedPhrase(question, action)
        return typed.isEmpty ? nil : try parsed(typed, action)
    }

    /// What the person types or supplies as a phrase, unread: the way of ``PhraseRepair``.
    ///
    /// - Parameters:
    ///   - arguments: `--phrase-fd` is looked at.
    ///   - action: what fails otherwise.
    /// - Returns: text as UTF-8, probably.
    /// - Throws: as ``phrase(_:from:asking:_:)``, but for what is no phrase.
    func phraseText(
        _ arguments: ParsedArguments, _ action: String
    ) throws(Failure) -> SecretBytes {
        if let descriptor = try phraseDescriptor(arguments, .phraseFD) {
            return try suppliedPhrase(descriptor, action)
        }
        return try typedPhrase("Recovery phrase", action)
    }

    private static let phraseTries = 3

    private func parsed(
        _ text: SecretBytes, _ action: String
    ) throws(Failure) -> RecoveryPhrase {
        do throws(PhraseError) {
            return try RecoveryPhrase(reading: text)
        } catch {
            throw Failure(KeychainError(error), action)
        }
    }

    private func phraseDescriptor(
        _ arguments: ParsedArguments, _ option: OptionDeclaration
    ) throws(Failure) -> Int32? {
        let number = try arguments.number(of: option, in: 0...1_048_576)
        guard let number else { return nil }
        if passcodeDescriptor.map(Int.init) == number {
            throw Failure.usage(
                "the passcode and the phrase cannot come through one descriptor",
                of: arguments.command)
        }
        return Int32(number)
    }

    private func suppliedPhrase(
        _ descriptor: Int32, _ action: String
    ) throws(Failure) -> SecretBytes {
        do throws(KeychainError) {
            return try SuppliedSecret.secret(descriptor, "the recovery phrase")
        } catch {
            throw Failure(error, action)
        }
    }

    /// Lines until there are as many words as a phrase has: people type it as it is written down.
    private func typedPhrase(
        _ question: String, _ action: String
    ) throws(Failure) -> SecretBytes {
        do throws(KeychainError) {
            var typed = try terminal.askHidden(question + ": ")
            while let count = Self.wordCountOfUnfinished(typed) {
                let line = try terminal.askHidden(
                    "\(question), from word \(count + 1) on (nothing if that was all): ")
                if line.isEmpty { break }
                typed = Self.joined(typed, line)
            }
            return typed
        } catch {
            throw Failure(error, action)
        }
    }

    /// How many words there are, if that is too few or between the lengths of phrases.
    private static func wordCountOfUnfinished(_ typed: SecretBytes) -> Int? {
        do throws(PhraseError) {
            _ = try RecoveryPhrase(reading: typed)
            return nil
        } catch .wrongCount(let count, _) {
            let longest = RecoveryPhrase.Length.twentyFour.rawValue
            return (1..<longest).contains(count) ? count : nil
        } catch {
            return nil
        }
    }

    private static func joined(_ first: SecretBytes, _ second: SecretBytes) -> SecretBytes {
        SecretBytes(count: first.count + 1 + second.count) { output in
            first.withUnsafeBytes { output.copyMemory(from: $0) }
            output[first.count] = UInt8(ascii: " ")
            second.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: output[(first.count + 1)...])
                    .copyMemory(from: bytes)
            }
        }
    }

    /// Says what is wrong, and what may have been meant, to the person and to nobody else.
    private func explain(_ error: PhraseError, _ action: String) throws(Failure) {
        do throws(KeychainError) {
            let problem = KeychainError(error)
            try terminal.tell(problem.message + "; " + problem.recovery)
            for word in error.unknownWords where !word.near.isEmpty {
                try terminal.tell(
                    "word \(word.position): perhaps \(word.near.joined(separator: ", "))")
            }
        } catch {
            throw Failure(error, action)
        }
    }
}

extension OptionDeclaration {
    static let phraseFD = Self(
        "phrase-fd", value: "N", "read the recovery phrase from descriptor N")
}

extension PhraseError {
    /// The words that are in no list.
    var unknownWords: [UnknownWord] {
        switch self {
        case .wrongCount(_, let unknown), .unknownWords(let unknown): unknown
        case .notText, .wrongChecksum, .wrongAnswers: []
        }
    }
}
