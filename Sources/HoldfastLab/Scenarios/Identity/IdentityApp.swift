import HoldfastCore
import HoldfastE2EE

/// A process of an app with a device's identity: the app of the identity scenarios.
///
/// It does what a decision permits without a person, and nothing else.
struct IdentityApp {
    /// What it does after a reinstallation.
    enum Policy: Sendable {
        /// A new key in the old place.
        case renews
        /// The key that survived.
        case reuses
        /// A new key in the old place; a device without one asks the person's other device.
        case asks
    }

    let process: AppProcess
    private let identity: DeviceIdentity
    private let directory: MemoryDirectory
    private let policy: Policy

    /// Starts the app.
    init(_ run: ScenarioRun, _ policy: Policy = .renews, inForeground: Bool = true) {
        let launched = run.launchProcess(inForeground: inForeground)
        self.init(launched.process, launched.store, run.directory, policy)
    }

    /// Takes a process that runs.
    init(
        _ process: AppProcess, _ store: any ItemStore, _ directory: MemoryDirectory,
        _ policy: Policy
    ) {
        self.process = process
        self.directory = directory
        self.policy = policy
        identity = DeviceIdentity(process.identityParts(directory, over: store))
    }

    /// Opens the identity and follows the decision.
    @discardableResult
    func start(
        _ launch: IdentityLaunch = .foreground
    ) async throws -> IdentityOpening {
        // The person has logged in: the app knows which account is meant, if there is one.
        let opening = try await identity.open(launch, account: directory.accounts.first)
        switch opening.decision {
        case .firstInstall: try await identity.begin(named: "phone", recovery: nil)
        case .reinstalled where policy == .reuses: try await identity.reuse()
        case .reinstalled, .rolledBack: try await identity.renew()
        case .newDevice where policy == .asks, .keyLost where policy == .asks:
            return try await ask(opening, launch)
        case .registerAgain, .proceed(isConfirmed: false):
            if opening.permitsRegisteringAgain { try await identity.registerAgain() }
        default: break
        }
        return opening
    }

    /// The person holds both devices, and goes on with this one.
    private func ask(
        _ opening: IdentityOpening, _ launch: IdentityLaunch
    ) async throws -> IdentityOpening {
        guard opening.permitsJoining else { return opening }
        let request = try await identity.askToJoin(as: opening.ownPlace ?? .new(named: "phone"))
        try Companion().approve(request, in: directory)
        return try await identity.open(launch)
    }
}
