import HoldfastCore

extension Scenario {
    /// The app is removed and installed again.
    public static let reinstall = Scenario(
        "reinstall",
        story: "The app is removed and installed again: iOS keeps its items, Android does not."
    ) { run in
        try await ChatApp(run).start(
            orRegister: "identity 1", protection: KeyUse.background.protection)
        run.send(.uninstall(ScenarioRun.app))
        run.send(.install(ScenarioRun.app))
        if run.phone.profile.phoneSystem == .android { run.mayBeGone(try ChatApp.identity()) }
    } body: { run in
        await Self.leavingErrors(to: run) {
            let app = ChatApp(run)
            try await app.start(
                orRegister: "identity 2", protection: KeyUse.background.protection)
            await run.optionally("the app saves its state") {
                await Self.leavingErrors(to: run) { try await app.save(state: "state 1") }
            }
        }
    }

    /// Another finger is enrolled, which ends an identity that is bound to the fingers.
    public static let newFingerprint = Scenario(
        "new-fingerprint",
        story: "Another finger is enrolled; the identity bound to the fingers is gone for good."
    ) { run in
        let app = ChatApp(run)
        try await app.start(orRegister: "identity 1", protection: Self.boundToFingers)
        try await app.save(state: "state 1")
        run.send(.enrolFinger)
    } body: { run in
        let app = ChatApp(run)
        await Self.leavingErrors(to: run) {
            try await app.start(orRegister: "identity 2", protection: Self.boundToFingers)
        }
        await run.optionally("the app saves its state") {
            await Self.leavingErrors(to: run) { try await app.save(state: "state 2") }
        }
    }

    /// The passcode is changed, which takes nothing, and later removed, which does.
    public static let pinChange = Scenario(
        "pin-change",
        story: "The passcode is changed, which must take nothing; then it is removed.",
        setUp: { run in
            try await ChatApp(run).start(orRegister: "identity 1", protection: Self.boundToPasscode)
            run.send(.changePasscode)
        },
        lives: [
            { run in
                await Self.leavingErrors(to: run) {
                    try await ChatApp(run).start(
                        orRegister: "identity 2", protection: Self.boundToPasscode)
                }
            },
            { run in
                await run.optionally("the passcode is removed") {
                    run.send(.removePasscode)
                    await Self.leavingErrors(to: run) {
                        try await ChatApp(run).start(
                            orRegister: "identity 3", protection: KeyUse.background.protection)
                    }
                }
            },
        ])

    private static let boundToFingers = ItemProtection(
        accessibility: .afterFirstUnlockThisDeviceOnly, accessControl: .biometryCurrentSet)

    private static let boundToPasscode = ItemProtection(
        accessibility: .whenPasscodeSetThisDeviceOnly)
}
