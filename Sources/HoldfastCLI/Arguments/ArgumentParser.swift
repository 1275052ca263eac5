import HoldfastCore

/// Turns the words of a command line into options and arguments, exactly as the table says.
///
/// The rules: options may stand before or after other words; `--opt VALUE` and `--opt=VALUE`; a
/// value that starts with a dash needs the second form; `--` ends the options; a lone `-` is a
/// word; no abbreviations; an option that may be given once and is given twice is an error.
struct ArgumentParser {
    private let command: CommandDeclaration
    private var rest: ArraySlice<[UInt8]>
    private var parsed: ParsedArguments

    /// Reads a command line.
    ///
    /// - Parameters:
    ///   - words: what follows the command's name, and options that stood before it.
    ///   - command: the command's table.
    /// - Returns: options and words, their number checked. Where `--help` or `--version` was given,
    ///   the number of words is not checked.
    /// - Throws: a usage error (exit 2), or `INVALID_ARGUMENT` for bytes that are not UTF-8.
    static func parse(
        _ words: [[UInt8]], for command: CommandDeclaration
    ) throws(Failure) -> ParsedArguments {
        var parser = Self(
            command: command, rest: words[...], parsed: ParsedArguments(command: command))
        try parser.readAll()
        if parser.parsed.firstGiven(of: [.help, .version]) == nil { try parser.checkCount() }
        return parser.parsed
    }

    private mutating func readAll() throws(Failure) {
        if command.handsOn {
            if rest.count == 1, let asked = Self.questions[rest[rest.startIndex]] {
                parsed.add(asked, value: "")
            } else {
                parsed.program = Array(rest)
            }
            return
        }
        while let next = rest.popFirst() {
            if next == Array("--".utf8) { return try readAfterOptions() }
            let word = try text(next)
            if word.utf8.count > 1, word.utf8.first == UInt8(ascii: "-") {
                try readOption(word)
            } else {
                parsed.words.append(word)
            }
        }
    }

    private mutating func readAfterOptions() throws(Failure) {
        if command.takesProgram {
            parsed.program = Array(rest)
        } else {
            for word in rest { parsed.words.append(try text(word)) }
        }
        rest = []
    }

    private mutating func readOption(_ word: String) throws(Failure) {
        if word == "-h" { return parsed.add(.help, value: "") }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0].dropFirst(2))
        guard word.hasPrefix("--"), let option = command.options.first(where: { $0.name == name })
        else { throw unknownOption(String(parts[0])) }
        if parsed.has(option), !option.isRepeatable {
            throw Failure.usage("--\(name) is given twice", of: command)
        }
        let attached = parts.count > 1 ? String(parts[1]) : nil
        parsed.add(option, value: try value(of: option, attached: attached))
    }

    private mutating func value(
        of option: OptionDeclaration, attached: String?
    ) throws(Failure) -> String {
        guard let valueName = option.valueName else {
            if attached == nil { return "" }
            throw Failure.usage("--\(option.name) takes no value", of: command)
        }
        if let attached { return attached }
        guard let next = rest.first else {
            throw Failure.usage("--\(option.name) needs \(valueName) behind it", of: command)
        }
        // Else a forgotten value would silently swallow the option behind it.
        if next.count > 1, next.first == UInt8(ascii: "-") {
            throw Failure.usage(
                "--\(option.name) needs \(valueName) behind it; a value that starts with a dash is"
                    + " written --\(option.name)=VALUE", of: command)
        }
        rest.removeFirst()
        return try text(next)
    }

    private func unknownOption(_ word: String) -> Failure {
        // No more of a short option than its letter: a password may hang on it, as in -pSECRET.
        let shown = Quoted.escaped(word.hasPrefix("--") ? word : String(word.prefix(2)))
        let name = String(word.drop { $0 == "-" })
        if Self.secretNames.contains(name), !word.hasPrefix("---") {
            return Failure.usage(
                "there is no option \(shown), because everybody on this machine can read a command"
                    + " line; give the secret on standard input", of: command)
        }
        let known = command.options.map(\.name)
        if let match = NearMatch.of(name, among: known) {
            return Failure.usage("unknown option \(shown); did you mean --\(match)?", of: command)
        }
        let isName = !word.hasPrefix("--") && !command.arguments.isEmpty
        let advice = isName ? "; a NAME that starts with a dash goes behind --" : ""
        return Failure.usage("unknown option \(shown)\(advice)", of: command)
    }

    /// What is asked about a command itself, also about one that hands all else on.
    private static let questions: [[UInt8]: OptionDeclaration] = [
        Array("--help".utf8): .help, Array("-h".utf8): .help, Array("--version".utf8): .version,
    ]

    private static let secretNames: Set = [
        "value", "secret", "password", "passwd", "passcode", "passphrase", "pin", "token", "phrase",
        "mnemonic", "seed",
    ]

    private func checkCount() throws(Failure) {
        let words = parsed.words
        if words.count < command.arguments.count,
            let missing = command.arguments[words.count...].first(where: { !$0.isOptional })
        {
            throw Failure.usage("\(missing.name) is missing", of: command)
        }
        if words.count > command.arguments.count {
            if command.takesPhrase { throw Failure.phraseInArguments(of: command) }
            // The word is not repeated: it may be a value that somebody hoped to give this way.
            let taken = command.arguments.map(\.name).joined(separator: " and ")
            throw Failure.usage(
                taken.isEmpty ? "it takes no words" : "there are more words than \(taken)",
                of: command)
        }
        if command.takesProgram, parsed.program.isEmpty {
            throw Failure.usage("the command to run is missing; it goes behind --", of: command)
        }
    }

    /// Names are compared by code points, so bytes that are no text cannot be one; repairing them
    /// would make two different words the same name.
    private func text(_ word: [UInt8]) throws(Failure) -> String {
        guard let text = String(exactly: word) else {
            throw Failure(
                KeychainError(
                    .invalidArgument, "an argument is not UTF-8 text",
                    advice: "give names in UTF-8"))
        }
        return text
    }
}
