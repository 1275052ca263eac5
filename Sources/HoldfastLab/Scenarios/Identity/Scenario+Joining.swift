import HoldfastCore
import HoldfastE2EE
import HoldfastWire

extension Scenario {
    /// A second device comes into the person's account, approved by the first.
    public static let identitySecondDevice = Scenario(
        "identity-second-device",
        story:
            "A new phone asks the person's laptop to be let in; whatever ends it, it is in once.",
        invariants: Invariant.ofIdentity(.asks) { _ in 2 },
        setUp: { run in try Companion().begin(in: run.directory) },
        lives: startAndComeBack(.asks))

    /// The phone is lost, and another one takes its place in the account.
    public static let identityLostDevice = Scenario(
        "identity-lost-device",
        story:
            "The phone is lost. Its backup comes to another one, which gets the old one's place.",
        invariants: Invariant.ofIdentity(.asks) { _ in 3 },
        setUp: { run in
            try Companion().begin(in: run.directory)
            try await IdentityApp(run, .asks).start()
            let backup = run.phone.backUp(.encrypted)
            let another = SimulatedPhone(run.phone.profile, hardware: 2, seed: 2)
            another.restore(backup)
            for event: PhoneEvent in [.setPasscode, .lock, .unlock] { another.send(event) }
            run.move(to: another)
            run.mayBeGone(try ItemKey(service: "holdfast.identity", account: "marker"))
            run.mayBeGone(try ItemKey(service: "holdfast.identity", account: "sentinel"))
            run.mayBeGone(try ItemKey(service: "holdfast.identity", account: "intent"))
        }, lives: startAndComeBack(.asks))

    /// The phone was put out of the account while it lay in a drawer.
    public static let identityRemoved = Scenario(
        "identity-removed",
        story: "The phone was put out of the account: its keys go, and no new identity comes.",
        invariants: Invariant.ofRemoval,
        setUp: { run in
            try Companion().begin(in: run.directory)
            try await IdentityApp(run, .asks).start()
            try Companion().removeOthers(in: run.directory)
        }, lives: startAndComeBack())

    /// The person enrols another finger: the device is still who it was.
    public static let identityNewFingerprint = changesNothing(
        "identity-new-fingerprint", [.enrolFinger],
        story: "Another finger is enrolled: the device's keys are bound to none, and it goes on.")

    /// The person removes the passcode: the device is still who it was.
    public static let identityPINRemoved = changesNothing(
        "identity-pin-removed", [.removePasscode],
        story: "The passcode is removed: the device's keys need none, and it goes on.")

    /// The server is set up from nothing, and gets the same log back.
    public static let identityServerLost = Scenario(
        "identity-server-lost",
        story:
            "The server has lost the account: it gets the same entries back, and no new identity.",
        invariants: Invariant.ofIdentity { _ in 1 },
        setUp: { run in
            try await IdentityApp(run).start()
            for account in run.directory.accounts { run.directory.lose(account) }
        }, lives: startAndComeBack())

    private static func changesNothing(
        _ name: String, _ events: [PhoneEvent], story: String
    ) -> Scenario {
        Scenario(
            name, story: story, invariants: Invariant.ofIdentity { _ in 1 },
            setUp: { run in try await IdentityApp(run).start() },
            lives: startAndComeBack(after: events))
    }
}
