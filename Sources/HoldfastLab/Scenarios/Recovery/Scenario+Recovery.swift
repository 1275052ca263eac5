import HoldfastCore
import HoldfastE2EE
import HoldfastRecovery

extension Scenario {
    private static let messages: Set = ["message 1", "message 2", "message 3"]
    private static let own = "message of the new phone"

    /// The old phone is erased, and the person has nothing but the words.
    public static let recoveryNewPhone = Scenario(
        "recovery-new-phone",
        story:
            "The old phone is erased. On a new one the twelve words bring history and place back.",
        invariants: Invariant.ofRecovery(.phrase, from: [], to: messages, devices: 2),
        setUp: { run in try await loseOldPhone(run) },
        lives: startAndComeBack(.phrase))

    /// The words are typed on a phone that has messages of its own.
    public static let recoveryIntoHistory = Scenario(
        "recovery-into-history",
        story: "The words are typed on a phone that holds messages: nothing that it has is lost.",
        invariants: Invariant.ofRecovery(
            .phrase, from: [own], to: messages.union([own]), devices: 2),
        setUp: { run in
            try await loseOldPhone(run)
            try RecoveryApp(run, .phrase).history.replace(by: [own])
        },
        lives: startAndComeBack(.phrase))

    /// Another finger destroys the key, and the person has another device.
    public static let recoveryKeyByDevice = losesKey(
        "recovery-key-by-device", .otherDevice, devices: 3,
        story: "Another finger destroys the phone's key; the laptop confirms its successor.")

    /// Another finger destroys the key, and the person has the words.
    public static let recoveryKeyByPhrase = losesKey(
        "recovery-key-by-phrase", .phrase, devices: 2,
        story: "Another finger destroys the phone's key; the twelve words confirm its successor.")

    /// Another finger destroys the key, and the person has neither another device nor the words.
    public static let recoveryKeyByNobody = losesKey(
        "recovery-key-by-nobody", .nobody, devices: 1, accounts: 2,
        story: "Another finger destroys the phone's key; without help a new account keeps history.")

    /// KNOWN BAD: ``recoveryIntoHistory`` by an app that makes room before it restores.
    public static let naiveRestore = Scenario(
        "naive-restore",
        story: "Known bad: as recovery-into-history, by an app that empties the phone first.",
        invariants: Invariant.ofRecovery(
            .phrase, from: [own], to: messages.union([own]), devices: 2),
        setUp: { run in
            try await loseOldPhone(run)
            try RecoveryApp(run, .phrase).history.replace(by: [own])
        },
        lives: startAndComeBack(.phrase) { app in
            // The mistake that this app shows: what is there goes before what comes is there.
            let kept = try app.history.messages()
            try app.history.replace(by: [])
            try await app.restore(.refuse)
            try app.history.replace(by: try app.history.messages().union(kept))
        })

    /// The old phone has lived and is gone; the person holds a new one and the words.
    private static func loseOldPhone(_ run: ScenarioRun) async throws {
        let old = RecoveryApp(run, .phrase)
        try await old.live(messages)
        try await old.backUp()
        let profile = run.phone.profile
        run.send(.factoryReset)
        let new = SimulatedPhone(profile, hardware: 2, seed: 2)
        for event: PhoneEvent in [
            .setPasscode, .lock, .unlock, .install(ScenarioRun.app),
        ] { new.send(event) }
        run.move(to: new)
        for account in ["marker", "sentinel", "intent"] {
            run.mayBeGone(try ItemKey(service: "holdfast.identity", account: account))
        }
        run.mayBeGone(try ItemKey(service: "holdfast.recovery", account: "backup"))
    }

    /// The app is started with its person there, is ended, and comes back.
    private static func startAndComeBack(
        _ help: RecoveryApp.Help,
        _ first: @escaping @Sendable (RecoveryApp) async throws -> Void = { try await $0.start() }
    ) -> [Part] {
        [
            { run in await leavingErrors(to: run) { try await first(RecoveryApp(run, help)) } },
            { run in
                await run.optionally("the app comes back") {
                    await leavingErrors(to: run) { try await RecoveryApp(run, help).start() }
                }
            },
        ]
    }

    private static func losesKey(
        _ name: String, _ help: RecoveryApp.Help, devices count: Int, accounts: Int = 1,
        story: String
    ) -> Scenario {
        Scenario(
            name, story: story,
            invariants: Invariant.ofRecovery(
                help, from: messages, to: messages, devices: count, accounts: accounts),
            setUp: { run in
                if help == .otherDevice { try Companion().begin(in: run.directory) }
                let app = RecoveryApp(run, help)
                try await app.live(messages)
                try await app.bindKeys()
                run.send(.enrolFinger)
            },
            lives: startAndComeBack(help))
    }
}
