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
            let place = "\(script.name).txt:\(step.line): \(step.command)"
            let error = String(decoding: outcome.error, as: UTF8.self)
            #expect(outcome.status == step.status, "\(place)\n\(error)")
            // A screen shows questions and echoes as well, which `see` has waited for.
            if !step.isOnTerminal || !step.output.isEmpty {
                Self.check(outcome.output, step.output, "\(place): standard output")
            }
            Self.check(outcome.error, step.error, "\(place): standard error")
        }
    }

    /// Without an expectation nothing may have been written.
    private static func check(
        _ bytes: [UInt8], _ expectations: [Script.Step.Expectation], _ place: String
    ) {
        let text = String(decoding: bytes, as: UTF8.self)
        var exact: [UInt8] = []
        var isExact = expectations.isEmpty
        for expectation in expectations {
            switch expectation {
            case .exact(let expected):
                exact += expected
                isExact = true
            case .contains(let part): #expect(text.contains(part), "\(place): \(text)")
            case .lacks(let part): #expect(!text.contains(part), "\(place): \(text)")
            }
        }
        let isAsExpected = !isExact || bytes == exact
        #expect(isAsExpected, "\(place): \(text)")
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

    @Test("A failing expectation fails")
    func failing() throws {
        let script = try Script(name: "a", text: "> printf x; exit 3\nexit 3\nstdout-bytes x")
        let outcome = try Stage().run(script.steps[0].command)
        #expect(outcome.status == 3)
        #expect(outcome.output == Array("x".utf8))
        withKnownIssue {
            #expect(outcome.output == Array("y".utf8))
        }
    }
}
