import HoldfastCore

extension Scenario {
    /// An app with a persistor saves its state, is ended, and comes back.
    public static let keepsState = keepsState(
        "keeps-state", .whole,
        story: "The app loads its state, saves a change, is ended, and loads it again.")

    /// The same with the state in two items, of which neither may be older than the other.
    public static let keepsPair = keepsState(
        "keeps-pair", .pair,
        story: "The app keeps its state in two items that belong together, and is ended.")

    /// A persistor suspends before the first unlock and resumes after it.
    public static let resumesState = resumesState(
        "resumes-state", .whole,
        story:
            "A message wakes the app before the first unlock; what it does must not cost its state."
    )

    /// KNOWN BAD: ``keepsState`` in an app that starts empty when it cannot read.
    public static let naiveState = keepsState(
        "naive-state", .naive,
        story: "Known bad: as keeps-state, by an app that starts empty when it cannot load.")

    private static func keepsState(
        _ name: String, _ kind: StateApp.Kind, story: String
    ) -> Scenario {
        Scenario(
            name, story: story, invariants: Invariant.ofState(kind),
            setUp: { run in try await begin(run, kind) },
            lives: [
                { run in
                    let app = try StateApp(run, kind)
                    await leavingErrors(to: run) {
                        try await app.start()
                        try await app.save("state 2")
                    }
                    await run.optionally("the app saves once more") {
                        await leavingErrors(to: run) { try await app.save("state 3") }
                    }
                    app.crash()
                },
                { run in
                    await run.optionally("the app comes back") {
                        await leavingErrors(to: run) {
                            let app = try StateApp(run, kind)
                            try await app.start()
                            try await app.save("state 4")
                        }
                    }
                },
            ])
    }

    private static func resumesState(
        _ name: String, _ kind: StateApp.Kind, story: String
    ) -> Scenario {
        Scenario(name, story: story, invariants: Invariant.ofState(kind)) { run in
            try await begin(run, kind)
            run.send(.reboot)
        } body: { run in
            run.phone.note("a message wakes the app")
            var app = try StateApp(run, kind, inForeground: false)
            await leavingErrors(to: run) {
                try await app.start()
                try await app.save("state 2")
            }
            await leavingErrors(to: run) { try await app.save("state 3") }
            await run.optionally("the person unlocks the phone, and the app resumes") {
                run.send(.unlock)
                await leavingErrors(to: run) {
                    // Android wakes no ordinary app before the first unlock, and a fault may have
                    // ended it.
                    if !app.isAlive { app = try StateApp(run, kind) }
                    try await app.start()
                    try await app.save("state 4")
                }
            }
        }
    }

    /// A first start that saves, and a process that ends.
    private static func begin(_ run: ScenarioRun, _ kind: StateApp.Kind) async throws {
        run.nameValues(by: StateLabel.find)
        for key in try kind.keys { run.requireReadBeforeWrite(key) }
        let app = try StateApp(run, kind)
        try await app.start()
        try await app.save("state 1")
    }
}
