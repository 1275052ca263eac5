import Testing

/// Runs every script of `Scripts` against the tool as it was built.
@Suite("Scripts against the built tool")
struct ScriptTests {
    @Test("The tool lies beside the tests")
    func tool() throws {
        let outcome = try Stage().run("holdfast --version")
        #expect(String(decoding: outcome.output, as: UTF8.self).hasPrefix("holdfast "))
        #expect(outcome.status == 0)
    }

    @Test("A script does what it says", arguments: try Script.all())
    func script(script: Script) throws {
        let stage = try Stage()
        for step in script.steps {
            let outcome =
                step.isOnTerminal
                ? try stage.runOnTerminal(step.command, scenes: step.scenes)
                : try stage.run(step.command, input: step.input)
            let problems = step.problems(with: outcome).joined(separator: "\n")
            #expect(
                problems.isEmpty, "\(script.name).txt:\(step.line): \(step.command)\n\(problems)")
        }
    }
}

@Suite("The script reader")
struct ScriptReaderTests {
    @Test(
        "A script that is not written as it should be is refused",
        arguments: ["", "exit 0", "> a\nexit x", "> a\nstdin \\q", "> a\nstdin \\x1", "> a\nfoo"])
    func malformed(text: String) {
        #expect(throws: Script.Malformed.self) { try Script(name: "a", text: text) }
    }

    @Test(
        "What does not come as a script says is found",
        arguments: [
            ("exit 3\nstdout-bytes x", 0), ("stdout-bytes x", 1), ("exit 3", 1),
            ("exit 3\nstdout-bytes y", 1), ("exit 3\nstdout x", 1),
            ("exit 3\nstdout-contains x", 0), ("exit 3\nstdout-contains y", 1),
            ("exit 3\nstdout-lacks x", 1), ("exit 3\nstdout-lacks y", 0),
            ("exit 3\nstdout-bytes x\nstderr y", 1), ("exit 2\nstdout z\nstderr-contains q", 3),
        ])
    func expectations(text: String, problemCount: Int) throws {
        let script = try Script(name: "a", text: "> printf x; exit 3\n" + text)
        let outcome = try Stage().run(script.steps[0].command)
        #expect(script.steps[0].problems(with: outcome).count == problemCount)
    }

    @Test("What is shown on a screen that was not asked for is no problem, at a terminal only")
    func screens() throws {
        let script = try Script(name: "a", text: "tty> printf x\nsee x")
        let step = script.steps[0]
        let outcome = try Stage().runOnTerminal(step.command, scenes: step.scenes)
        #expect(step.problems(with: outcome).isEmpty)
        #expect(throws: Script.Malformed.self) {
            try Stage().runOnTerminal(step.command, scenes: [.see("y")])
        }
    }
}
