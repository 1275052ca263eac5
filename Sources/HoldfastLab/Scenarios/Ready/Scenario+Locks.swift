import HoldfastCore

extension Scenario {
    /// A message wakes the app before the phone was unlocked for the first time.
    public static let backgroundSync = Scenario(
        "background-sync",
        story: "The phone restarted overnight; a message wakes the app before the first unlock.",
        setUp: { run in
            let app = ChatApp(run)
            try await app.start(orRegister: "identity 1", protection: KeyUse.background.protection)
            run.send(.reboot)
        },
        lives: [
            { run in
                run.phone.note("a message wakes the app")
                let woken = ChatApp(run, inForeground: false)
                do {
                    try await woken.start(
                        orRegister: "identity 2", protection: KeyUse.background.protection)
                } catch {
                    run.phone.note("the app leaves it for later")
                }
            },
            { run in
                await run.optionally("the person unlocks and opens the app") {
                    run.send(.unlock)
                    await Self.leavingErrors(to: run) {
                        let opened = ChatApp(run)
                        try await opened.start(
                            orRegister: "identity 3", protection: KeyUse.background.protection)
                        try await opened.save(state: "state 1")
                    }
                }
            },
        ])

    /// An app that cannot load its state must not begin with an empty one.
    public static let startsEmpty = Scenario(
        "starts-empty",
        story: "The state cannot be loaded at start; what the app then saves must not replace it.",
        setUp: { run in try await ChatApp(run).save(state: "state 1") },
        lives: ["state 2", "state 3"].map { state in
            { run in
                await run.optionally("the app opens and saves \(state)") {
                    let app = ChatApp(run)
                    run.suspendSaving(true)
                    await Self.leavingErrors(to: run) {
                        // Nothing there is a fresh start; an error is none, and saving stays
                        // suspended.
                        let found = try await app.store.read(ChatApp.state())
                        run.suspendSaving(false)
                        if found == nil { try await app.save(state: "an empty state") }
                        try await app.save(state: state)
                    }
                    run.suspendSaving(false)
                }
            }
        })

    /// The platform refuses an update of an item that is there.
    public static let updateFails = Scenario(
        "update-fails",
        story: "A token that is there is renewed, and the platform refuses."
    ) { run in
        try await ChatApp(run).save(token: "token 1")
    } body: { run in
        let app = ChatApp(run)
        await Self.leavingErrors(to: run) { try await app.save(token: "token 2") }
        await run.optionally("the app reads the token") {
            await Self.leavingErrors(to: run) { _ = try await app.store.read(ChatApp.token()) }
        }
    }

    /// Does what an app does with an error that it can only note: the next start tries again.
    static func leavingErrors(
        to run: ScenarioRun, _ body: () async throws -> Void
    ) async {
        do {
            try await body()
        } catch {
            run.phone.note("the app gives up for now")
        }
    }
}
