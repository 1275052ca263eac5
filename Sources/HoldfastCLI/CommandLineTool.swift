import Glibc
public import HoldfastCore
import HoldfastCrypto

/// The tool `holdfast` as a function, so that tests call what the process runs.
@MainActor
public enum CommandLineTool {
    /// The version that `--version` prints.
    public static let version = "0.1.0"

    /// Runs the command line of this process, and ends the process.
    ///
    /// - Parameter program: which of the tool's programs this process is.
    public static func main(as program: ToolProgram = .main) async -> Never {
        // Before anything else: no secret may be in memory that could still be dumped.
        let start = StartState.harden()
        // The main program is libcrypto's only user in its process, and starts a millisecond sooner
        // without what a TLS library would need of it.
        if case .main = program { CryptoStart.asOnlyUserInProcess() }
        exit(
            await run(
                arguments: start.arguments, environment: .ofProcess(), streams: .ofProcess,
                terminal: ControllingTerminal(), start: start, program: program))
    }

    /// Runs one command line.
    ///
    /// - Parameters:
    ///   - arguments: the words behind the program's name, as bytes.
    ///   - environment: the variables that the commands look at, and that `run` hands on.
    ///   - streams: where values come from and results go.
    ///   - terminal: who is asked.
    ///   - start: what `run` puts back before another program takes the process over.
    ///   - program: which of the tool's programs the process is.
    ///   - wallClock: this machine's clock.
    /// - Returns: the exit status: 0 done, 1 no such item, 2 usage, else by `ErrorCatalogue`.
    public static func run(
        arguments: [[UInt8]], environment: Environment, streams: StandardStreams,
        terminal: any Terminal, start: StartState? = nil, program: ToolProgram = .main,
        wallClock: any WallClock = SystemWallClock()
    ) async -> Int32 {
        let session = Session(
            environment: environment, streams: streams, terminal: terminal, start: start,
            program: program, commandLine: arguments, wallClock: wallClock)
        defer { session.close() }
        do {
            return try await run(arguments, in: session)
        } catch {
            report(error, isJSON: asksForJSON(arguments), to: streams.error)
            return error.exitStatus
        }
    }

    private static func run(
        _ arguments: [[UInt8]], in session: Session
    ) async throws(Failure) -> Int32 {
        let start = try wordIndex(in: arguments)
        let front = arguments[..<start]
        if front.contains(where: { $0.elementsEqual("--version".utf8) }) {
            return try showVersion(in: session)
        }
        guard start < arguments.count else { return try withoutCommand(front, in: session) }
        if let group = group(of: arguments[start...]) {
            try session.output.write(HelpPage(session.output.style).overview(of: group))
            return 0
        }
        // Options may stand between the two words of a name too, as in `lab --json list`.
        let next =
            CommandList.isName(arguments[start])
            ? start + 1 : try wordIndex(in: arguments, from: start + 1)
        let options = Array(front + arguments[(start + 1)..<next])
        let words = arguments[start...start] + arguments[next...]
        let (command, wordCount) = try CommandList.find(words)
        let parsed = try ArgumentParser.parse(
            options + Array(words.dropFirst(wordCount)), for: command.declaration)
        if parsed.has(.help) {
            try session.output.write(HelpPage(session.output.style).page(of: command.declaration))
            return 0
        }
        if parsed.has(.version) { return try showVersion(in: session) }
        try session.take(parsed)
        return try await command.run(parsed, in: session)
    }

    /// The index of the command's next word: what stands before it are options of that command,
    /// the shared ones or its own.
    private static func wordIndex(
        in arguments: [[UInt8]], from start: Int = 0
    ) throws(Failure) -> Int {
        var index = start
        while index < arguments.count, arguments[index].first == UInt8(ascii: "-") {
            let word = String(decoding: arguments[index], as: UTF8.self)
            if word == "-h" {
                index += 1
                continue
            }
            let name = String(word.dropFirst(2).prefix { $0 != "=" })
            guard word.hasPrefix("--"), let option = CommandList.option(named: name) else {
                throw unknownInFront(word)
            }
            index += option.valueName != nil && !word.contains("=") ? 2 : 1
        }
        return min(index, arguments.count)
    }

    /// The commands of a group whose help is asked for: `passcode --help`.
    private static func group(of words: ArraySlice<[UInt8]>) -> [CommandDeclaration]? {
        let typed = words.prefix(2).map { String(decoding: $0, as: UTF8.self) }
        guard typed.count == 2, typed[1] == "--help" || typed[1] == "-h" else { return nil }
        return CommandList.group(typed[0])
    }

    private static func unknownInFront(_ word: String) -> Failure {
        // No more of a short option than its letter: a password may hang on it, as in -pSECRET.
        let shown = word.hasPrefix("--") ? word.prefix { $0 != "=" } : word.prefix(2)
        let match = NearMatch.of(
            String(shown.drop { $0 == "-" }), among: CommandList.optionNames)
        let hint = match.map { "; did you mean --\($0)?" } ?? ""
        return Failure.usage("unknown option \(Quoted.escaped(String(shown)))\(hint)", of: nil)
    }

    private static func showVersion(in session: Session) throws(Failure) -> Int32 {
        try session.output.write("holdfast \(version)\n")
        return 0
    }

    private static func withoutCommand(
        _ front: ArraySlice<[UInt8]>, in session: Session
    ) throws(Failure) -> Int32 {
        let asksForHelp = front.contains { $0.elementsEqual("--help".utf8) || $0 == [0x2d, 0x68] }
        guard asksForHelp else { throw Failure.usage("the command is missing", of: nil) }
        try session.output.write(
            HelpPage(session.output.style).overview(of: CommandList.declarations))
        return 0
    }

    private static func asksForJSON(_ arguments: [[UInt8]]) -> Bool {
        arguments.prefix { !$0.elementsEqual("--".utf8) }
            .contains { $0.elementsEqual("--json".utf8) }
    }

    private static func report(_ failure: Failure, isJSON: Bool, to descriptor: Int32) {
        guard !failure.isSilent else { return }
        let text = isJSON ? ErrorReport.json(failure) : ErrorReport.line(failure)
        Session.say(text, to: descriptor)
    }
}
