import HoldfastCore
import HoldfastE2EE
import HoldfastWire

extension Scenario {
    /// A device begins its account, is ended, and goes on.
    public static let identityBegin = Scenario(
        "identity-begin",
        story:
            "A device makes its keys and registers them; whatever ends it, there is one identity.",
        invariants: Invariant.ofIdentity { _ in 1 }
    ) { run in
        let app = IdentityApp(run)
        await leavingErrors(to: run) { try await app.start() }
        await run.optionally("the app comes back") {
            app.process.kill()
            await leavingErrors(to: run) { try await IdentityApp(run).start() }
        }
    }

    /// A message wakes the app before the phone was unlocked for the first time, twice.
    public static let identityOvernightPush = Scenario(
        "identity-overnight-push",
        story: "The phone restarted overnight; messages wake the app before the first unlock.",
        invariants: Invariant.ofIdentity { _ in 1 }
    ) { run in
        try await IdentityApp(run).start()
        run.send(.reboot)
    } body: { run in
        try await wakeTwice(run) {
            try await IdentityApp(run, inForeground: false).start(.background)
        }
        await run.optionally("the person unlocks and opens the app") {
            run.send(.unlock)
            await leavingErrors(to: run) { try await IdentityApp(run).start() }
        }
    }

    /// The app is removed and installed again, and gets a new key in its old place.
    public static let identityReinstall = reinstallsIdentity(
        "identity-reinstall", .renews,
        story: "The app is removed and installed again: the device gets a new key in its old place."
    )

    /// The app is removed and installed again, and goes on with the key that survived.
    public static let identityReinstallReuse = reinstallsIdentity(
        "identity-reinstall-reuse", .reuses,
        story: "The app is removed and installed again, and goes on with the key that survived.")

    /// The app's database comes back from last week.
    public static let identityRollback = Scenario(
        "identity-rollback",
        story:
            "The app's data is of last week: the device gets a new key before it sends anything.",
        invariants: Invariant.ofIdentity { _ in 2 }
    ) { run in
        try await IdentityApp(run).start()
        for account in run.directory.accounts {
            for device in run.directory.facts(of: account)?.activeDevices ?? [] {
                run.directory.setMessageCounter(41, of: device.id)
            }
        }
    } body: { run in
        await leavingErrors(to: run) { try await IdentityApp(run).start() }
        await run.optionally("the app comes back") {
            await leavingErrors(to: run) { try await IdentityApp(run).start() }
        }
    }

    /// KNOWN BAD: ``identityOvernightPush`` in an app that makes a new identity when it cannot read.
    public static let naiveIdentity = Scenario(
        "naive-identity",
        story: "Known bad: as identity-overnight-push, by an app that makes a new identity.",
        invariants: Invariant.stock + [.oneAccount]
    ) { run in
        try await NaiveIdentity(run).start()
        run.send(.reboot)
    } body: { run in
        try await wakeTwice(run) { try await NaiveIdentity(run, inForeground: false).start() }
        await run.optionally("the person unlocks and opens the app") {
            run.send(.unlock)
            await leavingErrors(to: run) { try await NaiveIdentity(run).start() }
        }
    }

    private static func wakeTwice(
        _ run: ScenarioRun, _ start: () async throws -> Void
    ) async throws {
        for _ in 0..<2 {
            run.phone.note("a message wakes the app")
            await leavingErrors(to: run) { try await start() }
        }
    }

    /// On Android nothing survives a reinstallation, so the story has nothing to keep there.
    private static func reinstallsIdentity(
        _ name: String, _ policy: IdentityApp.Policy, story: String
    ) -> Scenario {
        Scenario(
            name, story: story, on: [.iOS],
            invariants: Invariant.ofIdentity(policy) { _ in policy == .renews ? 2 : 1 }
        ) { run in
            try await IdentityApp(run, policy).start()
            run.send(.uninstall(ScenarioRun.app))
            run.send(.install(ScenarioRun.app))
        } body: { run in
            await leavingErrors(to: run) { try await IdentityApp(run, policy).start() }
            await run.optionally("the app comes back") {
                await leavingErrors(to: run) { try await IdentityApp(run, policy).start() }
            }
        }
    }
}
