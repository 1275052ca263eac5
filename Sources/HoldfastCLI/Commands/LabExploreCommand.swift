import HoldfastLab

/// `holdfast lab explore`: a scenario under every fault and every pair of faults.
enum LabExploreCommand: Command {
    static let declaration = CommandDeclaration(
        "lab explore", "look for a loss: play a scenario under every fault",
        discussion: [
            "Each platform call of the scenario is made to fail in each of its ways, before and"
                + " after its effect; the app's process dies before and after it; the phone locks,"
                + " restarts and more just before it. With pairs, a second fault strikes after each"
                + " first one. After each play the app starts anew on an unlocked phone, and what"
                + " it was told must hold. A loss is told as the shortest story that leads to it.",
            "The same seed gives the same output, byte for byte. Above the limit the seed chooses which"
                + " faults, and then which pairs, are played, and the output says how many were left"
                + " out; how many pairs there are is known only when each fault was played alone.",
            "Exit status 0: no promise was broken in what was played; 6: one was. Whether that was all"
                + " there is to play is the last line, and in JSON the member complete.",
        ],
        arguments: [.scenario],
        options: [.platform, .directBootAware, .labStore, .seed, singles, pairs, limit],
        examples: [
            .init(
                "holdfast lab explore update-fails --store delete-then-add",
                "how a token gets lost on a phone that locks"),
            .init(
                "holdfast lab explore reinstall --platform android --singles",
                "every single fault"),
        ])

    private static let singles = OptionDeclaration("singles", "play each fault alone")
    private static let pairs = OptionDeclaration(
        "pairs", "play each fault alone and each pair (the default)")
    private static let limit = OptionDeclaration(
        "limit", value: "PLAYS",
        "at most so many plays, the one without faults included: each fault alone, then pairs; above"
            + " it the seed chooses (default: 50000)")

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let choice = try LabChoice(arguments)
        let explorer = try explorer(arguments, choice)
        let progress = Progress(on: session.streams.error, "plays")
        let clock = ContinuousClock()
        let start = clock.now
        let result: Result<Exploration, ScenarioFailure>
        do {
            result = .success(
                try await explorer.explore(
                    choice.scenario, on: choice.profile, with: choice.store,
                    progress: progress.show))
        } catch {
            result = .failure(error)
        }
        progress.end()
        let exploration: Exploration
        do {
            exploration = try result.get()
        } catch {
            throw Failure(error)
        }
        sayRate(exploration, clock.now - start, in: session)
        if session.isJSON {
            try session.output.write(LabReport.json(exploration))
        } else {
            try session.output.write(LabReport.lines(exploration, session.output.style))
        }
        return exploration.findings.isEmpty ? 0 : 6
    }

    private static func explorer(
        _ arguments: ParsedArguments, _ choice: LabChoice
    ) throws(Failure) -> Explorer {
        if arguments.has(singles) && arguments.has(pairs) {
            throw Failure.usage("--singles and --pairs exclude each other", of: declaration)
        }
        let limit = try arguments.number(of: limit, in: 1...10_000_000) ?? 50_000
        return Explorer(
            depth: arguments.has(singles) ? .singles : .pairs, maximumScheduleCount: limit,
            seed: choice.seed)
    }

    /// Only for a person: results are the same in every run, and the time is not.
    private static func sayRate(
        _ exploration: Exploration, _ time: Duration, in session: Session
    ) {
        guard StandardStreams.isTerminal(session.streams.error) else { return }
        let count = exploration.coverage.playCount
        let seconds = max(time / .seconds(1), 0.001)
        session.note("\(count) plays, \(Int(Double(count) / seconds)) each second")
    }
}
