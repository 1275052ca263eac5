import HoldfastCore
import HoldfastCrypto

/// `holdfast get`: writes a value.
enum GetCommand: Command {
    static let declaration = CommandDeclaration(
        "get", "write a value to standard output",
        discussion: [
            "The bytes are written and nothing else. On a terminal a value that is not printable"
                + " text is refused unless --raw is given, and a newline is added to one that does"
                + " not end in it, so that the shell's prompt stands on a line of its own.",
            "Exit status 1 says that the store answered that there is no such item; every other"
                + " failure has another status.",
        ],
        arguments: [.itemName],
        options: [.service, .backend, raw],
        examples: [
            .init("holdfast get github-token", "show a token"),
            .init(
                "curl -H @<(printf 'Authorization: Bearer %s' \"$(holdfast get token)\") URL",
                "use it without putting it on a command line"),
            .init("holdfast get certificate > certificate.der", "get a file's bytes back"),
        ])

    private static let raw = OptionDeclaration(
        "raw", "write the bytes as they are, also to a terminal")

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let key = try session.key(arguments)
        guard let item = try await session.read(key, purpose: "Read") else {
            throw await session.noSuchItem("cannot read \(Session.shown(key))")
        }
        if session.isJSON {
            try session.output.write(json(item))
        } else {
            try write(item.value, of: key, isRaw: arguments.has(raw), in: session)
        }
        return 0
    }

    /// Writes a value to standard output, in the way that suits what this is connected to.
    static func write(
        _ value: SecretBytes, of key: ItemKey, isRaw: Bool, in session: Session
    ) throws(Failure) {
        let isForPerson = session.output.isTerminal && !isRaw
        if isForPerson, !PrintableText.isPrintable(value) {
            throw Failure(
                KeychainError(
                    .invalidArgument, "the value is not printable text",
                    advice: "send it to a file or a pipe, or use --raw"),
                "cannot show \(Session.shown(key))")
        }
        try session.output.write(value)
        let endsLine = value.withUnsafeBytes { $0.last == UInt8(ascii: "\n") }
        if isForPerson, !endsLine { try session.output.write("\n") }
    }

    private static func json(_ item: Item) -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            AttributesReport.members(of: item.attributes, into: &json)
            json.member("value", base64: item.value)
        }
        return json
    }
}
