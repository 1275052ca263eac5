import HoldfastCore
import Testing

@testable import HoldfastCLI

@Suite("Command lines")
@MainActor
struct ArgumentParserTests {
    private static func parse(
        _ words: [String], _ command: CommandDeclaration = GetCommand.declaration
    ) throws(Failure) -> ParsedArguments {
        try ArgumentParser.parse(words.map { Array($0.utf8) }, for: command)
    }

    @Test(
        "Options stand before and behind other words, in both forms",
        arguments: [
            ["--service", "s", "a"], ["a", "--service", "s"], ["--service=s", "a"],
            ["a", "--service=s"], ["--service=s", "--", "a"],
        ])
    func forms(words: [String]) throws {
        let parsed = try Self.parse(words)
        #expect(parsed.words == ["a"])
        #expect(parsed.value(of: .service) == "s")
    }

    @Test(
        "A word is what stands there",
        arguments: [
            (["-"], "-"), (["--", "-123"], "-123"), (["--", "--json"], "--json"),
            (["--", "--"], "--"), ([" fail "], " fail "), (["a=b"], "a=b"), ([""], ""),
            (["../../x"], "../../x"), (["a%2fb"], "a%2fb"),
        ])
    func words(words: [String], word: String) throws {
        let parsed = try Self.parse(words)
        #expect(parsed.words.count == 1)
        #expect(parsed.words.first?.unicodeScalars.elementsEqual(word.unicodeScalars) == true)
    }

    @Test(
        "A value is what stands there, also behind more signs of equality",
        arguments: [
            ("--service=", ""), ("--service=-x", "-x"), ("--service=a=b", "a=b"),
            ("--service=--json", "--json"),
        ])
    func values(word: String, value: String) throws {
        #expect(try Self.parse([word, "a"]).value(of: .service) == value)
    }

    @Test(
        "What breaks the table is a usage error that says how",
        arguments: [
            (["a", "--servce", "x"], "did you mean --service?"),
            (["a", "--jsn"], "did you mean --json?"),
            (["a", "--xyzzy"], "unknown option --xyzzy"),
            (["-123"], "goes behind --"),
            (["-psecret", "a"], "unknown option -p;"),
            (["a", "--service"], "needs S behind it"),
            (["a", "--service", "--json"], "--service=VALUE"),
            (["a", "--service", "--"], "--service=VALUE"),
            (["a", "--json=yes"], "takes no value"),
            (["a", "--json", "--json"], "twice"),
            (["a", "--service=x", "--service", "y"], "twice"),
            ([], "NAME is missing"),
            (["a", "b"], "more words than NAME"),
            (["a", "--", "b"], "more words than NAME"),
            (["a", "--servic=x"], "did you mean --service?"),
            (["a", "--password=hunter2"], "standard input"),
            (["a", "--value", "hunter2"], "standard input"),
        ])
    func broken(words: [String], says: String) {
        do {
            _ = try Self.parse(words)
            Issue.record("it was understood")
        } catch {
            #expect(error.exitStatus == 2)
            #expect(error.error.message.contains(says), "\(error.error.message)")
        }
    }

    @Test(
        "P10: a word that may be a secret is not repeated",
        arguments: [
            ["a", "hunter2"], ["a", "--password=hunter2"], ["-phunter2"],
            ["a", "--token", "hunter2"],
        ])
    func secrets(words: [String]) throws {
        let failure = #expect(throws: Failure.self) { try Self.parse(words) }
        let report = failure.map { ErrorReport.line($0) + ErrorReport.json($0) } ?? ""
        #expect(report.contains("hunter2") == false)
    }

    @Test(
        "Words that are not UTF-8 are refused, never repaired",
        arguments: [
            [0xff], [0x61, 0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80],
        ])
    func notText(bytes: [Int]) {
        let failure = #expect(throws: Failure.self) {
            try ArgumentParser.parse([bytes.map(UInt8.init)], for: GetCommand.declaration)
        }
        #expect(failure?.error.code == .invalidArgument)
        #expect(failure?.exitStatus == 5)
    }

    @Test("A program behind -- is handed on as bytes, options and all")
    func program() throws {
        let words: [[UInt8]] = [
            Array("--env=A=b".utf8), Array("--".utf8), [0xff], Array("--json".utf8),
            Array("--".utf8),
        ]
        let parsed = try ArgumentParser.parse(words, for: RunCommand.declaration)
        #expect(parsed.program == Array(words[2...]))
        #expect(!parsed.has(.json))
    }

    @Test(
        "Numbers have digits and a range",
        arguments: ["", "-1", "+1", "1.0", "0x1", "1048577", "99999999999999999999", " 1", "1 "])
    func numbers(text: String) throws {
        let parsed = try Self.parse(["a", "--passcode-fd=" + text])
        #expect(throws: Failure.self) { try parsed.number(of: .passcodeFD, in: 0...1_048_576) }
    }

    @Test(
        "The nearest word is found, a far one is not",
        arguments: [
            ("gte", "get"), ("lss", "ls"), ("statsu", "status"), ("stauts", "status"),
            ("improt", "import"), ("xyz", nil), ("", nil), (String(repeating: "a", count: 99), nil),
        ])
    func nearMatch(word: String, match: String?) {
        let known = ["get", "set", "ls", "status", "import", "export"]
        #expect(NearMatch.of(word, among: known) == match)
    }
}
