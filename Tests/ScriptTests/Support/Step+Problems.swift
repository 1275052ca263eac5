extension Script.Step {
    /// In what an outcome differs from what the script says; empty if in nothing.
    func problems(with outcome: Stage.Outcome) -> [String] {
        var problems: [String] = []
        if outcome.status != status {
            problems.append("it exited with \(outcome.status) and not with \(status)")
        }
        // A screen shows questions and echoes as well, which `see` has waited for.
        if !isOnTerminal || !output.isEmpty {
            problems += Self.problems("standard output", outcome.output, output)
        }
        return problems + Self.problems("standard error", outcome.error, error)
    }

    /// Without an expectation nothing may have been written.
    private static func problems(
        _ stream: String, _ bytes: [UInt8], _ expectations: [Expectation]
    ) -> [String] {
        let text = String(decoding: bytes, as: UTF8.self)
        var (exact, isExact) = ([UInt8](), expectations.isEmpty)
        var problems: [String] = []
        for expectation in expectations {
            switch expectation {
            case .exact(let expected):
                exact += expected
                isExact = true
            case .contains(let part):
                if !text.contains(part) { problems.append("\(stream) lacks '\(part)': \(text)") }
            case .lacks(let part):
                if text.contains(part) { problems.append("\(stream) has '\(part)': \(text)") }
            }
        }
        if isExact, bytes != exact {
            let expected = String(decoding: exact, as: UTF8.self)
            problems.append("\(stream) is not '\(expected)' but: \(text)")
        }
        return problems
    }
}
