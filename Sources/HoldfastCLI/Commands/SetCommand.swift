import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// `holdfast set`: stores a value.
enum SetCommand: Command {
    static let declaration = CommandDeclaration(
        "set", "store a value, read from standard input",
        discussion: [
            "The value is read from standard input byte for byte, up to its end: a newline is part"
                + " of it unless --strip-newline is given. On a terminal it is asked for twice and"
                + " not shown. No option takes a secret, because everybody on the machine can read"
                + " a command line. A value has at most 1048576 bytes; a longer one is refused"
                + " before anything is stored.",
            "A new item can be read from the first unlock on and is part of exports"
                + " (afterFirstUnlock). An item that is there already keeps its protection but for"
                + " what the options say. The vault is made at the first set.",
        ],
        arguments: [.itemName],
        options: [
            .service, .backend, .stripNewline, ifAbsent, generate, alphabet, show,
        ] + OptionDeclaration.protection,
        examples: [
            .init("holdfast set github-token", "ask for the value twice and store it"),
            .init("printf %s \"$TOKEN\" | holdfast set github-token", "store it from a script"),
            .init("holdfast set db-password --generate 32", "store a random password"),
            .init(
                "holdfast set api-key --accessible whenUnlocked < key.bin",
                "store a file's bytes, readable only while the vault is unlocked"),
        ])

    private static let ifAbsent = OptionDeclaration(
        "if-absent", "fail with exit status 9 if the item is there already")
    private static let generate = OptionDeclaration(
        "generate", value: "LENGTH", "store LENGTH random characters instead of reading a value")
    private static let alphabet = OptionDeclaration(
        "alphabet", value: "CHARS",
        "the characters that --generate picks from, each once (default: A-Z a-z 0-9)")
    private static let show = OptionDeclaration(
        "show", "write what --generate made to standard output")

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let key = try session.key(arguments)
        let protection = try ItemProtectionOptions(arguments)
        let value = try value(arguments, of: key, in: session)
        try await session.store(
            value, for: key, protection: protection,
            existing: arguments.has(ifAbsent) ? .fail : .replace)
        if arguments.has(show) { try GetCommand.write(value, of: key, isRaw: false, in: session) }
        return 0
    }

    private static func value(
        _ arguments: ParsedArguments, of key: ItemKey, in session: Session
    ) throws(Failure) -> SecretBytes {
        let lengths = 1...GeneratedText.maximumCount
        if let count = try arguments.number(of: generate, in: lengths) {
            if arguments.has(.stripNewline) {
                throw Failure.usage(
                    "--generate reads no value, so --strip-newline has nothing to do",
                    of: declaration)
            }
            return try generated(count, arguments.value(of: alphabet))
        }
        if let option = arguments.firstGiven(of: [alphabet, show]) {
            throw Failure.usage("--\(option.name) goes with --generate", of: declaration)
        }
        return try ValueSource(session: session).value(
            for: key, stripsNewline: arguments.has(.stripNewline))
    }

    private static func generated(
        _ count: Int, _ alphabet: String?
    ) throws(Failure) -> SecretBytes {
        do {
            let text = try GeneratedText(alphabet: alphabet ?? GeneratedText.standardAlphabet)
            return try text.make(count, random: SystemRandom())
        } catch {
            throw Failure(error, "cannot generate a value")
        }
    }
}
