import HoldfastCrypto

/// Everything that is true of a simulated phone, under one lock.
struct PhoneState: Sendable, Equatable {
    var device: DeviceState
    var apps: [AppIdentifier: InstalledApp] = [:]
    var system: SystemState
    var trace: [TraceEntry] = []
    var plan = FaultPlan.none
    var callCount = 0
    var livingProcesses: [Int: AppIdentifier] = [:]
    var nextProcess = 1
    var nextInstallation = 1
    var actions: [PersonAction] = []
    var usualAction = PersonAction.confirms
    var promptCount = 0
    var builds: [AppIdentifier: AppBuild] = [:]
    var traps: [PlatformTrap] = []
    var random: SplitMixRandom
    var streams: RandomStreams

    /// The keychain or the keystore.
    enum SystemState: Sendable, Equatable {
        case iOS(SimulatedKeychain)
        case android(SimulatedKeystore)
    }

    init(system: SystemState, hardware: Int, seed: UInt64) {
        self.system = system
        device = DeviceState(hardware: hardware)
        random = SplitMixRandom(seed: seed)
        streams = RandomStreams(seed: seed, hardware: hardware)
    }

    /// Lets something happen to the phone, everywhere.
    mutating func apply(_ event: PhoneEvent) {
        trace.append(TraceEntry(process: 0, callNumber: 0, kind: .event(event)))
        let before = device
        device.apply(event)
        applyToApps(event)
        switch system {
        case .iOS:
            var after = device
            keychain.apply(event, before: before, &after)
            device = after
        case .android(var keystore):
            keystore.apply(event, before: before, &device)
            system = .android(keystore)
        }
    }

    /// What the person does with the next prompt.
    mutating func takeAction() -> PersonAction {
        promptCount += 1
        return actions.isEmpty ? usualAction : actions.removeFirst()
    }

    mutating func startProcess(of app: AppIdentifier) -> Int {
        defer { nextProcess += 1 }
        if canRunApps { livingProcesses[nextProcess] = app }
        return nextProcess
    }

    mutating func endProcesses(of app: AppIdentifier? = nil) {
        livingProcesses = livingProcesses.filter { app != nil && $0.value != app }
    }

    private mutating func applyToApps(_ event: PhoneEvent) {
        switch event {
        case .install(let app):
            guard apps[app] == nil else { return }
            apps[app] = InstalledApp(installation: nextInstallation)
            nextInstallation += 1
        case .update(let app):
            endProcesses(of: app)
            apps[app]?.version += 1
        case .uninstall(let app):
            endProcesses(of: app)
            apps[app] = nil
        case .reboot: endProcesses()
        case .factoryReset:
            endProcesses()
            apps = [:]
        case .android(let event): applyToApps(event)
        default: break
        }
    }
}
