import HoldfastCore

extension Scenario {
    /// The person buys another phone and restores the old one's backup on it.
    public static let newPhone = Scenario(
        "new-phone",
        story: "A backup comes to another phone: the identity stays behind, as it must."
    ) { run in
        try await Self.fill(run)
        let backup = run.phone.backUp(.encrypted)
        let another = SimulatedPhone(run.phone.profile, hardware: 2, seed: 2)
        another.restore(backup)
        Self.takeIntoUse(another)
        run.move(to: another)
        run.mayBeGone(try ChatApp.identity())
        if Self.losesKeys(run) { run.mayBeGone(try ChatApp.recovery()) }
    } body: { run in
        try await Self.comeBack(run)
    }

    /// The phone is erased and its own backup restored on it.
    public static let restore = Scenario(
        "restore",
        story: "The phone is erased and gets its own backup back, which has no Android key in it."
    ) { run in
        try await Self.fill(run)
        run.phone.restore(run.phone.backUp(.unencrypted))
        Self.takeIntoUse(run.phone)
        if Self.losesKeys(run) {
            run.mayBeGone(try ChatApp.identity())
            run.mayBeGone(try ChatApp.recovery())
        }
    } body: { run in
        try await Self.comeBack(run)
    }

    /// An identity for this device alone, and a key that may move.
    private static func fill(_ run: ScenarioRun) async throws(KeychainError) {
        let app = ChatApp(run)
        try await app.start(orRegister: "identity 1", protection: KeyUse.background.protection)
        try await app.store.write(
            run.value("recovery key 1"), for: ChatApp.recovery(),
            options: WriteOptions(protection: ItemProtection(accessibility: .afterFirstUnlock)))
    }

    /// The app is opened where the backup came back.
    private static func comeBack(_ run: ScenarioRun) async throws {
        let app = ChatApp(run)
        await leavingErrors(to: run) {
            try await app.start(
                orRegister: "identity 2", protection: KeyUse.background.protection)
        }
        await run.optionally("the app looks for the recovery key") {
            await leavingErrors(to: run) { _ = try await app.store.read(ChatApp.recovery()) }
        }
    }

    /// A restored phone asks for a passcode, and its owner unlocks it.
    private static func takeIntoUse(_ phone: SimulatedPhone) {
        for event: PhoneEvent in [.setPasscode, .lock, .unlock] { phone.send(event) }
    }

    /// A backup of an Android phone has files and never a key.
    private static func losesKeys(_ run: ScenarioRun) -> Bool {
        run.phone.profile.phoneSystem == .android
    }
}
