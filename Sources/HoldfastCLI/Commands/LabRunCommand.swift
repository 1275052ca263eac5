import HoldfastLab

/// `holdfast lab run`: one play of a scenario, line by line.
enum LabRunCommand: Command {
    static let declaration = CommandDeclaration(
        "lab run", "play a scenario on a simulated phone, where nothing fails",
        discussion: [
            "Shows what happens to the phone, what the app asks and is told, and the platform's"
                + " calls with their native answers. Nothing outside of the process is touched.",
            "Exit status 0: every promise held; 6: one was broken.",
        ],
        arguments: [.scenario],
        options: [.platform, .directBootAware, .labStore, .seed],
        examples: [
            .init("holdfast lab run background-sync", "before the first unlock, on iOS"),
            .init(
                "holdfast lab run background-sync --store error-to-nil",
                "the same with a store that takes an error for absence"),
            .init(
                "holdfast lab run background-sync --platform android --direct-boot-aware",
                "an Android app that a message starts before the first unlock"),
        ])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let choice = try LabChoice(arguments)
        let outcome: Scenario.Outcome
        do {
            outcome = try await choice.scenario.play(
                on: choice.profile, with: choice.store, seed: choice.seed)
        } catch {
            throw Failure(error)
        }
        if session.isJSON {
            try session.output.write(LabReport.json(outcome, of: choice))
        } else {
            try session.output.write(LabReport.lines(outcome, of: choice, session.output.style))
        }
        return outcome.violations.isEmpty ? 0 : 6
    }
}
