import HoldfastCore
import HoldfastE2EE
import HoldfastWire

extension Scenario {
    /// A device begins its account, is ended, and goes on.
    public static let identityBegin = Scenario(
        "identity-begin",
        story:
            "A device makes its keys and registers them; whatever ends it, there is one identity.",
        invariants: Invariant.ofIdentity { _ in 1 }, lives: startAndComeBack())

    /// A message wakes the app before the phone was unlocked for the first time, twice.
    public static let identityOvernightPush = Scenario(
        "identity-overnight-push",
        story: "The phone restarted overnight; messages wake the app before the first unlock.",
        invariants: Invariant.ofIdentity { _ in 1 },
        setUp: { run in
            try await IdentityApp(run).start()
            run.send(.reboot)
        },
        lives: wokenTwice { run, isWoken in
            try await IdentityApp(run, inForeground: !isWoken).start(
                isWoken ? .background : .foreground)
        })

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
        invariants: Invariant.ofIdentity { _ in 2 },
        setUp: { run in
            try await IdentityApp(run).start()
            for account in run.directory.accounts {
                for device in run.directory.facts(of: account)?.activeDevices ?? [] {
                    run.directory.setMessageCounter(41, of: device.id)
                }
            }
        }, lives: startAndComeBack())

    /// KNOWN BAD: ``identityOvernightPush`` in an app that makes a new identity when it cannot read.
    public static let naiveIdentity = Scenario(
        "naive-identity",
        story: "Known bad: as identity-overnight-push, by an app that makes a new identity.",
        invariants: Invariant.stock + [.oneAccount],
        setUp: { run in
            try await NaiveIdentity(run).start()
            run.send(.reboot)
        },
        lives: wokenTwice { run, isWoken in
            try await NaiveIdentity(run, inForeground: !isWoken).start()
        })

    /// The app starts, is ended, and comes back.
    static func startAndComeBack(
        _ policy: IdentityApp.Policy = .renews, after events: [PhoneEvent] = []
    ) -> [Part] {
        [
            { run in
                for event in events { run.send(event) }
                await leavingErrors(to: run) { try await IdentityApp(run, policy).start() }
            },
            { run in
                await run.optionally("the app comes back") {
                    await leavingErrors(to: run) { try await IdentityApp(run, policy).start() }
                }
            },
        ]
    }

    /// A message wakes the app, another one does, and the person opens it.
    private static func wokenTwice(
        _ start: @escaping @Sendable (ScenarioRun, _ isWoken: Bool) async throws -> Void
    ) -> [Part] {
        let woken: Part = { run in
            run.phone.note("a message wakes the app")
            await leavingErrors(to: run) { try await start(run, true) }
        }
        return [
            woken, woken,
            { run in
                await run.optionally("the person unlocks and opens the app") {
                    run.send(.unlock)
                    await leavingErrors(to: run) { try await start(run, false) }
                }
            },
        ]
    }

    /// On Android nothing survives a reinstallation, so the story has nothing to keep there.
    private static func reinstallsIdentity(
        _ name: String, _ policy: IdentityApp.Policy, story: String
    ) -> Scenario {
        Scenario(
            name, story: story, on: [.iOS],
            invariants: Invariant.ofIdentity(policy) { _ in policy == .renews ? 2 : 1 },
            setUp: { run in
                try await IdentityApp(run, policy).start()
                run.send(.uninstall(ScenarioRun.app))
                run.send(.install(ScenarioRun.app))
            }, lives: startAndComeBack(policy))
    }
}
