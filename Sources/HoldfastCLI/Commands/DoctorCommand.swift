import HoldfastCore
import HoldfastLinux

/// `holdfast doctor`: what protects the vault, and what does not.
enum DoctorCommand: Command {
    static let declaration = CommandDeclaration(
        "doctor", "say what protects this vault and how to improve it",
        discussion: [
            "Each finding has a grade: good, note, warning or bad. The exit status is 6 if one is"
                + " bad, else 0.",
            "If the vault is a device of an account, the findings go on with it: whether it still is"
                + " who it was, by what its last decisions were made, what keeps its keys, what of the"
                + " account waits, and which contacts are not as they were.",
        ],
        options: .directoryPlace,
        examples: [.init("holdfast doctor", "look the vault over")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let findings =
            try await session.vault().doctor()
            + OpenedKeyring.findings(environment: session.environment)
            + DeviceDoctor.findings(arguments, in: session)
        if session.isJSON {
            try session.output.write(json(findings))
        } else {
            try session.output.write(lines(findings, session.output.style))
        }
        return findings.contains { $0.grade == .bad } ? 6 : 0
    }

    private static func json(_ findings: [VaultFinding]) -> JSONWriter {
        var json = JSONWriter()
        json.array { json in
            for finding in findings {
                json.object { json in
                    json.member("grade", finding.grade.rawValue)
                    json.member("topic", finding.topic)
                    json.member("text", finding.text)
                    json.member("advice", finding.advice)
                }
            }
        }
        return json
    }

    private static func lines(_ findings: [VaultFinding], _ style: Style) -> String {
        findings.map { finding in
            let advice = finding.advice.map { "\n         \(Quoted.lineEscaped($0))" } ?? ""
            return mark(finding.grade, style) + " " + style.strong(finding.topic) + ": "
                + Quoted.lineEscaped(finding.text) + advice + "\n"
        }.joined()
    }

    /// All marks are equally wide, so that the topics stand below each other.
    private static func mark(_ grade: VaultFinding.Grade, _ style: Style) -> String {
        switch grade {
        case .good: style.good("good    ")
        case .note: "note    "
        case .warning: style.warning("warning ")
        case .bad: style.bad("bad     ")
        }
    }
}
