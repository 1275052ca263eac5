import HoldfastCore
import HoldfastE2EE
import HoldfastWire

extension Invariant {
    /// What must hold for every item, and: never two identities, never a lost one, never one made
    /// while the store could not answer.
    ///
    /// - Parameters:
    ///   - policy: what the app does after a reinstallation.
    ///   - count: how many devices the account has ever had on this system when all is over; more
    ///     mean that one was made without need.
    /// - Returns: what must hold.
    static func ofIdentity(
        _ policy: IdentityApp.Policy = .renews,
        devices count: @escaping @Sendable (PhoneSystem) -> Int
    ) -> [Invariant] {
        stock + [oneAccount, endsWhole(policy, devices: count)]
    }

    /// What must hold for every item of a device that was put out, and: it stays out, its keys go, and
    /// it makes no other.
    static let ofRemoval = stock + [oneAccount, staysOut]

    /// KNOWN BAD apps have no identity that could be opened; what they do to the server shows.
    static let oneAccount = Invariant("there is one account", seesOnlyStandstill: true) {
        aftermath in
        let accounts = aftermath.run.directory.accounts
        guard accounts.count > 1 else { return [] }
        return [
            Violation(
                item: "identity",
                "A second identity was made: the server has \(accounts.count) accounts",
                lostValue: "the first identity")
        ]
    }

    /// Two calm starts later the account has exactly this device, with the keys that are there.
    private static func endsWhole(
        _ policy: IdentityApp.Policy, devices count: @escaping @Sendable (PhoneSystem) -> Int
    ) -> Invariant {
        Invariant("the identity is whole", seesOnlyStandstill: true) { aftermath in
            do {
                try await start(aftermath, policy)
                let end = try await start(aftermath, policy)
                let count = count(aftermath.process.phone.profile.phoneSystem)
                return try await faults(of: end, on: aftermath, devices: count).map {
                    Violation(item: "identity", $0)
                }
            } catch {
                return [
                    Violation(
                        item: "identity",
                        "On an unlocked phone the identity cannot be opened: \(error)")
                ]
            }
        }
    }

    private static let staysOut = Invariant(
        "a device that was put out has no key", seesOnlyStandstill: true
    ) { aftermath in
        do {
            try await start(aftermath, .renews)
            let end = try await start(aftermath, .renews)
            let count = end.account.flatMap { aftermath.run.directory.facts(of: $0)?.members.count }
            var faults: [String] = []
            if end.decision != .revoked { faults.append("The app is told \(end.decision)") }
            if count != 2 { faults.append("\(count ?? 0) keys were registered where 2 are due") }
            let names = try await keyNames(aftermath)
            if !names.isEmpty { faults.append("\(names.count) keys are kept where none is due") }
            return faults.map { Violation(item: "identity", $0) }
        } catch {
            return [
                Violation(
                    item: "identity", "On an unlocked phone the identity cannot be opened: \(error)"
                )
            ]
        }
    }

    @discardableResult
    private static func start(
        _ aftermath: Aftermath, _ policy: IdentityApp.Policy
    ) async throws -> IdentityOpening {
        let process = aftermath.process.phone.launch(ScenarioRun.app)
        let store = aftermath.run.store.open(in: process)
        return try await IdentityApp(process, store, aftermath.run.directory, policy).start()
    }

    static func faults(
        of opening: IdentityOpening, on aftermath: Aftermath, devices count: Int
    ) async throws -> [String] {
        let directory = aftermath.run.directory
        guard opening.decision == .proceed(isConfirmed: true), let record = opening.record else {
            return ["The identity is lost: the app is told \(opening.decision)"]
        }
        guard let facts = directory.facts(of: record.account) else {
            return ["The server does not know the identity's account"]
        }
        var faults: [String] = []
        let companion = try Companion().record
        if facts.activeDevices.filter({ $0 != companion }) != [record.device] {
            faults.append("The account has \(facts.activeDevices.count) devices for one phone")
        }
        // Who is told twice that a key is gone makes another one with the person's other device.
        if facts.members.count != count, !aftermath.plan.saysTwiceThatTheKeyIsGone {
            faults.append("\(facts.members.count) keys were registered where \(count) are due")
        }
        let names = try await keyNames(aftermath)
        let own = [record.signingKeyName.account, record.agreementKeyName.account]
        if names != Set(own) { faults.append("\(names.count) keys are kept where 2 are due") }
        return faults
    }

    private static func keyNames(_ aftermath: Aftermath) async throws -> Set<String> {
        let process = aftermath.process.phone.launch(ScenarioRun.app)
        let store = aftermath.run.store.open(in: process)
        let parts = process.identityParts(aftermath.run.directory, over: store)
        let keys = try await parts.keys.list(service: nil)
        let agreementKeys = try await parts.agreementKeys.list(service: nil)
        return Set((keys + agreementKeys).map(\.name.account))
    }
}

extension FaultPlan {
    /// Whether the platform was made to say at two calls that a key no longer exists or opens.
    var saysTwiceThatTheKeyIsGone: Bool { deniedKeyCount > 1 }

    /// At how many calls it was.
    var deniedKeyCount: Int { faults.count { $0.kind.deniesTheKey } }
}

extension Fault.Kind {
    private static let names: Set = [
        "TKError.corruptedData", "errSecItemNotFound", "KEY_NOT_FOUND",
        "KEY_PERMANENTLY_INVALIDATED",
    ]

    fileprivate var deniesTheKey: Bool {
        guard case .failure(let failure, _) = self else { return false }
        return Self.names.contains(failure.name)
    }
}
