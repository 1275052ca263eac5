import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite
import Testing

@testable import HoldfastCLI

@Suite("Commands in this process")
@MainActor
struct CommandTests {
    private let place = Workplace()

    @Test("P1: a missing item is status 1 and an unreadable one is not")
    func missing() async {
        let none = await place.run("get", "a")
        #expect(none.status == 1)
        #expect(none.output.isEmpty)
        #expect(none.error.split(separator: "\n").count == 1)
        _ = await place.run("set", "a", input: Array("v".utf8))
        _ = await place.run("passcode", "set", terminal: ["p", "p"])
        _ = await place.run("lock", "--all")
        #expect(await place.run("get", "a").status == 3)
        #expect(await place.run("get", "b").status == 3)
    }

    @Test("P6: nothing but rm removes, and an empty value is a value")
    func empty() async {
        #expect(await place.run("set", "a").status == 0)
        let outcome = await place.run("get", "a", "--json")
        #expect(outcome.status == 0)
        #expect(outcome.text.contains(#""byteCount":0"#))
        #expect(await place.run("rm", "a").status == 0)
        #expect(await place.run("rm", "a").status == 1)
    }

    @Test("P10: no error repeats a value, a passcode or a passphrase")
    func secrets() async {
        _ = await place.run("passcode", "set", terminal: ["hunter2", "hunter2"])
        let outcomes = [
            await place.run("passcode", "set", terminal: ["hunter2", "hunter2"]),
            await place.run("unlock", terminal: ["hunter22"]),
            await place.run("passcode", "change", terminal: ["hunter23", "hunter24", "hunter24"]),
            await place.run("passcode", "change", terminal: ["hunter2", "hunter24", "hunter25"]),
            await place.run("import", "-", input: Array("A='hunter2".utf8)),
            await place.run("import", "-", input: Array("{\"a\":\"hunter2\"".utf8)),
            await place.run("import", "-", input: Array("[{\"value\":\"hunter2\"}]".utf8)),
            await place.run(
                "set", "a", "--if-absent", "--access-control", "biometryAny",
                input: Array("hunter2".utf8)),
        ]
        for outcome in outcomes {
            #expect(outcome.status > 2)
            #expect(!outcome.error.contains("hunter2"), "\(outcome.error)")
            #expect(outcome.error.split(separator: "\n").count == 1)
        }
        _ = await place.run("lock", "--all")
    }

    @Test("An item that asks gets its passcode from the terminal, with its name in the question")
    func gated() async {
        let setUp = ScriptedTerminal(["pass", "pass"])
        _ = await place.run([Array("passcode".utf8), Array("set".utf8)], terminal: setUp)
        // Twice for the passcode, and once whether a rescue code is wanted.
        #expect(setUp.questions.count == 3)
        let stored = await place.run(
            "set", "a", "--access-control", "devicePasscode", input: Array("v".utf8),
            terminal: ["pass"])
        #expect(stored.status == 0)
        let terminal = ScriptedTerminal(["pass"])
        let read = await place.run(["get", "a"].map { Array($0.utf8) }, terminal: terminal)
        #expect(read.text == "v")
        #expect(terminal.questions.count == 1)
        #expect(terminal.questions.first?.contains("\"a\"") == true)
        #expect(await place.run("get", "a", terminal: ["wrong"]).status == 4)
        #expect(await place.run("get", "a", terminal: []).status == 4)
        #expect(await place.run("get", "a").status == 4)
        // Its names and attributes need nobody.
        #expect(await place.run("info", "a").status == 0)
        let exported = await place.run("export", "--plain", "--yes")
        #expect(exported.text == "[]\n")
        #expect(exported.error.contains("1 that ask for the passcode"))
        _ = await place.run("lock", "--all")
    }

    @Test("A terminal's question about another service says which")
    func question() async {
        _ = await place.run("passcode", "set", terminal: ["p", "p"])
        _ = await place.run(
            "set", "a", "--service", "s", "--access-control", "devicePasscode",
            input: [1], terminal: ["p"])
        let terminal = ScriptedTerminal(["p"])
        let words = ["get", "a", "--service", "s"].map { Array($0.utf8) }
        _ = await place.run(words, terminal: terminal)
        #expect(terminal.questions.first?.contains("\"a\" of \"s\"") == true)
        _ = await place.run("lock", "--all")
    }

    @Test("The passcode of a descriptor is read once and only for this command")
    func passcodeDescriptor() async {
        _ = await place.run("set", "a", input: Array("v".utf8))
        _ = await place.run("passcode", "set", terminal: ["pass", "pass"])
        _ = await place.run("lock", "--all")
        let file = Workplace.descriptor(holding: Array("pass\n".utf8))
        defer { close(file) }
        let outcome = await place.run("get", "a", "--passcode-fd", String(file))
        #expect(outcome.text == "v")
        #expect(await place.run("get", "a").status == 3)
        // It stands at its end now.
        #expect(await place.run("get", "a", "--passcode-fd", String(file)).status == 5)
    }

    @Test("A passcode that is given has to be right, also while the vault is open")
    func wrongPasscodeWhileOpen() async {
        _ = await place.run("set", "a", input: Array("v".utf8))
        _ = await place.run("passcode", "set", terminal: ["pass", "pass"])
        #expect(await place.run("get", "a").text == "v")
        for words in [["get", "a"], ["ls"], ["info", "a"], ["export", "--plain", "--yes"]] {
            let file = Workplace.descriptor(holding: Array("other".utf8))
            defer { close(file) }
            let line = (words + ["--passcode-fd", String(file)]).map { Array($0.utf8) }
            let outcome = await place.run(line, terminal: ScriptedTerminal(nil))
            #expect(outcome.status == 4 && outcome.output.isEmpty, "\(words): \(outcome.error)")
        }
        let right = Workplace.descriptor(holding: Array("pass".utf8))
        defer { close(right) }
        #expect(await place.run("get", "a", "--passcode-fd", String(right)).text == "v")
        _ = await place.run("lock", "--all")
    }

    @Test("A change to the same passcode is refused")
    func samePasscode() async {
        _ = await place.run("passcode", "set", terminal: ["same", "same"])
        for options in [[], ["--leaked"]] {
            let words = (["passcode", "change"] + options).map { Array($0.utf8) }
            let outcome = await place.run(
                words, terminal: ScriptedTerminal(["same", "same", "same"]))
            #expect(outcome.status == 5 && outcome.error.contains("is the old one"))
        }
        #expect(await place.run("status", "--json").text.contains(#""failedTries":0"#))
        _ = await place.run("lock", "--all")
    }

    @Test("A lock-out is in the status until it is over")
    func lockout() async throws {
        _ = await place.run("passcode", "set", terminal: ["p", "p"])
        #expect(await place.run("status", "--json").text.contains(#""lockout":null"#))
        _ = await place.run("unlock", terminal: ["wrong"])
        // As after ten of them, which is minutes: the lock-out must not be over before it is seen.
        let database = try Connection(
            path: place.folder + "/vault/vault.db", options: .init(mode: .readWrite))
        try database.execute("UPDATE attempt SET failures = 10")
        try database.close()
        #expect(await place.run("unlock", terminal: ["p"]).status == 4)
        let json = await place.run("status", "--json").text
        #expect(json.contains(#""lockout":"brake""#) && json.contains(#""nextTry":"2"#), "\(json)")
        #expect(await place.run("status").text.contains("next try: in "))
        #expect(await place.run("doctor").text.contains("lock-out: no passcode is taken until 2"))
        _ = await place.run("lock", "--all")
    }

    @Test("What every command takes, every command takes: in front, behind, and as --version")
    func sharedOptions() async {
        for command in CommandList.declarations {
            let words = command.words.map { Array($0.utf8) }
            let version = await place.run(
                words + [Array("--version".utf8)], terminal: ScriptedTerminal(nil))
            #expect(version.status == 0 && version.text.hasPrefix("holdfast "), "\(command.name)")
            for option in command.options {
                // So that it is known, before the command is, whether a value follows.
                let known = CommandList.option(named: option.name)
                #expect(
                    known?.valueName == nil && option.valueName == nil
                        || known?.valueName != nil && option.valueName != nil, "\(option.name)")
            }
        }
        _ = await place.run("set", "a", "--service", "s", input: Array("v".utf8))
        for line in [
            "--service s get a", "--service=s --backend vault get a", "--raw --service s get a",
            "get --service s a", "get a --service s", "--json --version ls", "--help get",
        ] {
            let outcome = await place.run(
                line.split(separator: " ").map { Array($0.utf8) }, terminal: ScriptedTerminal(nil))
            #expect(outcome.status == 0, "\(line): \(outcome.error)")
        }
        #expect(await place.run("--backend", "vault", "ls", "--all").text == "s\ta\n")
        // An option that only other commands have is told apart from one that nobody knows.
        let other = await place.run("--raw", "ls")
        #expect(other.status == 2 && other.error.contains("holdfast ls --help"))
        let unknown = await place.run("--servce", "s", "get", "a")
        #expect(unknown.status == 2 && unknown.error.contains("did you mean --service?"))
        let secret = await place.run("-phunter2", "get", "a")
        #expect(secret.status == 2 && !secret.error.contains("hunter2"))
    }

    @Test(
        "Help for the first word of several commands lists them",
        arguments: ["lab", "vault", "passcode", "rescue"])
    func groupHelp(group: String) async {
        let help = await place.run("help", group)
        #expect(help.status == 0, "\(help.error)")
        #expect(help.output == (await place.run(group, "--help")).output)
        for command in CommandList.declarations {
            let line = "\n  \(command.name) "
            #expect(help.text.contains(line) == (command.words[0] == group), "\(command.name)")
        }
        #expect(await place.run("help", group, "nothing").status == 2)
    }

    @Test("status and doctor answer in every state, in JSON that is JSON")
    func states() async throws {
        func check() async throws {
            for command in ["status", "doctor"] {
                let outcome = await place.run(command, "--json")
                #expect(outcome.status == 0, "\(outcome.error)")
                _ = try outcome.output.withRawBytes { (bytes) throws(KeychainError) in
                    try JSONParser.parse(bytes)
                }
                #expect(await place.run(command).status == 0)
            }
        }
        try await check()
        _ = await place.run("set", "a", input: [1])
        try await check()
        _ = await place.run("passcode", "set", terminal: ["p", "p"])
        try await check()
        _ = await place.run("lock")
        try await check()
        _ = await place.run("lock", "--all")
        try await check()
    }

    @Test("Removing the passcode says what is lost before it asks")
    func passcodeRemoval() async {
        _ = await place.run("passcode", "set", terminal: ["p", "p"])
        _ = await place.run(
            "set", "a", "--accessible", "whenPasscodeSetThisDeviceOnly", input: [1])
        let refused = ScriptedTerminal(["n"])
        let words = ["passcode", "remove"].map { Array($0.utf8) }
        #expect(await place.run(words, terminal: refused).status == 4)
        #expect(refused.questions.first?.contains("1 item is lost") == true)
        #expect(await place.run("get", "a").status == 0)
        #expect(await place.run(words, terminal: ScriptedTerminal(["y", "p"])).status == 0)
        #expect(await place.run("get", "a").status == 7)
    }

    @Test("A write keeps what another process says about the protection")
    func protectionOptions() throws {
        func options(_ words: String...) throws -> ItemProtectionOptions {
            let words = (["a"] + words).map { Array($0.utf8) }
            return try ItemProtectionOptions(
                ArgumentParser.parse(words, for: SetCommand.declaration))
        }
        let gated = ItemProtection(
            accessibility: .whenUnlocked, accessControl: .devicePasscode, authValiditySeconds: 60)
        #expect(
            try options().protection(over: nil) == ItemProtection(accessibility: .afterFirstUnlock))
        #expect(try options().protection(over: gated) == nil)
        let other = try options("--accessible", "afterFirstUnlock").protection(over: gated)
        #expect(other?.accessControl == .devicePasscode)
        #expect(other?.authValiditySeconds == 60)
        #expect(other?.accessibility == .afterFirstUnlock)
        let open = try options("--access-control", "none").protection(over: gated)
        #expect(open == ItemProtection(accessibility: .whenUnlocked))
        let high = try options("--use", "high-value").protection(over: nil)
        #expect(high == KeyUse.highValue.protection)
    }

    @Test("Generated text has its length and alphabet, and every character comes up")
    func generated() throws {
        let text = try GeneratedText(alphabet: "aé🔑").make(300, random: SystemRandom())
        let characters = try #require(text.utf8String())
        #expect(characters.unicodeScalars.count == 300)
        #expect(Set(characters) == ["a", "é", "🔑"])
        for alphabet in ["", "a", "aa", "aba"] {
            #expect(throws: KeychainError.self) { try GeneratedText(alphabet: alphabet) }
        }
    }

    @Test(
        "Colours are for a terminal whose owner wants them",
        arguments: [
            (true, [:], false), (true, ["TERM": "xterm"], true), (false, ["TERM": "xterm"], false),
            (true, ["TERM": "xterm", "NO_COLOR": "1"], false),
            (true, ["TERM": "xterm", "NO_COLOR": ""], true), (true, ["TERM": "dumb"], false),
        ] as [(Bool, [String: String], Bool)])
    func colours(isTerminal: Bool, variables: [String: String], hasColour: Bool) {
        let environment = Environment(entries: variables.map { Array("\($0)=\($1)".utf8) })
        let style = Style(isTerminal: isTerminal, environment: environment)
        #expect((style.good("x") != "x") == hasColour)
    }
}
