import HoldfastCore
import HoldfastE2EE
import HoldfastWire

extension Invariant {
    /// What must hold for every item, and: the history is the old one or the new one, nothing that
    /// was there is gone, and in the end the device is whole.
    ///
    /// - Parameters:
    ///   - help: what the person does where the device needs a key.
    ///   - before: the messages that the phone had.
    ///   - after: those that it has when all is over.
    ///   - count: how many devices its account has ever had then.
    ///   - accounts: how many accounts there are.
    /// - Returns: what must hold.
    static func ofRecovery(
        _ help: RecoveryApp.Help, from before: Set<String>, to after: Set<String>,
        devices count: Int, accounts: Int = 1
    ) -> [Invariant] {
        stock + [
            keepsHistory(before, after), comesBack(help, after, count, accounts),
        ]
    }

    /// Right after the story, before anybody does anything about it.
    private static func keepsHistory(
        _ before: Set<String>, _ after: Set<String>
    ) -> Invariant {
        Invariant("the history is old or new", seesOnlyStandstill: true) { aftermath in
            do throws(KeychainError) {
                let found = try PhoneHistory(folder: aftermath.process.appFolder).messages()
                guard found != before, found != after else { return [] }
                let lost = before.subtracting(found).sorted().first
                return [
                    Violation(
                        item: "history",
                        "The history has \(found.count) messages, and neither the"
                            + " \(before.count) of before nor all \(after.count)",
                        lostValue: lost)
                ]
            } catch {
                return [Violation(item: "history", "The history cannot be read: \(error.code)")]
            }
        }
    }

    /// Two calm starts later everything is there, and the device is one of its account's.
    private static func comesBack(
        _ help: RecoveryApp.Help, _ after: Set<String>, _ count: Int, _ accounts: Int
    ) -> Invariant {
        Invariant("the phone is whole", seesOnlyStandstill: true) { aftermath in
            do {
                try await start(aftermath, help)
                try await start(aftermath, help)
                return try await faults(aftermath, help, after, count, accounts).map {
                    Violation(item: "recovery", $0)
                }
            } catch {
                return [
                    Violation(
                        item: "recovery", "On an unlocked phone it does not come back: \(error)")
                ]
            }
        }
    }

    private static func faults(
        _ aftermath: Aftermath, _ help: RecoveryApp.Help, _ after: Set<String>, _ count: Int,
        _ accounts: Int
    ) async throws -> [String] {
        let app = app(aftermath, help)
        let opening = try await app.identity.open(.foreground)
        var faults = try await faults(of: opening, on: aftermath, devices: count)
        let found = try app.history.messages()
        if found != after {
            faults.append("\(found.count) messages are there where \(after.count) are due")
        }
        let known = aftermath.run.directory.accounts.count
        if known != accounts, !aftermath.plan.saysTwiceThatTheKeyIsGone {
            faults.append("The server has \(known) accounts where \(accounts) are due")
        }
        return faults
    }

    private static func start(
        _ aftermath: Aftermath, _ help: RecoveryApp.Help
    ) async throws {
        try await app(aftermath, help).start()
    }

    private static func app(_ aftermath: Aftermath, _ help: RecoveryApp.Help) -> RecoveryApp {
        let process = aftermath.process.phone.launch(ScenarioRun.app)
        return RecoveryApp(
            process, aftermath.run.store.open(in: process), aftermath.run, help)
    }
}
